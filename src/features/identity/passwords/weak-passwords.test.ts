import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/start-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await startTestApp()
})
afterAll(() => site.close())

const person = { name: 'Sundara Krishnan', email: 'sundarakrishnan@example.com' }

test('refuses passwords that are easy to guess, with a reason at the field', async () => {
  const staff = await site.asStaff(person)
  const colleague = { name: 'Asha Rao', email: 'staff1@example.com' }
  const answers = await Promise.all([
    site.post('/api/identity/accounts', { ...colleague, password: 'staff1-2024!!' }, staff),
    site.post('/api/identity/accounts', { ...colleague, password: 'AcmeCloud!2026' }, staff),
    site.post('/api/identity/password', { currentPassword: staff.password, newPassword: 'sundarakrishnan1' }, staff),
  ])
  const refusals = await Promise.all(answers.map(async (answer) => [answer.status, (await answer.json()).issues]))
  const refusal = (path: string) => [
    422,
    [{ path, message: expect.stringMatching(/^This password is easy to guess\. .+\.$/) }],
  ]
  expect(refusals).toEqual([refusal('password'), refusal('password'), refusal('newPassword')])
  expect(
    (await site.post('/api/identity/accounts', { ...colleague, password: 'sundarakrishnan ate four rivers' }, staff))
      .status,
  ).toBe(201)
})
