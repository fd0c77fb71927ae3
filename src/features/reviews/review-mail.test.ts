// On both databases: messages are joined by a lock, and found by an expression on an address

import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { MadeReview } from '#contract/reviews.ts'
import type { Dashboard } from '#features/dashboard/dashboard.contract.ts'
import { databaseTime } from '#server/database/dialect.ts'
import { signatureOf } from '#server/security/signed-bodies.ts'
import { makeDue } from '#testing/make-due.ts'
import { askForReview, reviewCalls, setReview } from '#testing/review-calls.ts'
import { sameOnBoth } from '#testing/same-on-both.ts'
import { addPost } from '#testing/sample-rows.ts'
import { type SmtpSink, startSmtpSink } from '#testing/smtp-sink.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'
import { mailSettings } from '#testing/subscriber-rows.ts'
import { queueReviewAnswered, queueReviewAsked } from './review-mail.server.ts'

const secret = 'a secret of that length for reports'
const smtp = { mailService: { kind: 'smtp' as const } }
let site: TestApp
let sink: SmtpSink
let asker: SignedIn
let colleague: SignedIn
beforeAll(async () => {
  sink = await startSmtpSink()
  site = await startTestApp({ mail: mailSettings({ smtpUrl: sink.url, inboundSecret: secret }), rateLimit: false })
  asker = await site.asStaff({ name: 'Priya Sharma', email: 'priya@example.com' })
  colleague = await site.asStaff({ name: 'Kavita Rao', email: 'kavita@example.com' })
})
afterAll(async () => {
  await site.close()
  await sink.close()
})
beforeEach(async () => {
  sink.taken.length = 0
  for (const table of ['deliveries', 'reviews', 'previewLinks', 'blogs'] as const)
    await site.database.db.deleteFrom(table).execute()
})

type Of = Parameters<typeof askForReview>[3]
const guest = { ofName: 'R. Kulkarni', ofEmail: 'r.kulkarni@bank.example' }
const toColleague = () => ({ ofId: colleague.user.id, ofName: 'Kavita Rao' })
const addDraft = async (title: string) => (await addPost(site.database, { published: false, title })).id
const ask = async (title: string, of: Of, by = asker) =>
  askForReview(site, by, ['blogs', await addDraft(title)], of, (trx, review, link) =>
    queueReviewAsked(trx, smtp, review, review.ofId === undefined ? link : undefined),
  )
const answered = (id: string, changes: Parameters<typeof setReview>[2]) =>
  setReview(site, id, { settledAt: site.database.now(), ...changes })
const tellAsker = (id: string) =>
  site.database.transaction((trx) => queueReviewAnswered(trx, smtp, { id, askedById: asker.user.id }))
const waiting = () => site.database.db.selectFrom('deliveries').selectAll().where('state', '=', 'waiting').execute()

/** The messages that leave when their time has come. */
async function afterTenMinutes() {
  const { db } = site.database
  const soon = databaseTime(db, 590)
  const early = db.selectFrom('deliveries').select('id').where('state', '=', 'waiting').where('dueAt', '<', soon)
  expect(await early.execute()).toEqual([])
  await makeDue(site)
  await expect
    .poll(
      async () =>
        (await db.selectFrom('deliveries').select('id').where('state', 'in', ['waiting', 'sending']).execute()).length,
    )
    .toBe(0)
  return Promise.all(sink.taken.map(({ source }) => PostalMime.parse(source)))
}

test('a guest gets one message with all links of ten minutes, and answers to the one who asks', async () => {
  const one = await ask('Forty servers', { ...guest, note: 'Is the <b>second</b> paragraph right?\n\nPriya' })
  const two = await ask('सर्वर और 🌊', { ...guest, ofEmail: 'R.Kulkarni@Bank.example' })
  await ask('Not for them', { ofName: 'R. Kulkarni', ofEmail: 'other@bank.example' })
  expect(await waiting()).toHaveLength(2)
  const mails = await afterTenMinutes()
  const mail = mails.find(({ to }) => to?.[0]?.address === guest.ofEmail)
  expect(mails).toHaveLength(2)
  expect(mail).toMatchObject({
    subject: 'Priya Sharma asks you to review “Forty servers” and 1 more',
    replyTo: [{ name: 'Priya Sharma', address: 'priya@example.com' }],
  })
  for (const { token } of [one, two]) {
    expect(mail?.html).toContain(`${site.config.publicUrl}/preview/${token}"`)
    expect(mail?.text).toContain(`${site.config.publicUrl}/preview/${token}`)
  }
  expect(mail?.html).toContain('Is the &lt;b&gt;second&lt;/b&gt; paragraph')
  expect(mail?.text).toMatch(/The links work until \d+ \w+ \d{4}\./)
  expect(mail?.html).not.toContain('Not for them')
  expect((await site.get(`/api/previews/blogs/${one.token}`)).status).toBe(200)
  const stored = await site.database.db.selectFrom('deliveries').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(one.token)
})

test(
  'a message leaves out what was settled or withdrawn meanwhile, and is skipped when nothing is left',
  sameOnBoth,
  async () => {
    const [first, second] = [await ask('Withdrawn', toColleague()), await ask('Answered', toColleague())]
    await ask('Still open', { ...toColleague(), note: 'Today, please.' })
    const [mine] = [await ask('Alone', guest)]
    await answered(first.id, { state: 'withdrawn' })
    await answered(second.id, { state: 'approved' })
    await answered(mine.id, { state: 'withdrawn' })
    const [mail, ...more] = await afterTenMinutes()
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      to: [{ address: 'kavita@example.com' }],
      subject: 'Priya Sharma asks you to review “Still open”',
    })
    expect(mail?.text).toContain('Today, please.')
    expect(mail?.text).toContain(`${site.config.publicUrl}/#/admin/blogs/edit/`)
    const states = await site.database.db.selectFrom('deliveries').select(['state', 'reason', 'payload']).execute()
    expect(states).toContainEqual({ state: 'skipped', reason: 'The reviews were answered or withdrawn', payload: null })
  },
)

test('who asked gets one message with all answers of ten minutes', sameOnBoth, async () => {
  const [one, two, three] = [await ask('One', guest), await ask('Two', guest), await ask('Deleted', guest)]
  await site.database.db.deleteFrom('deliveries').execute()
  await answered(one.id, { state: 'approved', settledBy: 'R. Kulkarni', answer: 'Thank you <all>.' })
  await answered(two.id, { state: 'changes', settledBy: 'Kavita Rao', settledById: colleague.user.id, answer: 'No' })
  await answered(three.id, { state: 'changes', settledBy: 'X', answer: 'Gone' })
  await site.database.db
    .updateTable('blogs')
    .set({ deletedAt: site.database.now() })
    .where('title', '=', 'Deleted')
    .execute()
  for (const { id } of [one, two, three]) await tellAsker(id)
  expect(await waiting()).toHaveLength(1)
  const [mail] = await afterTenMinutes()
  expect(mail).toMatchObject({
    to: [{ address: 'priya@example.com' }],
    subject: 'R. Kulkarni approved “One” and 1 more',
  })
  expect(mail?.text).toMatch(
    /approved by R\. Kulkarni.*Thank you <all>\..*changes requested by Kavita Rao.*No.*Guests type their name/s,
  )
  expect(mail?.text).not.toContain('Gone')
})

test('messages that begin at once are one, and one that has left is followed by another', async () => {
  await Promise.all(['A', 'B', 'C'].map((title) => ask(title, guest)))
  expect(await waiting()).toHaveLength(1)
  expect((await afterTenMinutes())[0]?.subject).toMatch(/ and 2 more$/)
  await ask('D', guest)
  expect((await afterTenMinutes()).map(({ subject }) => subject)).toContain('Priya Sharma asks you to review “D”')
})

async function handIn(report: object): Promise<number> {
  const body = JSON.stringify({ from: 'MAILER-DAEMON', report })
  const signature = signatureOf(secret, body, Math.floor(Date.now() / 1_000))
  const headers = { 'content-type': 'application/json', 'x-signature': signature }
  return (await site.get('/api/mail/inbound', { method: 'POST', body, headers })).status
}

test(
  'who asked is told of a message to a guest that was refused, or that bounced, until they ask again',
  sameOnBoth,
  async () => {
    const { as, json, mine } = reviewCalls(() => site)
    const [bounced, refused] = [
      await ask('Bounced', guest),
      await ask('Refused', { ...guest, ofEmail: 'no@bank.example' }),
    ]
    const withdrawn = await ask('Withdrawn', guest)
    await ask('Trashed', { ...guest, ofEmail: 'trash@bank.example' })
    const trash = (deletedAt: string | null) =>
      site.database.db.updateTable('blogs').set({ deletedAt }).where('title', '=', 'Trashed').execute()
    await trash(site.database.now())
    await ask('Arrived', { ...guest, ofEmail: 'yes@bank.example' })
    sink.behave({ onRecipient: (to) => (to.startsWith('no@') ? { code: 550, text: 'No such user' } : undefined) })
    const mails = await afterTenMinutes()
    sink.behave({})
    const told = async () => (await mine(asker)).map(({ name, undelivered }) => `${name}: ${undelivered}`).toSorted()
    expect(await told()).toEqual([expect.stringMatching(/^Refused: .*No such user/)])
    await trash(null)
    expect(await told()).toEqual([expect.stringMatching(/^Refused/), 'Trashed: The records were in the trash'])
    await site.database.db.deleteFrom('blogs').where('title', '=', 'Trashed').execute()
    expect((await setReview(site, withdrawn.id, { state: 'withdrawn' })).length).toBe(1)

    const { messageId = '' } = mails.find(({ to }) => to?.[0]?.address === guest.ofEmail) ?? {}
    // Anybody can forge the report of a mail server: only one counts that knows the address.
    const report = (address: string) => ({
      messageIds: [messageId],
      recipients: [{ action: 'failed', status: '5.1.1', reason: '550 Unknown.', addresses: [address] }],
    })
    expect(await handIn(report('forged@bank.example'))).not.toBe(201)
    expect(await told()).toHaveLength(1)
    expect(await handIn(report('R.Kulkarni@bank.example'))).toBe(201)
    expect(await told()).toEqual(['Bounced: 550 Unknown.', expect.stringMatching(/^Refused: /)])
    const { reviews } = await json<Dashboard>(as(asker)('GET', '/api/dashboard'))
    expect(reviews?.undelivered).toMatchObject({ count: 2, first: [{ by: 'R. Kulkarni' }, { name: 'Bounced' }] })
    expect(reviews?.asked).toBeUndefined()

    // The link that was copied works all the same.
    expect(
      (await site.post('/api/previews/answer', { token: refused.token, state: 'approved', name: 'A' })).status,
    ).toBe(200)
    const again = await tryAgain(bounced.id)
    expect([again.state, again.undelivered, again.link]).toEqual([
      'asked',
      undefined,
      expect.stringMatching(/^\/preview/),
    ])
    expect((await mine(asker)).map(({ undelivered }) => undelivered)).toEqual([undefined])

    async function tryAgain(id: string) {
      const { recordId } = await site.database.db
        .selectFrom('reviews')
        .select('recordId')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const of = { name: guest.ofName, email: guest.ofEmail }
      return json<MadeReview>(as(asker)('POST', '/api/reviews', { entity: 'blogs', id: recordId, of }), 201)
    }
  },
)

test('an answer on the page tells who asked', sameOnBoth, async () => {
  const { token } = await ask('Told', {})
  expect(await waiting()).toEqual([])
  const { db } = site.database
  const answer = await site.post('/api/previews/answer', { token, state: 'changes', name: 'A', note: 'Shorter' })
  expect(answer.status).toBe(200)
  // It waits for ten minutes, also when something else is sent.
  const { id } = await ask('Due', guest)
  await makeDue(site, (all) => all.where('recipientId', '=', id))
  const states = async () =>
    (await db.selectFrom('deliveries').select(['kind', 'state']).orderBy('kind').execute()).map((one) =>
      Object.values(one).join(' '),
    )
  await expect.poll(states).toEqual(['reviewAnswered waiting', 'reviewAsked sent'])
  sink.taken.length = 0
  expect((await afterTenMinutes())[0]).toMatchObject({
    subject: 'A requested changes to “Told”',
    text: expect.stringContaining('Shorter'),
  })
})

test('nothing is queued without a mail server, and nothing is sent to those who have left', sameOnBoth, async () => {
  const id = await addDraft('Quiet')
  await askForReview(site, asker, ['blogs', id], guest, (trx, review, link) =>
    queueReviewAsked(trx, { mailService: { kind: 'files' } }, review, link),
  )
  expect(await waiting()).toEqual([])
  const left = await site.asStaff({ name: 'Left' })
  await ask('For nobody', { ofId: left.user.id, ofName: 'Left' })
  const { id: erased } = await ask('Erased', guest)
  await site.database.db.updateTable('reviews').set({ ofEmail: null }).where('id', '=', erased).execute()
  const users = site.database.db.updateTable('users').set({ active: sql<boolean>`(1 = 0)` })
  await users.where('id', '=', left.user.id).execute()
  expect(await afterTenMinutes()).toEqual([])
})

test('a writer makes the site mail a colleague, and nobody outside', sameOnBoth, async () => {
  const writer = await site.asStaff({ name: 'Isha Joshi', role: 'writer' })
  const { id } = await addPost(site.database, { title: 'By a writer', published: false })
  const askAs = (by: SignedIn, of: unknown) =>
    site.post('/api/reviews', { entity: 'blogs', id, of }, { headers: by.headers })
  const outside = { name: 'R. Kulkarni', email: 'kulkarni@bank.example' }
  const made: MadeReview = await (await askAs(writer, outside)).json()
  expect(made.link).toMatch(/^\/preview\//)
  expect(await waiting()).toHaveLength(0)
  expect((await askAs(writer, colleague.user.id)).status).toBe(201)
  expect(await waiting()).toHaveLength(1)
  expect((await askAs(asker, outside)).status).toBe(201)
  expect(await waiting()).toHaveLength(2)
})
