import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { hookPauses } from './send-hooks.server.ts'
import { createHookSecret, signatureHeaders } from './signing.server.ts'

test('an event is tried with the pauses of mail and further ones, for three days', () => {
  const ofMail = [15, 60, 300, 900, 3_600, 10_800, 21_600, 43_200]
  expect(hookPauses(ofMail)).toEqual([...ofMail, 43_200, 43_200, 43_200, 43_200, 5_925])
  for (const pauses of [[], [0], [999_999], ofMail])
    expect(hookPauses(pauses).reduce((sum, pause) => sum + pause, 0)).toBe(3 * 24 * 3_600)
})

test('the signature is of the id, the time and the body, with a key for each secret', () => {
  const [secret, former, other] = [createHookSecret(), createHookSecret(), createHookSecret()]
  const body = '{"type":"contact.created","data":{"name":"आशा"}}'
  const headers = signatureHeaders('msg', body, [secret, former], Date.now())
  for (const one of [secret, former]) expect(new Webhook(one).verify(body, headers)).toEqual(JSON.parse(body))
  expect(() => new Webhook(other).verify(body, headers)).toThrow()
  expect(() => new Webhook(secret).verify(body, { ...headers, 'webhook-id': 'msg2' })).toThrow()
  const old = signatureHeaders('msg', body, [secret], Date.now() - 3_600_000)
  expect(() => new Webhook(secret).verify(body, old)).toThrow('too old')
})
