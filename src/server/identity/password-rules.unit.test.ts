import { expect, test } from 'vitest'
import { passwordIssue } from './password-rules.ts'

const issue = (password: string, name = 'Sundara Krishnan', email = 'sundarakrishnan@example.com') =>
  passwordIssue(password, { name, email }, { brand: 'Acme Cloud', domain: 'example.com' })

test.each([
  'sundarakrishnan1',
  'acmecloud2026',
  'AcmeCloud!2026',
  'examplecom1',
  'abcdefghij',
  'p@ssw0rd12',
  'India@12345',
  'Manchester2024!',
  'Sundara#Krishnan!1',
  'nanhsirkaradnus',
  'acm3cl0ud-x9',
  '1212122212121',
])('refuses %s as easy to guess, and says why', async (password) => {
  expect(await issue(password)).toMatch(/^This password is easy to guess\. .+\.$/)
})

test("digits in the owner's address add no strength", async () => {
  expect(await issue('staff1-2024!!', 'Asha Rao', 'staff1@example.com')).toContain('It is made from a name or address')
  expect(await issue('asha.1987-rao', 'Asha Rao', 'asha.rao.1987@example.com')).toContain(
    'It is made from a name or address',
  )
})

test.each([
  'four rivers meet at dawn',
  'seven lamps on the quay',
  'acme cloud over four rivers',
  'xK9#mQ2$vL7p',
  'kD7w-abcd-EFGH-9xyz-mnpq',
  'क्या हम नदी के किनारे मिलें',
  '4@8({[</369&#!1/|0$5+7%2'.repeat(8),
])('accepts %s', async (password) => {
  expect(await issue(password)).toBeUndefined()
})
