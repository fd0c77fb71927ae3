import { expect, test } from 'vitest'
import { withoutSecrets } from '#server/http/logging.ts'
import { createToken } from './single-use-tokens.ts'
import { createSecret, holdsSecret, readSecret } from './tokens.ts'

test('a secret is 32 random bytes in base 62 with a checksum', () => {
  const secrets = Array.from({ length: 2_000 }, () => createSecret('atr_'))
  expect(new Set(secrets).size).toBe(secrets.length)
  for (const secret of secrets) {
    expect(secret).toMatch(/^atr_[0-9A-Za-z]{49}$/)
    expect(readSecret(secret)).toBe('atr_')
  }
  expect(readSecret(createSecret('ata_'))).toBe('ata_')
})

test('no other text is one: one mistyped, cut off, longer, with another prefix or in other letters', () => {
  const secret = createSecret('atr_')
  const typos = [...secret].map(
    (letter, at) => secret.slice(0, at) + (letter === 'x' ? 'y' : 'x') + secret.slice(at + 1),
  )
  const swapped = secret.slice(0, 10) + (secret[11] ?? '') + (secret[10] ?? '') + secret.slice(12)
  const others = [
    ...typos,
    ...(swapped === secret ? [] : [swapped]),
    ...[...secret].map((_, length) => secret.slice(0, length)),
    ...[
      `${secret}0`,
      ` ${secret}`,
      `${secret}\n`,
      `${secret}\0`,
      secret.replace('atr_', 'ata_'),
      secret.replace('atr_', 'ghp_'),
    ],
    ...['', 'atr_', '__proto__', `atr_${'0'.repeat(49)}`, `atr_${'é'.repeat(49)}`, `atr_${'0'.repeat(1_000_000)}`],
  ]
  for (const text of others) expect(readSecret(text), text.slice(0, 80)).toBeNull()
})

test('an address with a secret is found, and the log has none', () => {
  const secret = createSecret('ata_')
  const addresses = [
    `/api/blogs?token=${secret}`,
    `/api/blogs?q=x${secret}x`,
    `/api/blogs?q=%61ta_${secret.slice(4)}`,
    `/api/tokens/${secret}`,
    '/api/blogs?access_token=anything',
    '/api/blogs?limit=1&Access_Token=x',
  ]
  for (const address of addresses) expect(holdsSecret(address), address).toBe(true)
  const random = `-atr_${'Kq7'.repeat(30)}`
  for (const address of [
    ...['/api/blogs', '/api/blogs?q=atr_', '/api/blogs?search=data_center_migration_plan_2026', '/%'],
    `/api/newsletter/unsubscribe?token=1.${random}`,
  ])
    expect(holdsSecret(address), address).toBe(false)
  for (const line of [`{"path":"/api/tokens/${secret}"}`, `bad header ${secret.slice(0, 25)}`])
    expect(withoutSecrets(line)).not.toContain(secret.slice(4, 20))
})

test('no session begins as a secret does', () => {
  const named = ['atr_', 'ata_', 'atf_', 'atc_', 'bob_'].map((prefix) =>
    Buffer.from(prefix.padEnd(43, 'A'), 'base64url'),
  )
  expect(createToken(() => named.shift() as Buffer)).toMatch(/^bob_A{39}$/)
})
