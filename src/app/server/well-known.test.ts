import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/start-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await startTestApp({ publicUrl: 'https://www.example.com' })
})
afterAll(() => site.close())

test('security.txt names the contact and its expiry', async () => {
  const answer = await site.get('/.well-known/security.txt')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const text = await answer.text()
  const fields = text.split('\n').map((line) => line.split(': '))
  const field = (name: string) => fields.filter(([key]) => key === name).map(([, value]) => value)
  expect(text).toMatch(/\n$/)
  expect(field('Contact')).toEqual([`mailto:${site.config.company.email}`, 'https://www.example.com/contact'])
  expect(field('Canonical')).toEqual(['https://www.example.com/.well-known/security.txt'])
  expect(field('Preferred-Languages')).toEqual(['en'])
  const [expires = '', ...others] = field('Expires')
  expect(others).toEqual([])
  const days = (Date.parse(expires) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(90)
  expect(days).toBeLessThan(365)
})

test('leads password managers to the screen that changes the password', async () => {
  const answer = await site.get('/.well-known/change-password')
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toBe('/#/admin/profile')
})
