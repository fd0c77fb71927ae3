// On both databases: the failing steps are triggers
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { registrationUrl } from '#features/courses/cohorts/course-messages.server.ts'
import { addCourse } from '#testing/sample-rows.ts'
import { type SmtpSink, startSmtpSink } from '#testing/smtp-sink.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { mailSettings } from '#testing/subscriber-rows.ts'
import { addCohort, addRegistration } from '#testing/training-rows.ts'

let site: TestApp
let sink: SmtpSink
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  sink = await startSmtpSink()
  site = await startTestApp({ mail: mailSettings({ smtpUrl: sink.url }), rateLimit: false })
  call = callAs(site, await site.asStaff())
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

test('a freed seat is given back, though it cannot be offered to the next', async () => {
  await call('PUT', '/api/settings/training', { automaticOffers: true })
  const { id: courseId } = await addCourse(site.database)
  const { id: cohortId } = await addCohort(site.database, courseId, { seats: 2 })
  const add = (state: 'accepted' | 'waiting') => addRegistration(site.database, { courseId, cohortId, state })
  const [byLink, byStaff] = [await add('accepted'), await add('accepted')]
  await add('waiting')
  await failOn('update on "registrations"', `new.state = 'offered'`)
  const url = new URL(await registrationUrl(site.database, 'http://localhost', byLink.id, 'withdraw'))
  const token = url.searchParams.get('token')
  const pressed = await site.post('/api/course-requests/link', { token, action: 'withdraw' })
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
