// On both databases: two processes find the same message due, and a lock and an index let one of them queue it
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertRow } from '#server/database/rows.ts'
import { dayIn } from '#server/runtime/clock.ts'
import { makeDue } from '#testing/make-due.ts'
import { sameOnBoth } from '#testing/same-on-both.ts'
import { addCourse } from '#testing/sample-rows.ts'
import { type SmtpSink, startSmtpSink } from '#testing/smtp-sink.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { mailSettings } from '#testing/subscriber-rows.ts'
import { addCohort, addRegistration, changeCohort, dayFromNow } from '#testing/training-rows.ts'
import { cohortNotices, participants, type StoredCohort, type StoredParticipant } from '../ground/courses.table.ts'
import { participantsOf } from '../ground/participant-rows.server.ts'
import { queueAutomaticNotices } from './notice-job.server.ts'
import type { CohortNotice, NoticeList } from './notices.contract.ts'
import { later, momentIn } from './timetable.ts'

const zone = 'Asia/Kolkata'
let sink: SmtpSink
let site: TestApp
let call: ReturnType<typeof callAs>
let trainer: Awaited<ReturnType<TestApp['asStaff']>>
let asTrainer: ReturnType<typeof callAs>
let ahead = 0
beforeAll(async () => {
  sink = await startSmtpSink()
  const mail = mailSettings({ smtpUrl: sink.url })
  site = await startTestApp({ mail, rateLimit: false }, { clock: () => Date.now() + ahead })
  call = callAs(site, await site.asStaff({ name: 'Sales', role: 'sales' }))
  trainer = await site.asStaff({ name: 'Meera', role: 'trainer' })
  asTrainer = callAs(site, trainer)
})
afterAll(async () => {
  await site.close()
  await sink.close()
})
beforeEach(() => {
  sink.taken.length = 0
})

async function dated(changes: Partial<StoredCohort> = {}) {
  const course = await addCourse(site.database, { title: 'Tides' })
  const cohort = await addCohort(site.database, course.id, { timetable: '10:00-17:00', ...changes })
  const path = `/api/courses/${course.id}/cohorts/${cohort.id}/notices`
  const read = async (query = ''): Promise<NoticeList> => (await call('GET', path + query)).json()
  return {
    ...{ course, cohort, path, read },
    /** Adds an enrolled registration. @returns it with its participants */
    async add(values: object = {}, people: Partial<StoredParticipant>[] = []) {
      const asked = { courseId: course.id, cohortId: cohort.id, kind: 'enrol', state: 'confirmed' } as const
      const registration = await addRegistration(site.database, { ...asked, ...values })
      const seats = await participantsOf(site.database.db, registration.id)
      for (const [index, named] of people.entries())
        await site.database.db
          .updateTable('participants')
          .set(participants.encode(named))
          .where('id', '=', seats[index]?.id ?? '')
          .execute()
      return registration
    },
    change: (values: Partial<StoredCohort>) => changeCohort(site.database, cohort.id, values),
    async send(body: object): Promise<CohortNotice> {
      const answer = await call('POST', path, { body: null, ...body })
      expect(answer.status, await answer.clone().text()).toBe(201)
      return answer.json()
    },
    /** The messages that have left, once the holds are over, by their addresses. */
    async arrived() {
      await makeDue(site)
      await expect.poll(async () => (await read()).notices.every(({ sending }) => sending === 0)).toBe(true)
      const mails = await Promise.all(sink.taken.map(async ({ to, source }) => [to, await readMail(source)] as const))
      return new Map(mails)
    },
  }
}

async function readMail(source: string) {
  const { subject = '', text = '', html = '', attachments } = await PostalMime.parse(source)
  const file = attachments.find(({ filename }) => filename?.endsWith('.ics'))
  const calendar = file && new TextDecoder().decode(file.content as ArrayBuffer)
  return { subject, words: text.replace(/\s+/g, ' '), html, calendar }
}

/** Does the work of the job at a time of the company's clock. */
async function runAt(day: string, time: string) {
  ahead = momentIn(zone, day, time) - Date.now()
  const now = async () => ({ own: {} })
  const context = { ...site, site: { now }, mailService: { kind: 'smtp' } }
  await queueAutomaticNotices(context as never, site.app.log)
}
const backToNow = () => {
  ahead = 0
}

test('the joining details go to those enrolled, and once to the people whom they named', sameOnBoth, async () => {
  const date = await dated({ startsOn: dayFromNow(20) })
  const booker = await date.add({ name: 'Asha', people: 4, company: 'Kelp & Co', gstin: '27AAPFU0939F1ZV' }, [
    { name: 'Ravi', email: 'ravi@kelp.example', informed: true },
    { name: 'Zoë', email: 'zoe@kelp.example' },
    { name: 'Asha', email: 'asha@kelp.example', informed: true },
  ])
  await site.database.db
    .updateTable('registrations')
    .set({ email: 'Asha@kelp.example' })
    .where('id', '=', booker.id)
    .execute()
  await date.add({ kind: 'waitlist', state: 'waiting' })
  await date.add({ name: 'By phone', email: undefined })
  expect((await date.read('?kind=joining')).audience?.refusal).toBe('Add a joining link or joining details first.')
  const details = {
    joinUrl: 'https://meet.example.com/tides',
    joinText: 'Passcode **4711**. <script>alert(1)</script>',
  }
  expect((await call('PUT', `/api/cohorts/${date.cohort.id}/joining`, details)).status).toBe(200)
  const { audience } = await date.read('?kind=joining')
  expect(audience).toMatchObject({ count: 2, enrolled: 1, informed: 1, audience: 'enrolled' })
  expect(audience?.leftOut).toMatchObject([{ name: 'By phone', reason: 'No email address' }])
  expect(audience?.preview).toMatchObject({ details: expect.stringContaining('https://meet.example.com/tides') })
  await date.send({ kind: 'joining', count: 2 })
  const mails = await date.arrived()
  expect([...mails.keys()].sort()).toEqual(['Asha@kelp.example', 'ravi@kelp.example'])
  const own = mails.get('Asha@kelp.example')
  const named = mails.get('ravi@kelp.example')
  for (const mail of [own, named]) {
    expect(mail?.subject).toMatch(/^Joining details for .*: Tides$/)
    expect(mail?.words).toContain('https://meet.example.com/tides')
    expect(mail?.html).toContain('<strong>4711</strong>')
    expect(mail?.html).not.toContain('<script>')
    expect(mail?.words).toContain('10:00–17:00 IST')
    expect(mail?.words).not.toMatch(/We email you the|27AAPFU0939F1ZV|₹|Kelp/)
    expect(mail?.calendar).toContain(`UID:${date.cohort.id}\n`)
    expect(mail?.calendar).toContain('SEQUENCE:2')
    expect(mail?.calendar).toContain('https://meet.example.com/tides')
  }
  expect(own?.words).toMatch(/Asha, 4 people.*\/registration\?token=\S+&do=withdraw/)
  expect(named?.words).toContain('Hello Ravi,')
  expect(named?.words).toContain('Asha gave us your address so that you receive the details of this course.')
  expect(named?.words).not.toMatch(/token=|4 people/)
  // The same details go to nobody twice; other ones go to those enrolled again.
  expect((await date.read('?kind=joining')).audience).toMatchObject({ count: 0 })
  const later = await date.add({ name: 'Later' })
  expect((await date.read('?kind=joining')).audience?.people).toMatchObject([{ _id: later.id }])
  await date.change({ joinText: 'Another passcode' })
  expect((await date.read('?kind=joining')).audience).toMatchObject({
    ...{ count: 2, enrolled: 2, informed: 0 },
    leftOut: expect.arrayContaining([expect.objectContaining({ name: 'Ravi', reason: 'Already notified' })]),
  })
})

test('a note goes to the chosen people in the words of staff and not again by a second press', sameOnBoth, async () => {
  const date = await dated({ startsOn: dayFromNow(-1), endsOn: dayFromNow(1) })
  const came = await date.add({ name: 'Came' })
  const missed = await date.add({ name: 'Missed' })
  const waits = await date.add({ name: 'Waits', kind: 'waitlist', state: 'waiting' })
  const body = 'Bring **your laptop**. <img src=x onerror=alert(1)>'
  const refused = await call('POST', date.path, { kind: 'note', body: ' ', count: 2 })
  expect([refused.status, (await refused.json()).issues[0]?.path]).toEqual([422, 'body'])
  expect((await call('POST', date.path, { kind: 'note', body, count: 2, audience: 'nobody' })).status).toBe(422)
  expect((await call('GET', `${date.path}?kind=reminder&audience=waiting`)).status).toBe(422)
  expect((await date.read('?kind=note')).audience).toMatchObject({ count: 2, audiences: ['enrolled', 'waiting'] })
  expect((await call('POST', date.path, { kind: 'note', body, count: 1, audience: 'absent' })).status).toBe(409)
  const both = await Promise.all([1, 2].map(() => call('POST', date.path, { kind: 'note', body, count: 2 })))
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  const [seat] = await participantsOf(site.database.db, came.id)
  const attended = { attended: JSON.stringify({ [dayFromNow(-1)]: true }) }
  await site.database.db
    .updateTable('participants')
    .set(attended)
    .where('id', '=', seat?.id ?? '')
    .execute()
  const peopleOf = async (audience: string) =>
    (await date.read(`?kind=note&audience=${audience}`)).audience?.people.map(({ _id }) => _id)
  expect(await peopleOf('attended')).toEqual([came.id])
  expect(await peopleOf('absent')).toEqual([missed.id])
  expect(await peopleOf('waiting')).toEqual([waits.id])
  await date.send({ kind: 'note', body: 'You are next.', count: 1, audience: 'waiting' })
  const mails = await date.arrived()
  expect([...mails.keys()].sort()).toEqual([came.email, missed.email, waits.email].sort())
  const mail = mails.get(came.email)
  expect(mail?.subject).toMatch(/^About Tides on /)
  expect(mail?.html).toContain('<strong>your laptop</strong>')
  expect(mail?.html).not.toContain('<img src=x')
  expect(mail?.words).toContain('Release your seat')
  expect((await date.read()).notices).toMatchObject([
    { kind: 'note', audience: 'waiting', body: 'You are next.', sent: 1, by: 'Sales' },
    { kind: 'note', audience: 'enrolled', body, sent: 2, by: 'Sales' },
  ])
})

test('messages that are held do not leave to those who withdraw, nor after a cancellation', sameOnBoth, async () => {
  const date = await dated()
  const [stays, leaves] = [await date.add(), await date.add()]
  const { preview } = (await date.read('?kind=reminder')).audience ?? {}
  expect(preview?.subject).toMatch(/^Tides starts in (29|30) days at 10:00$/)
  await date.send({ kind: 'reminder', count: 2 })
  await site.database.db.updateTable('registrations').set({ state: 'withdrawn' }).where('id', '=', leaves.id).execute()
  expect([...(await date.arrived()).keys()]).toEqual([stays.email])
  await date.send({ kind: 'note', body: 'See you', count: 1 })
  await date.change({ cancelled: true })
  sink.taken.length = 0
  expect((await date.arrived()).size).toBe(0)
  const { kinds, audience } = await date.read('?kind=reminder')
  expect([kinds, audience?.refusal]).toEqual([['cancelled'], 'This date is cancelled.'])
  const past = await dated({ startsOn: dayFromNow(-3) })
  expect((await past.read('?kind=reminder')).audience?.refusal).toBe('This date has passed.')
  expect((await past.read()).kinds).toEqual(['note', 'thanks'])
})

test('those who teach a date write to its people, and see names without addresses', sameOnBoth, async () => {
  const date = await dated({ trainerIds: [trainer.user.id] })
  await date.add({ name: 'Asha' })
  const other = await dated()
  for (const kind of ['note', 'joining', 'reminder'])
    expect((await asTrainer('GET', `${other.path}?kind=${kind}`)).status).toBe(403)
  expect((await asTrainer('POST', other.path, { kind: 'note', body: 'Hello', count: 0 })).status).toBe(403)
  expect((await asTrainer('GET', date.path)).status).toBe(200)
  const list: NoticeList = await (await asTrainer('GET', `${date.path}?kind=note`)).json()
  expect(list.kinds).toEqual(['reminder', 'note'])
  expect(list.audience?.people).toEqual([{ _id: expect.any(String), name: 'Asha', group: 'enrolled' }])
  for (const kind of ['moved', 'cancelled', 'opened']) {
    expect((await asTrainer('GET', `${date.path}?kind=${kind}`)).status, kind).toBe(403)
    expect((await asTrainer('POST', date.path, { kind, body: null, count: 1 })).status, kind).toBe(403)
  }
  const sent = await asTrainer('POST', date.path, { kind: 'note', body: 'Hello', count: 1 })
  expect([sent.status, await sent.clone().json()]).toMatchObject([201, { by: 'Meera', audience: 'enrolled' }])
  const { _id } = await sent.json()
  expect((await asTrainer('POST', `${other.path}/${_id}/undo`)).status).toBe(403)
  expect(await (await asTrainer('POST', `${date.path}/${_id}/undo`)).json()).toHaveProperty('undoneAt')
  // Their joining details, by the version that they have read.
  const joining = `/api/cohorts/${date.cohort.id}/joining`
  const put = (who: ReturnType<typeof callAs>, path: string, version: number) =>
    who('PUT', path, { joinText: 'Room 4' }, { 'if-match': `"${version}"` })
  expect((await put(asTrainer, `/api/cohorts/${other.cohort.id}/joining`, 1)).status).toBe(403)
  const stale = await put(asTrainer, joining, 7)
  expect([stale.status, (await stale.json()).code]).toEqual([409, 'version_conflict'])
  const changed = await put(asTrainer, joining, 1)
  expect(await changed.json()).toMatchObject({ joinText: 'Room 4', version: 2, updatedBy: 'Meera' })
  const wrong = await asTrainer('PUT', joining, { joinUrl: 'javascript:alert(1)' })
  expect([wrong.status, (await wrong.json()).issues[0]?.path]).toEqual([422, 'joinUrl'])
  expect((await site.get(joining, { method: 'PUT' })).status).toBe(401)
  const editor = callAs(site, await site.asStaff({ role: 'editor' }))
  expect((await put(editor, joining, 2)).status).toBe(200)
  expect((await put(callAs(site, await site.asStaff({ role: 'viewer' })), joining, 3)).status).toBe(403)
  // Visitors do not see them.
  const page = await (await site.get(`/api/courses/${date.course.slug}`)).text()
  expect(page).toContain(date.cohort.id)
  expect(page).not.toContain('Room 4')
  // The messages about changes are not theirs.
  await date.change({ cancelled: true })
  const told = await date.send({ kind: 'cancelled', count: 1 })
  const kindsOf = ({ notices }: NoticeList) => notices.map(({ kind }) => kind)
  expect(kindsOf(await date.read())).toEqual(['cancelled', 'note'])
  expect(kindsOf(await (await asTrainer('GET', date.path)).json())).toEqual(['note'])
  expect((await call('POST', `${date.path}/${told._id}/undo`)).status).toBe(200)
})

test('a reminder leaves once, from two processes, with the joining details on the day before', async () => {
  const date = await dated({
    ...{ startsOn: dayFromNow(40), remindAt: [7, 1] },
    ...{ joinUrl: 'https://meet.example.com/tides', joinText: 'Passcode 4711' },
  })
  const { email } = await date.add({ name: 'Asha' })
  expect((await date.read()).scheduled).toMatchObject([
    { kind: 'reminder', daysBefore: 7, at: new Date(momentIn(zone, dayFromNow(33), '09:00')).toISOString() },
    { kind: 'reminder', daysBefore: 1 },
  ])
  try {
    await runAt(dayFromNow(33), '08:59')
    expect((await date.read()).notices).toEqual([])
    await Promise.all([runAt(dayFromNow(33), '09:00'), runAt(dayFromNow(33), '09:00')])
    await runAt(dayFromNow(33), '09:01')
    const early = await date.arrived()
    expect(early.size).toBe(1)
    expect(early.get(email)?.subject).toBe('Tides starts in 7 days at 10:00')
    expect(early.get(email)?.words).toContain('We email you the link before it starts.')
    expect(early.get(email)?.words).not.toContain('4711')
    await runAt(dayFromNow(39), '09:00')
    const last = await date.arrived()
    expect(sink.taken).toHaveLength(2)
    expect(last.get(email)?.subject).toBe('Tides starts tomorrow at 10:00')
    expect(last.get(email)?.words).toContain('Passcode 4711')
    expect(last.get(email)?.words).toContain('https://meet.example.com/tides')
    expect(last.get(email)?.calendar).toContain('STATUS:CONFIRMED')
  } finally {
    backToNow()
  }
  const { notices, scheduled } = await date.read()
  expect(notices).toMatchObject([
    { kind: 'reminder', daysBefore: 1, sent: 1, count: 1 },
    { kind: 'reminder', daysBefore: 7, sent: 1, count: 1 },
  ])
  expect(notices[0]).not.toHaveProperty('by')
  expect(scheduled).toEqual([])
})

test('reminders that are late become one with the true day, and none leaves after the start or to a cancelled date', async () => {
  const startsOn = dayFromNow(50)
  const reminding = { startsOn, remindAt: [7, 3, 0] }
  const [late, started, cancelled, moved] = [
    await dated(reminding),
    await dated({ ...reminding, timetable: '08:00-12:00' }),
    await dated({ ...reminding, cancelled: true }),
    await dated(reminding),
  ]
  const { email } = await late.add()
  await cancelled.add()
  await moved.add()
  try {
    // The site was down for a week.
    await runAt(dayFromNow(48), '15:00')
    expect((await late.arrived()).get(email)?.subject).toBe('Tides starts in 2 days at 10:00')
    expect((await late.read()).notices).toMatchObject([{ daysBefore: 3, sent: 1 }])
    // Nobody was enrolled when it was due, and who enrolls later does not get it late.
    await started.add()
    await runAt(dayFromNow(48), '15:01')
    expect((await started.read()).notices).toEqual([])
    await runAt(startsOn, '09:00')
    await late.arrived()
    expect((await late.read()).notices).toMatchObject([{ daysBefore: 0, sent: 1 }, { daysBefore: 3 }])
    expect(sink.taken.findLast(({ to }) => to === email)?.source).toContain('Subject: Tides starts today at 10:00')
    expect((await started.read()).notices).toEqual([])
    expect((await cancelled.read()).notices).toEqual([])
    // A date that was moved reminds again, of its new day.
    await moved.change({ startsOn: dayFromNow(52) })
    await runAt(startsOn, '09:01')
    await runAt(startsOn, '09:02')
    expect((await moved.read()).notices.map(({ daysBefore }) => daysBefore)).toEqual([3, 0, 3])
  } finally {
    backToNow()
  }
})

test('a reminder by hand since the day before takes the place of the automatic one', async () => {
  const today = dayIn(zone)(new Date().toISOString())
  const next = momentIn(zone, today, '09:00') > Date.now() ? today : later(today, 1)
  const reminding = { startsOn: later(next, 6), remindAt: [6] }
  const [date, undone] = [await dated(reminding), await dated(reminding)]
  for (const one of [date, undone]) {
    await one.add()
    await one.send({ kind: 'reminder', count: 1 })
  }
  const [{ _id } = { _id: '' }] = (await undone.read()).notices
  expect((await call('POST', `${undone.path}/${_id}/undo`)).status).toBe(200)
  expect((await date.read()).scheduled).toEqual([])
  expect((await undone.read()).scheduled).toMatchObject([{ daysBefore: 6 }])
  try {
    await runAt(next, '09:00')
    expect((await date.read()).notices).toMatchObject([{ by: 'Sales' }])
    expect((await undone.read()).notices).toMatchObject([{ daysBefore: 6 }, { by: 'Sales' }])
  } finally {
    backToNow()
  }
})

test('thanks leave to those who attended, at most a week late, and once', sameOnBoth, async () => {
  const thanking = { startsOn: dayFromNow(60), endsOn: dayFromNow(61), thankAfter: 1 }
  const [date, missed, byHand] = [await dated(thanking), await dated(thanking), await dated(thanking)]
  const came = await date.add({ name: 'Came' }, [{ attended: { [dayFromNow(60)]: true } }])
  await date.add({ name: 'Missed' }, [{ attended: { [dayFromNow(60)]: false } }])
  await missed.add()
  await byHand.add()
  try {
    ahead = momentIn(zone, dayFromNow(61), '18:00') - Date.now()
    const sent = { cohortId: byHand.cohort.id, kind: 'thanks', count: 1, at: site.database.now(), by: 'Sales' } as const
    await site.database.transaction((trx) => insertRow(trx, cohortNotices, sent))
    await runAt(dayFromNow(62), '09:59')
    expect((await date.read()).notices).toEqual([])
    await site.database.db
      .updateTable('cohorts')
      .set({ startsOn: dayFromNow(52), endsOn: dayFromNow(53) })
      .where('id', '=', missed.cohort.id)
      .execute()
    await runAt(dayFromNow(62), '10:00')
    await runAt(dayFromNow(62), '10:01')
    const mails = await date.arrived()
    expect([...mails.keys()]).toEqual([came.email])
    expect(mails.get(came.email)?.subject).toBe('Thank you for attending Tides')
    expect(mails.get(came.email)?.words).not.toMatch(/token=|₹/)
    expect((await date.read()).notices).toMatchObject([{ kind: 'thanks', audience: 'attended', daysBefore: -1 }])
    expect((await missed.read()).notices).toEqual([])
    expect((await byHand.read()).notices).toMatchObject([{ by: 'Sales' }])
  } finally {
    backToNow()
  }
})

test('someone who enrolls on the day before gets the joining details with the confirmation', async () => {
  const joining = { joinUrl: 'https://meet.example.com/tides', joinText: 'Passcode 4711' }
  const [soon, far] = [await dated({ ...joining, startsOn: dayFromNow(1) }), await dated(joining)]
  const [one, other] = [await soon.add({ kind: 'enrol', state: 'new' }), await far.add({ kind: 'enrol', state: 'new' })]
  for (const { id } of [one, other])
    expect((await call('PATCH', `/api/course-requests/${id}`, { state: 'confirmed' })).status).toBe(200)
  await expect.poll(() => sink.taken.length).toBe(2)
  const mailTo = async (address: string) => readMail(sink.taken.find(({ to }) => to === address)?.source ?? '')
  expect((await mailTo(one.email)).words).toMatch(/Online .*Passcode 4711.*meet\.example\.com/)
  expect((await mailTo(other.email)).words).toContain('Online. We email you the link before it starts.')
  expect((await mailTo(other.email)).words).not.toContain('4711')
})

test('without a mail server nothing is queued or promised, and each message can be copied', sameOnBoth, async () => {
  const bare = await startTestApp({ rateLimit: false })
  try {
    const { id: courseId } = await addCourse(bare.database, { title: 'Tides' })
    const joining = { joinUrl: 'https://meet.example.com/tides', joinText: 'Passcode 4711' }
    const startsOn = dayFromNow(5)
    const date = await addCohort(bare.database, courseId, { ...joining, startsOn, remindAt: [7, 1] })
    await addRegistration(bare.database, {
      courseId,
      cohortId: date.id,
      kind: 'enrol',
      state: 'confirmed',
      name: 'Asha',
    })
    const ask = callAs(bare, await bare.asStaff({ role: 'sales' }))
    const path = `/api/courses/${courseId}/cohorts/${date.id}/notices`
    const { audience, scheduled }: NoticeList = await (await ask('GET', `${path}?kind=joining`)).json()
    expect(scheduled).toEqual([])
    expect(audience).toMatchObject({
      ...{ copies: true, count: 1, people: [{ name: 'Asha', email: expect.any(String) }] },
      refusal: 'No mail server is set up (SMTP_URL), so nothing can be sent.',
      preview: { facts: expect.arrayContaining([{ name: 'Where', value: 'Online' }]) },
    })
    expect(audience?.preview.details).toBe('https://meet.example.com/tides\n\nPasscode 4711')
    expect((await ask('POST', path, { kind: 'joining', body: null, count: 1 })).status).toBe(409)
    const context = { ...bare, site: { now: async () => ({ own: {} }) }, mailService: { kind: 'files' } }
    await queueAutomaticNotices(context as never, bare.app.log)
    expect(await bare.database.db.selectFrom('cohortNotices').select('id').execute()).toEqual([])
  } finally {
    await bare.close()
  }
})
