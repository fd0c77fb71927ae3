// On both databases: of two answers at once, one waits for the other
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { GuestReview } from '#contract/reviews.ts'
import { askForReview, setReview } from '#testing/review-calls.ts'
import { sameOnBoth } from '#testing/same-on-both.ts'
import { addCourse, addPost } from '#testing/sample-rows.ts'
import { callAs } from '#testing/staff-calls.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'

let site: TestApp
let asker: SignedIn
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  site = await startTestApp({ rateLimit: false }, { built: true })
  asker = await site.asStaff({ name: 'Priya Sharma', email: 'priya@example.com' })
  call = callAs(site, asker)
})
afterAll(() => site.close())

const addDraft = async (title = 'Forty servers') =>
  (await addPost(site.database, { published: false, title, content: 'First *words*.' })).id
const rename = (id: string, title: string) =>
  site.database.db.updateTable('blogs').set({ title }).where('id', '=', id).execute()
const shown = (token: string, query = '', entity = 'blogs') => site.get(`/api/previews/${entity}/${token}${query}`)
const review = async (token: string, query = ''): Promise<GuestReview> =>
  (await (await shown(token, query)).json()).review
const yes = { state: 'approved', name: 'R. Kulkarni' }
const answer = (token: string, body: object = yes) => site.post('/api/previews/answer', { token, ...body })
const issuesOf = async (given: Promise<Response>) => {
  const { status } = await given
  const { issues = [] } = await (await given).json()
  return [status, ...issues.map(({ path, message }: { path: string; message: string }) => `${path}: ${message}`)]
}

test('an answer to a kind that has no preview is one to a link that has ended', sameOnBoth, async () => {
  for (const kind of ['system', 'a%20b', 'blogs']) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await site.get(`/preview/${kind}/unknown`, { method: 'POST', body: 'state=approved', headers })
    expect([kind, answer.status]).toEqual([kind, 404])
  }
})

test('a link shows the version that is to be reviewed, of every kind', sameOnBoth, async () => {
  const made = async (path: string, body: object) => (await (await call('POST', path, body)).json())._id as string
  const texts = { client: 'Bank', industry: 'Banking', summary: 'S', problem: 'P', solution: 'First' }
  const opening = {
    title: 'Reviewed',
    place: 'Pune',
    kind: 'Full-time',
    description: 'First',
    closesOn: '2099-01-01',
    apply: 'a@example.com',
  }
  const sections = [{ kind: 'text', content: 'First' }]
  const records: [entity: string, id: string, one: string][] = [
    ['blogs', (await addPost(site.database, { title: 'Reviewed', content: 'First' })).id, 'post'],
    ['courses', (await addCourse(site.database, { title: 'Reviewed', syllabus: 'First' })).id, 'course'],
    ['cases', await made('/api/cases', { ...texts, title: 'Reviewed', slug: 'reviewed' }), 'case'],
    ['openings', await made('/api/openings', opening), 'opening'],
    ['pages', await made('/api/pages', { title: 'Reviewed', path: 'reviewed', sections, active: false }), 'page'],
    ['newsletters', await made('/api/newsletters', { title: 'Reviewed', body: 'First', subject: 'S' }), 'newsletter'],
  ]
  for (const [entity, id, one] of records) {
    expect(id, entity).toBeTruthy()
    const { token } = await askForReview(site, asker, [entity, id], { note: 'Is it right?' })
    await site.database.db
      .updateTable(entity as 'cases')
      .set({ title: 'Changed since' })
      .where('id', '=', id)
      .execute()
    const answered = await shown(token, '', entity)
    expect(answered.headers.get('cache-control')).toBe('no-store')
    const body = await answered.json()
    expect(body[one].title, entity).toBe('Reviewed')
    expect(JSON.stringify(body[one]), entity).toContain('First')
    expect(JSON.stringify(body), entity).not.toContain('Changed since')
    expect(body.review).toMatchObject({
      ...{ state: 'asked', askedBy: 'Priya Sharma', note: 'Is it right?', name: 'R. Kulkarni' },
      ...{ isOlder: true, hasLater: false, contact: 'priya@example.com' },
    })
    const page = await site.get(`/preview/${entity}/${token}`)
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store'])
    const html = (await page.text()).replaceAll(/<\/?bdi>|<!-- -->/g, '')
    const parts = [
      'Priya Sharma asks you to review this version.',
      'the text has changed since',
      'Reviewed',
      'Please change</button>',
    ]
    expect(
      parts.filter((part) => !html.includes(part)),
      entity,
    ).toEqual([])
    // A screen reader meets the question before the text, and the form after it.
    const places = parts.map((part) => html.indexOf(part, html.indexOf('<main')))
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(html.includes('data-count="on"')).toBe(false)
  }
})

test('a newsletter says to whom it goes, without names of files or of people', async () => {
  const audience = { to: 'course', courseId: (await addCourse(site.database, { title: 'Kubernetes' })).id }
  const body = {
    title: 'Seats',
    subject: 'Seats in <b>May</b>',
    preheader: 'Twelve',
    body: 'A **bold** [page](/blog)',
    audience,
  }
  const { _id } = await (await call('POST', '/api/newsletters', body)).json()
  const { token } = await askForReview(site, asker, ['newsletters', _id])
  expect((await (await shown(token, '', 'newsletters')).json()).newsletter).toEqual({
    ...{ _id, title: 'Seats', subject: 'Seats in <b>May</b>', preheader: 'Twelve' },
    ...{ html: expect.stringContaining('<strong>bold</strong>'), to: 'Interested in Kubernetes' },
  })
  const html = await (await site.get(`/preview/newsletters/${token}`)).text()
  expect(html).toContain('Seats in &lt;b&gt;May')
  await call('PUT', `/api/newsletters/${_id}`, { audience: { to: 'everyone' } })
  expect(await (await shown(token, '', 'newsletters')).json()).toMatchObject({
    newsletter: { to: 'Interested in Kubernetes' },
    review: { isOlder: true },
  })
})

test('an answer is recorded once, with the name as someone with the link typed it', async () => {
  const id = await addDraft()
  const { token, id: reviewId } = await askForReview(site, asker, ['blogs', id])
  const forwarded = { state: 'changes', name: ' <b>عائشة</b>  of the bank ', note: 'Please\nname <i>nobody</i>. ' }
  const answered = await answer(token, forwarded)
  expect(answered.status).toBe(200)
  const first = {
    state: 'changes',
    settledBy: '<b>عائشة</b>  of the bank',
    isTyped: true,
    answer: 'Please\nname <i>nobody</i>.',
  }
  expect(await answered.json()).toMatchObject({ _id: reviewId, name: 'R. Kulkarni', ...first })
  expect(await review(token)).toMatchObject(first)
  const stored = await site.database.db
    .selectFrom('reviews')
    .selectAll()
    .where('id', '=', reviewId)
    .executeTakeFirstOrThrow()
  expect([Boolean(stored.counts), stored.settledById]).toEqual([false, null])

  // Colleagues see that the one who was asked is another one.
  const { reviews } = await (await call('GET', `/api/reviews?entity=blogs&id=${id}`)).json()
  expect(reviews).toMatchObject([{ of: { name: 'R. Kulkarni' }, settledBy: first.settledBy, isTyped: true }])
  const dashboard = await (await call('GET', '/api/dashboard')).json()
  expect(dashboard.reviews.changes.first[0]).toMatchObject({ by: first.settledBy, guest: 'R. Kulkarni' })

  const second = await answer(token)
  expect([second.status, await second.json()]).toEqual([
    409,
    {
      message: expect.stringMatching(
        /^<b>عائشة<\/b> {2}of the bank asked for changes to this version on .* Your answer was not recorded\.$/,
      ),
      code: 'already_answered',
    },
  ])
  const page = await (await site.get(`/preview/blogs/${token}`)).text()
  expect(page).toContain('&lt;b&gt;عائشة')
  expect(page).not.toMatch(/<b>عائشة|<i>nobody/)
})

test('of two answers at once, the second is told the first', async () => {
  const { token } = await askForReview(site, asker, ['blogs', await addDraft()])
  const [one, other] = await Promise.all([
    answer(token, { ...yes, name: 'Phone' }),
    answer(token, { ...yes, name: 'Desk', state: 'changes', note: 'No' }),
  ])
  expect([one.status, other.status].toSorted()).toEqual([200, 409])
  const { settledBy } = await review(token)
  const refused = await (one.status === 409 ? one : other).json()
  expect(refused.message).toContain(settledBy)
})

test('an answer needs a name in letters, and words for changes', async () => {
  const { token } = await askForReview(site, asker, ['blogs', await addDraft()])
  const refused = (body: object) => issuesOf(answer(token, { ...yes, ...body }))
  for (const name of ['', '  ', '\u00a0\u00a0', ' \n ', '\u200b\u2800'])
    expect(await refused({ name })).toEqual([422, 'name: Your name is required'])
  expect(await refused({ name: '👍👍' })).toEqual([422, 'name: Please enter your name in letters'])
  expect(await refused({ name: 'x'.repeat(201) })).toEqual([
    422,
    expect.stringContaining('name: Your name is too long'),
  ])
  for (const note of [undefined, '', ' \n\u00a0', '👎'])
    expect(await refused({ state: 'changes', note })).toEqual([422, 'note: Please say what should change.'])
  expect(await refused({ note: 'x'.repeat(5_001) })).toEqual([
    422,
    'note: Your message is too long (at most 5000 characters)',
  ])
  expect(await refused({ name: '', state: 'changes' })).toEqual([
    422,
    'name: Your name is required',
    'note: Please say what should change.',
  ])
  expect((await refused({ state: 'returned' }))[0]).toBe(422)
  expect((await refused({ name: 'a\0b' }))[0]).toBe(422)
  expect((await review(token)).state).toBe('asked')
  expect((await answer(token, { ...yes, name: 'आर. कुलकर्णी 👍', note: '👍' })).status).toBe(200)
})

test('a later version is offered to the guest with whom it was shared, and the answer is to the one that was shown', async () => {
  const id = await addDraft('One')
  const first = await askForReview(site, asker, ['blogs', id])
  await rename(id, 'Two')
  const other = await askForReview(site, asker, ['blogs', id], { ofName: 'Somebody else' })
  expect(await review(first.token, '?version=latest')).toMatchObject({ _id: first.id, isOlder: true, hasLater: false })
  expect((await answer(first.token, { ...yes, review: other.id })).status).toBe(409)

  const second = await askForReview(site, asker, ['blogs', id])
  expect(await (await shown(first.token)).json()).toMatchObject({
    post: { title: 'One' },
    review: { _id: first.id, state: 'withdrawn', isOlder: true, hasLater: true },
  })
  expect(await (await shown(first.token, '?version=latest')).json()).toMatchObject({
    post: { title: 'Two' },
    review: { _id: second.id, state: 'asked', isOlder: false, hasLater: false },
  })
  const old = await (await site.get(`/preview/blogs/${first.token}`)).text()
  expect(old).toContain(`href="/preview/blogs/${first.token}?version=latest"`)
  expect(old).not.toContain('Please change</button>')
  const refused = await answer(first.token)
  expect([refused.status, (await refused.json()).code]).toEqual([409, 'withdrawn'])

  const pressed = await answer(first.token, { ...yes, review: second.id })
  expect(await pressed.json()).toMatchObject({ _id: second.id, state: 'approved' })
  expect(await review(first.token)).toMatchObject({ state: 'withdrawn' })
  expect(await review(second.token)).toMatchObject({ state: 'approved' })
  expect((await shown(first.token, '?version=other')).status).toBe(400)
  expect((await site.get(`/preview/blogs/${first.token}?version=other`)).status).toBe(200)
})

test('a guest without an address is none of two with the same name', async () => {
  const id = await addDraft('One')
  const ask = (ofEmail?: string) =>
    askForReview(site, asker, ['blogs', id], { ofName: 'Anna', ...(ofEmail && { ofEmail }) })
  const [one, other] = [await ask('anna@one.example'), await ask('anna@other.example')]
  await rename(id, 'Two')
  const third = await ask()
  for (const { id, token } of [one, other, third])
    expect(await review(token, '?version=latest')).toMatchObject({ _id: id, state: 'asked', hasLater: false })
  const [again, fourth] = [await ask('Anna@Other.example'), await ask()]
  const latest = async ({ token }: { token: string }) => (await review(token, '?version=latest'))._id
  expect(await Promise.all([one, other, third].map(latest))).toEqual([one.id, again.id, fourth.id])
})

test('a withdrawn review ends its link, and so does the trash', async () => {
  const id = await addDraft()
  const { token, id: reviewId } = await askForReview(site, asker, ['blogs', id])
  await setReview(site, reviewId, { state: 'withdrawn' })
  const ended = await shown(token)
  expect([ended.status, await ended.json()]).toEqual([
    404,
    { message: 'This review was withdrawn.', code: 'gone', was: { withdrawnBy: 'Priya Sharma' } },
  ])
  const page = await site.get(`/preview/blogs/${token}`)
  expect(page.status).toBe(410)
  expect(await page.text()).toMatch(/This review was withdrawn.*nothing left to answer: Priya Sharma withdrew it\./s)
  expect((await answer(token)).status).toBe(409)

  const other = await askForReview(site, asker, ['blogs', id])
  await call('DELETE', `/api/blogs/${id}`)
  expect((await shown(other.token)).status).toBe(404)
  expect((await answer(other.token)).status).toBe(404)
  expect((await answer('invented')).status).toBe(404)
  const words = new URLSearchParams({ ...yes, state: 'changes', note: 'Words to keep' })
  for (const path of [`/preview/blogs/${other.token}`, `/preview/${other.token}/answer`, '/preview/invented/answer']) {
    const lost = await site.get(path, { method: 'POST', body: words })
    expect([lost.status, await lost.text()], path).toEqual([
      404,
      expect.stringMatching(/This preview has ended.*Words to keep/s),
    ])
  }
  // Services have no previews.
  const unknown = await site.get('/preview/services/invented', { method: 'POST', body: words })
  expect([unknown.status, await unknown.text()]).toEqual([404, expect.stringContaining('Words to keep')])
})

test('an ordinary preview link takes no answer, and lists of links have none of reviews', sameOnBoth, async () => {
  const id = await addDraft()
  await askForReview(site, asker, ['blogs', id])
  const { path } = await (await call('POST', `/api/blogs/${id}/preview-links`, { days: 1 })).json()
  expect((await answer(path.slice('/preview/'.length))).status).toBe(404)
  expect((await (await call('GET', `/api/blogs/${id}/preview-links`)).json()).links).toHaveLength(1)
})

test('the form works without scripts, and a refusal loses nothing that was typed', sameOnBoth, async () => {
  const { token } = await askForReview(site, asker, ['courses', (await addCourse(site.database, { title: 'K' })).id])
  const page = `/preview/courses/${token}`
  const to = await site.get(`/preview/${token}/answer`)
  expect([to.status, to.headers.get('location')]).toEqual([302, `${page}#answer`])
  expect(await (await site.get(page)).text()).toContain(`action="${page}"`)
  const send = (fields: object, path = page) =>
    site.get(path, { method: 'POST', body: new URLSearchParams({ name: 'R. Kulkarni, Bank', note: '', ...fields }) })

  const refused = await send({ state: 'changes', name: 'Someone “else”' })
  const html = await refused.text()
  expect(refused.status).toBe(422)
  expect(refused.headers.get('referrer-policy')).toBe('no-referrer')
  expect(html).toMatch(/value="Someone “else”"/)
  expect(html).toContain('Please say what should change.')

  const sent = await send({ state: 'approved', note: 'Fine\n\nby us' }, `/preview/${token}/answer`)
  expect([sent.status, sent.headers.get('location')]).toEqual([303, `${page}?done=1#answer`])
  const thanks = (await (await site.get(`${page}?done=1`)).text()).replaceAll(/<[^>]+>/g, '')
  expect(thanks).toMatch(/Thank you\. You approved this version on \d+ \w+ \d{4} as R\. Kulkarni, Bank\./)
  expect(thanks).toContain('Fine\n\nby us')

  const again = await send({ state: 'changes', note: 'My <b>long</b> words' })
  expect(again.status).toBe(409)
  const kept = await again.text()
  expect(kept).toContain('R. Kulkarni, Bank approved this version on')
  expect(kept).toContain('My &lt;b&gt;long&lt;/b&gt; words</textarea>')
  expect(kept).toContain('href="mailto:priya@example.com"')
  expect(kept).not.toContain('Thank you.')
})
