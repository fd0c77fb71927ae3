import { expect, test } from 'vitest'
import { fullHashing, passwordIssue } from './passwords.ts'

const { hash: hashPassword, verify: verifyPassword } = fullHashing

const password = 'ﬁve rivers meet at dawn, Ångström'
/** Made from it by better-auth 1.7.25, which hashed the passwords of earlier versions. */
const madeByBetterAuth =
  '26d00c9f825c7364fa78495f4449f627:3469101aa84560c75fa75330bc885ada2e50a575188d2f02e2214a6284d51766ccd6006c1914b6dea83f7b9b5d8d355160383c82f16a37b5e2ed54ee626901e3'

test('a hash that better-auth made is valid, however the password is encoded', async () => {
  for (const typed of [password, password.normalize('NFD'), password.replace('ﬁ', 'fi')])
    expect(await verifyPassword(madeByBetterAuth, typed)).toBe(true)
  for (const wrong of ['', password.toLowerCase(), `${password} `])
    expect(await verifyPassword(madeByBetterAuth, wrong)).toBe(false)
})

test('a new hash has the same form, a new salt, and is valid only for its password', async () => {
  const [one, other] = await Promise.all([hashPassword(password), hashPassword(password)])
  expect(one).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/)
  expect(one.split(':')[0]).not.toBe(other.split(':')[0])
  expect(await verifyPassword(one, password)).toBe(true)
  expect(await verifyPassword(one, 'another password')).toBe(false)
})

test.each(['', ':', 'abc', 'abc:', ':abc', 'abc:00'])('the damaged hash %j is valid for no password', async (hash) => {
  expect(await verifyPassword(hash, '')).toBe(false)
  expect(await verifyPassword(hash, password)).toBe(false)
})

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
