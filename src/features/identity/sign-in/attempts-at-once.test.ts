// On both databases: attempts are counted under a lock.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fullHashing, passwordHashing } from '#server/identity/passwords.ts'
import { sameOnBoth } from '#testing/same-on-both.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'

const settings = { rateLimit: false, trustProxy: 1 }
let site: TestApp
beforeAll(async () => {
  // Attempts are under way together while the hashes of others are computed, which takes longer than in other tests.
  site = await startTestApp(settings, { hashing: passwordHashing(8_192) })
})
afterAll(() => site.close())

const signInFrom = (address: string, { user }: SignedIn, password: string) =>
  site.post('/api/identity/sign-in', { email: user.email, password }, { headers: { 'x-forwarded-for': address } })
const statuses = (answers: Response[]) => answers.map(({ status }) => status).sort()

test('checks only five of forty simultaneous attempts', async () => {
  const staff = await site.asStaff()
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) => signInFrom('203.0.113.1', staff, `guess number ${index}`)),
  )
  expect(statuses(answers)).toEqual([...Array(5).fill(401), ...Array(35).fill(429)])
  const refused = await signInFrom('203.0.113.1', staff, staff.password)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(5)
  expect((await refused.json()).code).toBe('rate_limited')
  expect((await signInFrom('203.0.113.2', staff, staff.password)).status).toBe(200)
  const neighbour = await site.asStaff()
  expect((await signInFrom('203.0.113.1', neighbour, neighbour.password)).status).toBe(200)
})

test('right sign-ins at the same moment do not hinder each other, and sixty wrong ones get five answers', {
  tags: 'all',
}, async () => {
  const [staff, other] = [await site.asStaff(), await site.asStaff()]
  const tenTimes = (person: SignedIn) =>
    Array.from({ length: 10 }, () => signInFrom('203.0.113.7', person, person.password))
  expect(statuses(await Promise.all([...tenTimes(staff), ...tenTimes(other)]))).toEqual(Array(20).fill(200))
  const wrong = Array.from({ length: 60 }, (_, index) => signInFrom('203.0.113.8', staff, `guess number ${index}`))
  expect(statuses(await Promise.all(wrong))).toEqual([...Array(5).fill(401), ...Array(55).fill(429)])
})

test('answers other requests while many people sign in at once', sameOnBoth, async () => {
  const busy = await startTestApp(settings, { hashing: fullHashing })
  const ended: string[] = []
  const people = 6
  const attempts = Array.from({ length: people }, async (_, index) => {
    const { status } = await busy.post(
      '/api/identity/sign-in',
      { email: `flood-${index}@example.com`, password: 'not the password' },
      { headers: { 'x-forwarded-for': `198.18.0.${index}` } },
    )
    ended.push('sign-in')
    return status
  })
  await Promise.race(attempts)
  await busy.get('/api/courses')
  ended.push('courses')
  expect(new Set(await Promise.all(attempts))).toEqual(new Set([401]))
  expect(ended.indexOf('courses')).toBeLessThan(people)
  await busy.close()
})
