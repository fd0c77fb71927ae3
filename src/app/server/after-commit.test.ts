// On both databases: the failing steps are triggers
import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { registrationUrl } from '#features/courses/cohorts/course-messages.server.ts'
import { beginCall, duringCall, hasStored, withoutActivity } from '#server/activity/activity.ts'
import { internalHeaders } from '#server/http/rate-limits.ts'
import { addCourse } from '#testing/sample-rows.ts'
import { type SmtpSink, startSmtpSink } from '#testing/smtp-sink.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { mailSettings } from '#testing/subscriber-rows.ts'
import { addCohort, addRegistration } from '#testing/training-rows.ts'

let site: TestApp
let sink: SmtpSink
let call: ReturnType<typeof callAs>
let onCommit = () => {}
beforeAll(async () => {
  sink = await startSmtpSink()
  site = await startTestApp({ mail: mailSettings({ smtpUrl: sink.url }), rateLimit: false })
  call = callAs(site, await site.asStaff())
  // Others commit too, such as the loop that sends mail.
  site.database.beforeCommit(async () => () => void (hasStored() && onCommit()))
})
afterAll(async () => {
  await site.close()
  await sink.close()
})

const run = (statement: string) => sql.raw(statement).execute(site.database.db)

/** Makes each such statement fail until the test ends. @param on such as `update on "users"` @param condition about the row `new`, or `old` of a deletion */
async function failOn(on: string, condition: string) {
  const [, table] = /on (\S+)$/.exec(on) ?? []
  if (inject('postgresUrl'))
    await run(`create or replace function fail() returns trigger language plpgsql as $$ begin raise exception 'Something else needs this' using errcode = '23503'; end $$;
      create trigger fail before ${on} for each row when (${condition}) execute function fail()`)
  else
    await run(
      `create trigger fail before ${on} when ${condition} begin select raise(abort, 'FOREIGN KEY constraint failed'); end`,
    )
  onTestFinished(async () => {
    await run(inject('postgresUrl') ? `drop trigger fail on ${table}` : 'drop trigger fail')
  })
}

/** Presses the button of a message. */
async function withdraw(id: string) {
  const url = new URL(await registrationUrl(site.database, 'http://localhost', id, 'withdraw'))
  return site.post('/api/course-requests/link', { token: url.searchParams.get('token'), action: 'withdraw' })
}

test('a freed seat is given back, though it cannot be offered to the next', async () => {
  await call('PUT', '/api/settings/training', { automaticOffers: true })
  const { id: courseId } = await addCourse(site.database)
  const { id: cohortId } = await addCohort(site.database, courseId, { seats: 2 })
  const add = (state: 'accepted' | 'waiting') => addRegistration(site.database, { courseId, cohortId, state })
  const [byLink, byStaff] = [await add('accepted'), await add('accepted')]
  await add('waiting')
  await failOn('update on "registrations"', `new.state = 'offered'`)
  const pressed = await withdraw(byLink.id)
  expect([pressed.status, (await pressed.json()).state]).toEqual([200, 'withdrawn'])
  const changed = await call('PATCH', `/api/course-requests/${byStaff.id}`, { state: 'withdrawn' })
  expect([changed.status, (await changed.json()).state]).toEqual([200, 'withdrawn'])
})

test('an answer to a request is stored once, though its writer still seems to be typing', async () => {
  const message = { name: 'Meera', email: 'meera@example.com', subject: 'A question', message: 'How much?' }
  await site.post('/api/contact', message)
  const [{ _id }] = await (await call('GET', '/api/contact')).json()
  await call('PUT', `/api/contact/${_id}/typing`)
  await failOn('delete on "counters"', `old.subject like 'typing:%'`)
  const answered = await call('POST', `/api/contact/${_id}/answers`, { body: 'Not much.' })
  expect([answered.status, (await answered.json()).body]).toEqual([201, 'Not much.'])
})

test('a subscription is stored, though it cannot be counted', async () => {
  await failOn('update on "subscribers"', 'new."cameFrom" is null and old."cameFrom" is not null')
  const sent = await site.post('/api/newsletter/subscribe', { email: 'meera@example.com', page: '/blog' })
  expect(sent.status).toBe(201)
})

test('a user is deleted, though the account is left over', async () => {
  const invited = await call('POST', '/api/users/invitations', { name: 'Ravi', email: 'ravi@example.com' })
  const { user } = await invited.json()
  await failOn('delete on "identityAccounts"', 'true')
  expect((await call('DELETE', `/api/users/${user._id}`)).status).toBe(200)
})

/** Makes a call while all connections are busy from its first commit on, until two others have waited for one in vain. */
async function answerWhileBusy(make: () => Promise<Response>): Promise<Response> {
  const [taken, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const outside = AsyncLocalStorage.snapshot()
  const hold = () => site.database.db.connection().execute(() => released.promise)
  onCommit = () => {
    onCommit = () => {}
    outside(() => void Promise.allSettled(Array.from({ length: 10 }, hold)))
    taken.resolve()
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const made = make()
  await taken.promise
  const passing = setInterval(() => vi.advanceTimersByTime(500), 20)
  const other = async () => (await call('GET', '/api/activity')).status
  const others = [await other(), await other()]
  clearInterval(passing)
  vi.useRealTimers()
  released.resolve()
  expect(others).toEqual([503, 503])
  return made
}

test.runIf(inject('postgresUrl'))(
  'a call that has stored something is answered, however busy the site is',
  async () => {
    const { id: courseId } = await addCourse(site.database)
    const { id: cohortId } = await addCohort(site.database, courseId, { seats: 3 })
    const { id } = await addRegistration(site.database, { courseId, cohortId, state: 'accepted' })
    const entered = { courseId, cohortId, kind: 'enrol', name: 'Meera Joshi' }
    const byStaff = await answerWhileBusy(() => call('POST', '/api/course-requests/entered', entered))
    expect([byStaff.status, (await byStaff.json()).name]).toEqual([201, 'Meera Joshi'])
    const byVisitor = await answerWhileBusy(() => withdraw(id))
    expect([byVisitor.status, (await byVisitor.json()).state]).toEqual([200, 'withdrawn'])
  },
)

test('a call knows what one that it makes within the process has stored', async () => {
  const send = (message: string) => {
    const payload = { name: 'Meera', email: 'meera@example.com', subject: 'A question', message }
    return site.app.inject({ method: 'POST', url: '/api/contact', headers: internalHeaders, payload })
  }
  await duringCall(beginCall(undefined), async () => {
    expect([(await send('')).statusCode, hasStored()]).toEqual([422, false])
    expect([(await send('How much?')).statusCode, hasStored()]).toEqual([201, true])
    expect(withoutActivity(hasStored)).toBe(false)
    expect(duringCall(beginCall(undefined), hasStored)).toBe(true)
  })
  expect(hasStored()).toBe(false)
})
