import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signToken } from '#server/security/signed-tokens.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { addSubscribers } from '#testing/subscriber-rows.ts'
import type { Subscriber } from '../ground/subscribers.table.ts'

let site: TestApp
beforeAll(async () => {
  site = await startTestApp({}, { built: true })
})
afterAll(() => site.close())

const day = 24 * 3_600_000
const sign = (purpose: string, { id }: Subscriber, expires = 0) => signToken(site.database, purpose, id, expires)
const unsubscribeToken = (subscriber: Subscriber) => sign('unsubscribe', subscriber)
const confirmToken = (subscriber: Subscriber) => sign('confirm', subscriber, Date.now() + 7 * day)
const one = async (changes: Partial<Subscriber> = {}) =>
  (await addSubscribers(site.database, 1, changes))[0] as Subscriber
const stateOf = async ({ id }: Subscriber) =>
  (await site.database.db.selectFrom('subscribers').select('state').where('id', '=', id).executeTakeFirst())?.state

/** Posts as the button of the page or of a mail program does. */
const press = (page: string, token: string, body: string, type = 'application/x-www-form-urlencoded') =>
  site.get(`/newsletter/${page}?token=${token}`, { method: 'POST', body, headers: { 'content-type': type } })
const open = (page: string, token: string) => site.get(`/newsletter/${page}?token=${token}`)

describe('unsubscribing', () => {
  test('changes nothing when the link is opened; the button unsubscribes, which can be undone', async () => {
    const reader = await one()
    const token = await unsubscribeToken(reader)
    for (let look = 0; look < 3; look++) {
      const page = await open('unsubscribe', token)
      expect(page.status).toBe(200)
      expect(page.headers.get('cache-control')).toBe('no-store')
      expect(await page.text()).toContain('Stop sending our newsletter to')
    }
    expect((await site.get(`/newsletter/unsubscribe?token=${token}`, { method: 'HEAD' })).status).toBe(200)
    expect(await stateOf(reader)).toBe('confirmed')

    for (let time = 0; time < 2; time++) {
      const answer = await press('unsubscribe', token, 'action=unsubscribe')
      expect(answer.status).toBe(303)
      expect(await (await site.get(answer.headers.get('location') ?? '')).text()).toContain('You are unsubscribed')
      expect(await stateOf(reader)).toBe('unsubscribed')
    }
    for (let time = 0; time < 2; time++) {
      const answer = await press('unsubscribe', token, 'action=undo')
      expect(await (await site.get(answer.headers.get('location') ?? '')).text()).toContain('You are subscribed again')
      expect(await stateOf(reader)).toBe('confirmed')
    }
  })

  test.each([
    ['a form', 'List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded'],
    [
      'multipart',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
      'multipart/form-data; boundary=x',
    ],
  ])('unsubscribes by one click in a mail program, as %s, without a redirect', async (_, body, type) => {
    const reader = await one()
    for (let time = 0; time < 2; time++) {
      const answer = await press('unsubscribe', await unsubscribeToken(reader), body, type)
      expect(answer.status).toBe(200)
      expect(await answer.text()).toBe('Unsubscribed')
    }
    expect(await stateOf(reader)).toBe('unsubscribed')
  })

  test.each([
    ['nothing', '', 'application/x-www-form-urlencoded'],
    ['a form', 'q=test&submit=Go', 'application/x-www-form-urlencoded'],
    ['another value', 'List-Unsubscribe=yes', 'application/x-www-form-urlencoded'],
    ['the words elsewhere', 'text=List-Unsubscribe%3DOne-Click', 'application/x-www-form-urlencoded'],
    ['JSON', '{"List-Unsubscribe":"x","a":"List-Unsubscribe=One-Click"}', 'application/json'],
    [
      'multipart',
      '--x\r\nContent-Disposition: form-data; name="q"\r\n\r\nOne-Click\r\n--x--\r\n',
      'multipart/form-data; boundary=x',
    ],
  ])('is not done by a scanner that posts %s; the page is shown again', async (_, body, type) => {
    const [reader, asked] = [await one(), await one({ state: 'pending' })]
    const answer = await press('unsubscribe', await unsubscribeToken(reader), body, type)
    expect(answer.status).toBe(303)
    expect(await (await site.get(answer.headers.get('location') ?? '')).text()).toContain('Stop sending our newsletter')
    await press('confirm', await confirmToken(asked), body, type)
    await press('preferences', await sign('preferences', reader), body, type)
    expect([await stateOf(reader), await stateOf(asked)]).toEqual(['confirmed', 'pending'])
  })

  test('has a link that never expires, on a page that masks the address', async () => {
    const reader = await one({ email: 'meera.kulkarni@example.net', subscribedAt: '2020-01-01T00:00:00.000Z' })
    const answer = await site.get(
      `/api/newsletter/subscription?purpose=unsubscribe&token=${await unsubscribeToken(reader)}`,
    )
    expect(await answer.json()).toEqual({ purpose: 'unsubscribe', email: 'me••••••@example.net', state: 'confirmed' })
  })

  test('says that there is nothing to do for a deleted address', async () => {
    const reader = await one()
    const token = await unsubscribeToken(reader)
    await site.database.db.deleteFrom('subscribers').where('id', '=', reader.id).execute()
    expect(await (await open('unsubscribe', token)).text()).toContain('This address is not on our list')
    expect((await press('unsubscribe', token, 'List-Unsubscribe=One-Click')).status).toBe(200)
  })

  test('an address that bounced is not brought back by "undo"', async () => {
    const reader = await one({ state: 'bounced' })
    await press('unsubscribe', await unsubscribeToken(reader), 'action=undo')
    expect(await stateOf(reader)).toBe('bounced')
  })
})

describe('confirming', () => {
  test('changes nothing when the link is opened; the button confirms, also repeatedly', async () => {
    const reader = await one({ state: 'pending' })
    const token = await confirmToken(reader)
    for (let look = 0; look < 3; look++)
      expect(await (await open('confirm', token)).text()).toContain('Confirm your subscription')
    expect(await stateOf(reader)).toBe('pending')
    for (let time = 0; time < 2; time++) {
      const answer = await press('confirm', token, 'action=confirm')
      expect(await (await site.get(answer.headers.get('location') ?? '')).text()).toContain(
        'Your subscription is confirmed',
      )
      expect(await stateOf(reader)).toBe('confirmed')
    }
  })

  test('shows the form for an expired link, and confirms nothing', async () => {
    const reader = await one({ state: 'pending' })
    const token = await sign('confirm', reader, Date.now() - 1)
    const html = await (await open('confirm', token)).text()
    expect(html).toContain('This link has expired')
    await press('confirm', token, 'action=confirm')
    const answer = await site.post('/api/newsletter/subscription', { purpose: 'confirm', token, action: 'confirm' })
    expect(answer.status).toBe(410)
    expect((await answer.json()).code).toBe('gone')
    expect(await stateOf(reader)).toBe('pending')
  })

  test('does not undo a later unsubscription with an old link', async () => {
    const reader = await one({ state: 'pending' })
    const token = await confirmToken(reader)
    await press('confirm', token, 'action=confirm')
    await press('unsubscribe', await unsubscribeToken(reader), 'action=unsubscribe')
    await press('confirm', token, 'action=confirm')
    expect(await stateOf(reader)).toBe('unsubscribed')
  })
})

describe('invalid links', () => {
  const forgeries = (token: string, confirm: string, other: string): [string, string][] => {
    const [id = '', expires = '', mac = ''] = token.split('.')
    return [
      ['none at all', ''],
      ['nonsense', 'hello'],
      ['another id', `${other}.${expires}.${mac}`],
      ['another end', `${id}.zzz.${mac}`],
      ['a changed signature', `${id}.${expires}.${mac.startsWith('A') ? 'B' : 'A'}${mac.slice(1)}`],
      ['a short signature', `${id}.${expires}.${mac.slice(1)}`],
      ['no signature', `${id}.${expires}.`],
      ['a link for something else', confirm],
      ['a very long one', 'x'.repeat(5_000)],
      ['NUL', `${token}%00`],
      ['markup', encodeURIComponent('"><script>alert(1)</script>')],
    ]
  }

  test('are answered with 404 and change nothing', async () => {
    const [reader, other] = [await one(), await one({ state: 'pending' })]
    const token = await unsubscribeToken(reader)
    for (const [name, forged] of forgeries(token, await confirmToken(reader), other.id)) {
      const page = await open('unsubscribe', forged)
      expect(page.status, name).toBe(404)
      const html = await page.text()
      expect(html, name).toContain('This link does not work')
      expect(html, name).toMatch(/<main.*Back to Home.*<\/main>/s)
      expect(html, name).not.toContain('<script>alert')
      expect((await press('unsubscribe', forged, 'List-Unsubscribe=One-Click')).status, name).toBe(404)
      expect((await press('unsubscribe', forged, 'action=unsubscribe')).status, name).toBe(303)
    }
    for (const [name, forged] of forgeries(await confirmToken(other), await unsubscribeToken(other), reader.id)) {
      expect((await open('confirm', forged)).status, name).toBe(404)
      await press('confirm', forged, 'action=confirm')
    }
    expect(await stateOf(reader)).toBe('confirmed')
    expect(await stateOf(other)).toBe('pending')
  })

  test.each([
    ['unsubscribe', 'confirm'],
    ['confirm', 'undo'],
    ['confirm', 'unsubscribe'],
  ])('refuses to use a link to %s to %s', async (purpose, action) => {
    const reader = await one({ state: 'pending' })
    const token = purpose === 'confirm' ? await confirmToken(reader) : await unsubscribeToken(reader)
    expect((await site.post('/api/newsletter/subscription', { purpose, token, action })).status).toBe(422)
    expect(await stateOf(reader)).toBe('pending')
  })
})
