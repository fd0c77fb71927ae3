import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signToken } from '#server/security/signed-tokens.ts'
import { addCourse } from '#testing/sample-rows.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { addCohort as addDate, addRegistration, dayFromNow } from '#testing/training-rows.ts'
import { registrations, type StoredCohort } from '../ground/courses.table.ts'

let site: TestApp
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  site = await startTestApp({ rateLimit: false }, { built: true })
  call = callAs(site, await site.asStaff())
})
afterAll(() => site.close())

const addCohort = (courseId: string, values: Partial<StoredCohort> = {}) =>
  addDate(site.database, courseId, { enrolVia: 'link', ...values })

test('answers 410 for a course that was public, and 404 for one that never was', async () => {
  const draft = await addCourse(site.database, { active: false })
  const course = await addCourse(site.database, { title: 'Kubernetes at night' })
  const planned = await addCourse(site.database, { publishAt: '2099-01-01T00:00:00.000Z' })
  const ended = await addCourse(site.database, { unpublishAt: '2020-01-01T00:00:00.000Z' })
  for (const { id, active } of [
    { id: course.id, active: false },
    { id: draft.id, active: false },
  ])
    expect((await call('PATCH', `/api/courses/${id}`, { active })).status).toBe(200)
  const answer = await site.get(`/api/courses/${course.slug}`)
  expect(answer.status).toBe(404)
  expect(await answer.json()).toEqual({
    message: 'Course not found',
    code: 'gone',
    was: { _id: course.id, slug: course.slug, ended: true },
  })
  for (const [{ slug }, status] of [
    [draft, 404],
    [planned, 404],
    [ended, 410],
    [course, 410],
  ] as const)
    expect([slug, (await site.get(`/courses/${slug}`)).status]).toEqual([slug, status])
  const page = await (await site.get(`/courses/${course.slug}`)).text()
  // The title may have been changed since, so it is not said.
  expect(page).not.toContain('Kubernetes at night')
  expect(page).toContain('Notify me')
})

test('gives a date as a calendar file, also a cancelled one, but none that is past or of another course', async () => {
  const { id, slug } = await addCourse(site.database)
  const other = await addCourse(site.database)
  const date = await addCohort(id)
  const cancelled = await addCohort(id, { cancelled: true })
  const past = await addCohort(id, { startsOn: dayFromNow(-3) })
  const get = (of: string, name: string) => site.get(`/api/courses/${of}/dates/${name}.ics`)
  const answer = await get(slug, date.id)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(await answer.text()).toContain(`UID:${date.id}\r\n`)
  expect(await (await get(slug, cancelled.id)).text()).toContain('STATUS:CANCELLED')
  expect((await get(slug, past.id)).status).toBe(404)
  expect((await get(other.slug, date.id)).status).toBe(404)
})

const pageOf = async (path: string) => (await site.get(path)).text()
/** The text of the enrollment card, without its markup. */
const cardOf = (html: string) =>
  (/<aside[^>]*id="enrol".*?<\/aside>/s.exec(html)?.[0] ?? '')
    .replaceAll(/<!-- -->|<span class="sr-only">.*?<\/span>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
const coursesIn = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
    .map(([, json]) => JSON.parse(json ?? ''))
    .find((thing) => thing['@type'] === 'Course')

test('a course without dates shows what it showed, and a quiet way to ask', async () => {
  const { slug } = await addCourse(site.database, { startDate: dayFromNow(3) })
  const html = await pageOf(`/courses/${slug}`)
  expect(cardOf(html)).toBe(
    ' ₹100 .00 Enroll Now Opens our enrollment page in a new tab. Ask about this course '.replace(' .00', ''),
  )
  expect(html).toContain(`href="/courses/${slug}?ask=question#ask"`)
  expect(html).not.toContain('id="ask"')
  expect(coursesIn(html).hasCourseInstance).toEqual({
    '@type': 'CourseInstance',
    startDate: dayFromNow(3),
    instructor: { '@type': 'Person', name: 'Rohan Patil' },
  })
})

test('shows three dates, each with its price and its button, links to the others, and says so to search engines', async () => {
  const { id, slug } = await addCourse(site.database, { price: 1_000, enrollmentUrl: 'https://pay.example.com/all' })
  const many = { seats: 12, endsOn: dayFromNow(80) }
  const full = await addCohort(id, { ...many, startsOn: dayFromNow(20), bookedElsewhere: 13 })
  const early = new Date(Date.now() + 5 * 86_400_000).toISOString()
  const few = await addCohort(id, {
    ...{ ...many, startsOn: dayFromNow(30), bookedElsewhere: 10, timetable: 'Sat 10:00-13:00', language: 'English' },
    ...{
      price: 900,
      discountedPrice: 800,
      discountUntil: early,
      enrolBy: dayFromNow(25),
      mode: 'place',
      place: 'Pune',
    },
  })
  const asked = await addCohort(id, { startsOn: dayFromNow(40), enrolVia: 'request' })
  const last = await addCohort(id, { startsOn: dayFromNow(50) })
  await addCohort(id, { startsOn: dayFromNow(-3), endsOn: dayFromNow(3) })
  await call('PUT', '/api/settings/training', { gst: 'plus', termsUrl: '/terms' })
  const html = await pageOf(`/courses/${slug}`)
  const card = cardOf(html)
  expect(html.match(/type="radio"/g)).toHaveLength(3)
  // From the fourth on a date is a link to the page that offers it.
  expect(card).toContain('All 4 dates')
  expect(html).toContain(`href="/courses/${slug}?date=${last.id}#enrol"`)
  const withLast = await pageOf(`/courses/${slug}?date=${last.id}`)
  expect(withLast).toContain(`href="/courses/${slug}?date=${asked.id}#enrol"`)
  expect(withLast).toMatch(new RegExp(`value="${last.id}"[^>]* checked=""|checked=""[^>]* value="${last.id}"`))
  // The first with a free seat is chosen.
  expect(html).toMatch(new RegExp(`value="${few.id}"[^>]* checked=""|checked=""[^>]* value="${few.id}"`))
  expect(await pageOf(`/courses/${slug}?date=${asked.id}`)).toMatch(
    new RegExp(`value="${asked.id}"[^>]* checked=""|checked=""[^>]* value="${asked.id}"`),
  )
  for (const text of ['Full · waitlist', '2 seats left', 'Sat 10:00–13:00 IST', 'plus 18 % GST', 'Save ₹100 until '])
    expect(card).toContain(text)
  expect(card).toContain('Pune · English · Enroll by')
  for (const address of [
    `/courses/${slug}?ask=waitlist&amp;date=${full.id}#ask`,
    `/courses/${slug}?ask=enrol&amp;date=${asked.id}#ask`,
    `/api/courses/${slug}/dates/${few.id}.ics`,
    'https://pay.example.com/all',
  ])
    expect(html).toContain(`href="${address}"`)
  // Those with free seats come first.
  const instances = coursesIn(html).hasCourseInstance
  expect(instances).toHaveLength(4)
  expect(instances[3].offers).toMatchObject({ price: 1_000, availability: 'https://schema.org/SoldOut' })
  expect(instances[0]).toMatchObject({
    startDate: dayFromNow(30),
    endDate: dayFromNow(80),
    courseMode: 'Onsite',
    inLanguage: ['en'],
    location: [{ '@type': 'Place', name: 'Pune' }],
    courseSchedule: [
      {
        repeatFrequency: 'Weekly',
        repeatCount: 8,
        byDay: ['https://schema.org/Saturday'],
        startTime: '10:00',
        endTime: '13:00',
        duration: 'PT3H',
        scheduleTimezone: 'Asia/Kolkata',
      },
    ],
    offers: {
      price: 800,
      priceCurrency: 'INR',
      availability: 'https://schema.org/LimitedAvailability',
      availabilityEnds: dayFromNow(25),
      url: 'https://pay.example.com/all',
    },
  })
  expect(instances[1].offers.url).toMatch(new RegExp(`/courses/${slug}$`))
})

/** The text of an element of a page, without its markup. */
const textOf = (html = '') =>
  html
    .replaceAll(/<!-- -->|<span class="sr-only">.*?<\/span>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/[\s\u00a0]+/g, ' ')
const entryOf = (html: string, slug: string) =>
  textOf(html.split('<li').find((one) => one.includes(`href="/courses/${slug}"`)))

test('a course is full only when all its dates are, and starts on the next open one', async () => {
  const course = await addCourse(site.database, { title: 'Tides at night', featured: true })
  const { id, slug } = course
  const taken = { seats: 2, bookedElsewhere: 2 }
  for (const startsOn of ['2131-01-05', '2131-01-06', '2131-01-07']) await addCohort(id, { ...taken, startsOn })
  const open = await addCohort(id, { startsOn: '2131-02-11', seats: 9, bookedElsewhere: 7 })
  const home = async () => entryOf(await pageOf('/'), slug)
  const card = async () => entryOf(await pageOf('/courses?search=Tides'), slug)
  expect(await home()).toContain('Starts 11 Feb 2131 (earlier dates are full) · 2 seats left')
  expect(await card()).toMatch(/Starts 11 Feb 2131 \(earlier dates are full\) Seats 2 seats left .* Enroll Now/)
  const page = await pageOf(`/courses/${slug}`)
  expect(textOf(page)).toContain('Starts 11 Feb 2131 (earlier dates are full)')
  // It can be chosen, whatever is before it.
  expect(page).toMatch(new RegExp(`value="${open.id}"[^>]* checked=""|checked=""[^>]* value="${open.id}"`))
  expect(page.match(/type="radio"/g)).toHaveLength(3)
  expect(coursesIn(page).hasCourseInstance[0].startDate).toBe('2131-02-11')

  await call('POST', `/api/cohorts/${open.id}/booked`, { people: 2 })
  expect(await home()).toContain('Starts 5 Jan 2131 · Full · waitlist')
  expect(await card()).toMatch(/Starts 5 Jan 2131 Seats Full · waitlist .* Join the waitlist/)
})

test('a course without an open date never offers to enroll', async () => {
  const { id, slug } = await addCourse(site.database)
  await addCohort(id, { startsOn: dayFromNow(-3), endsOn: dayFromNow(3) })
  await addCohort(id, { closed: true })
  const html = await pageOf(`/courses/${slug}`)
  expect(html).not.toContain('Enroll Now')
  expect(cardOf(html)).toContain('Notify me')
  expect(html).toContain(`href="/courses/${slug}?ask=nextDate#ask"`)
})

test('three dates add at most 1.6 KB to a document', async () => {
  const { id, slug } = await addCourse(site.database)
  const size = async () => gzipSync(await pageOf(`/courses/${slug}`)).length
  const before = await size()
  for (const days of [30, 60, 90])
    await addCohort(id, {
      ...{
        startsOn: dayFromNow(days),
        endsOn: dayFromNow(days + 20),
        timetable: 'Sat 10:00-13:00',
        language: 'English',
      },
      ...{ seats: 12, bookedElsewhere: 10, enrolBy: dayFromNow(days - 5), mode: 'both', place: 'Baner, Pune' },
      ...{ price: 900 + days, discountedPrice: 800 + days, discountUntil: new Date(Date.now() + 1e9).toISOString() },
    })
  expect((await size()) - before).toBeLessThan(1.6 * 1024)
})

test('takes a form without scripts, and shows the mistakes next to what was typed', async () => {
  const { id, slug } = await addCourse(site.database)
  const full = await addCohort(id, { startsOn: '2131-01-09', seats: 1, bookedElsewhere: 1 })
  const post = (fields: Record<string, string>, more: [string, string][] = []) =>
    site.get(`/courses/${slug}?ask=waitlist`, {
      method: 'POST',
      body: new URLSearchParams([...Object.entries({ courseId: id, name: 'Asha', ...fields }), ...more]),
      redirect: 'manual',
    })
  const waits = { kind: 'waitlist', cohortId: full.id, people: '2' }
  const refused = await post({ ...waits, email: 'nobody', company: 'Kelp & Co', gstin: '27AAPFU0939F1ZX' })
  expect(refused.status).toBe(422)
  const html = await refused.text()
  for (const text of ['Please enter a valid email', 'wrong check digit', 'value="Kelp &amp; Co"', 'value="nobody"'])
    expect(html).toContain(text)
  expect(html).toMatch(/<input[^>]*autofocus=""[^>]*name="email"|<input[^>]*name="email"[^>]*autofocus=""/)
  const sent = await post({ ...waits, email: 'asha@example.com', company: '', gstin: '' })
  const thanks = String(sent.headers.get('location'))
  expect([sent.status, thanks]).toEqual([303, `/courses/${slug}?sent=waitlist&date=${full.id}&place=1#ask`])
  expect(await pageOf(thanks)).toContain('You are number 1 on the waitlist for 9 January.')
  // A group for which the seats are too few has a second button.
  const few = await addCohort(id, { startsOn: '2131-02-09', seats: 3, bookedElsewhere: 1, enrolVia: 'request' })
  const group = { cohortId: few.id, people: '5', email: 'asha@example.com' }
  const tooFew = await post({ ...group, kind: 'enrol' })
  const again = await tooFew.text()
  expect([tooFew.status, again]).toEqual([
    409,
    expect.stringContaining('There are 2 seats left. Join the waitlist for 5?'),
  ])
  expect(again).toMatch(/<button(?=[^>]*name="kind")[^>]*value="waitlist"/)
  expect((await post({ ...group, kind: 'waitlist' })).headers.get('location')).toContain('sent=waitlist')
  const wishes: [string, string][] = [
    ['months', '2131-02'],
    ['weekdays', '6'],
    ['weekdays', '7'],
  ]
  const wrong = await post({ kind: 'nextDate', email: 'asha@example.com', people: '99' }, wishes)
  expect((await wrong.text()).match(/type="checkbox"[^>]*checked=""/g)).toHaveLength(2)
  expect((await post({ kind: 'nextDate', email: 'asha@example.com' }, wishes)).status).toBe(303)
  const stored = await site.database.db
    .selectFrom('registrations')
    .selectAll()
    .where('courseId', '=', id)
    .where('kind', '=', 'nextDate')
    .executeTakeFirstOrThrow()
  expect(registrations.decode(stored).wanted).toEqual({ months: ['2131-02'], weekdays: [6, 7] })
  // The course has moved since its page was opened.
  const moved = `${slug}-moved`
  await site.database.db.updateTable('courses').set({ slug: moved }).where('id', '=', id).execute()
  const last = await post({ kind: 'nextDate', email: 'ravi@example.com' }, wishes)
  expect(last.headers.get('location')).toContain(`/courses/${moved}?sent=nextDate`)
})

test('the page of a link says where the seat is, what it costs and what is still to do', async () => {
  const { id, slug } = await addCourse(site.database, { title: 'Tides', price: 1_000 })
  const enrollmentUrl = 'https://pay.example.com/january'
  const date = await addCohort(id, { timetable: '10-17', mode: 'both', place: 'Baner, Pune', enrollmentUrl })
  const values = { courseId: id, cohortId: date.id, state: 'accepted', people: 3, company: 'Kelp & Co' } as const
  const { id: asked } = await addRegistration(site.database, values)
  const html = await pageOf(`/registration?token=${await signToken(site.database, 'courseRequest', asked)}`)
  for (const text of [
    '10:00–17:00 IST',
    'Baner, Pune, or online. We email you the link before it starts.',
    '₹1,000 a seat, ₹3,000 for 3 seats',
    'Kelp &amp; Co',
    'To complete your enrollment, enroll and pay on our enrollment page.',
    `href="${enrollmentUrl}"`,
    `/api/courses/${slug}/dates/${date.id}.ics`,
  ])
    expect(html).toContain(text)
})

test('the page of a link changes nothing before a press, and is private', async () => {
  const { id } = await addCourse(site.database, { title: 'Tides' })
  const date = await addCohort(id, { startsOn: '2131-01-09', seats: 1, bookedElsewhere: 1, timetable: 'Sat 10-13' })
  const asked = await addRegistration(site.database, {
    courseId: id,
    cohortId: date.id,
    kind: 'waitlist',
    state: 'waiting',
    people: 3,
  })
  const token = await signToken(site.database, 'courseRequest', asked.id)
  const page = `/registration?token=${token}`
  const state = async () =>
    (await site.database.db.selectFrom('registrations').select('state').where('id', '=', asked.id).execute())[0]?.state
  for (const asking of ['', '&do=withdraw', '&do=withdraw']) {
    const answer = await site.get(page + asking)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow')
    const html = await answer.text()
    for (const text of ['You are number 1 for 9 January.', 'Tides', 'Sat 10:00–13:00 IST', 'Withdraw'])
      expect(html).toContain(text)
  }
  expect(await state()).toBe('waiting')
  const body = new URLSearchParams({ token, action: 'withdraw' })
  const pressed = await site.get('/api/course-requests/link', { method: 'POST', body, redirect: 'manual' })
  expect([pressed.status, pressed.headers.get('location')]).toEqual([303, `${page}&done=withdraw`])
  expect(await state()).toBe('withdrawn')
  expect(await pageOf(page)).toContain('You have withdrawn')
  const unknown = await site.get('/registration?token=x')
  expect([unknown.status, await unknown.text()]).toEqual([404, expect.stringContaining('This link does not work')])
})
