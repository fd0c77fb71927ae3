// It kills the real program several times.
// @module-tag all
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '#server/database/connect.ts'
import { startMember } from '#testing/cluster.ts'
import { startReceiver, verified } from '#testing/hook-receiver.ts'
import { createTestPlace } from '#testing/test-database.ts'
import { randomFrom } from '#ui/drawing/shapes.ts'

const admin = { email: 'kavita@example.com', password: 'four rivers meet at dawn' }
const kills = 4
const eventsBetween = 40

test('through kills, an outage and a rotation each event arrives at least once, signed and with one id', {
  timeout: 200_000,
}, async () => {
  const [place, receiver] = [await createTestPlace(), await startReceiver()]
  const seed = process.env['KILL_SEED'] ?? String(Date.now())
  console.log(`Kills follow from KILL_SEED=${seed}`)
  const random = randomFrom(seed)
  const member = await startMember({
    DATA_DIR: place.dataDir,
    ...(place.config.kind === 'postgres' ? { DATABASE_URL: place.config.url } : {}),
    ...{ SAMPLE_CONTENT: 'false', ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password },
    ...{ TRUST_PROXY: '1', HOOKS_PRIVATE: 'true', MAIL_RETRY: Array(20).fill(1).join() },
  })
  await member.ready()
  const database = await connect(place.config)
  onTestFinished(async () => {
    await member.end('SIGKILL')
    await database.close()
    await receiver.close()
    await place.remove()
  })
  let visitors = 0
  let token = ''
  const call = async (path: string, body: object) => {
    const answer = await fetch(member.url + path, {
      method: 'POST',
      body: JSON.stringify(body),
      // Each call comes from another network, so that no limit applies.
      headers: {
        ...{ 'content-type': 'application/json', 'x-forwarded-for': `10.${++visitors >> 8}.${visitors & 255}.1` },
        ...(token && { authorization: `Bearer ${token}` }),
      },
    })
    expect([path, answer.ok]).toEqual([path, true])
    return answer.json()
  }
  token = (await call('/api/identity/sign-in', admin)).token
  const { _id, secret } = await call('/api/hooks', { url: receiver.url, events: ['contact.created'] })
  const secrets = [secret]

  // The delay makes it likely that a kill hits events that have arrived and are not stored as sent yet.
  const behave = (share: number) =>
    receiver.answer((response) => {
      const status = random.between(0, 1) < share ? 500 : 204
      setTimeout(() => response.writeHead(status).end(), random.between(0, 8))
    })
  behave(0.02)
  const acknowledged = new Set<string>()
  for (let kill = 0; kill < kills; kill++) {
    if (kill === 1) secrets.push((await call(`/api/hooks/${_id}/secret`, {})).secret)
    // An outage from the second kill to the third.
    if (kill === 2) behave(1)
    if (kill === 3) behave(0.02)
    for (let n = 0; n < eventsBetween; n++) {
      const subject = `Request ${kill} ${n}`
      await call('/api/contact', { name: 'Raj', email: `raj-${kill}-${n}@partner.example`, subject, message: 'Move.' })
      acknowledged.add(subject)
    }
    await member.end('SIGKILL')
    // Claims of a killed process end after a quarter of a minute.
    const past = new Date(0).toISOString()
    await database.db.updateTable('deliveries').set({ claimedUntil: past }).where('state', '=', 'sending').execute()
    member.start()
    await member.ready()
  }
  const open = async () =>
    database.db
      .selectFrom('deliveries')
      .select('id')
      .where('kind', '=', 'hook')
      .where('state', '!=', 'sent')
      .limit(1)
      .execute()
  await expect.poll(open, { timeout: 120_000, interval: 500 }).toEqual([])

  const ids = new Map<string, Set<string>>()
  for (const one of receiver.arrived) {
    const valid = secrets.flatMap((key) => {
      try {
        return [verified(key, one)]
      } catch {
        return []
      }
    })
    const [event] = valid
    expect(event?.type).toBe('contact.created')
    ids.getOrInsertComputed(String(event?.data['subject']), () => new Set()).add(one.id)
  }
  expect(new Set(ids.keys())).toEqual(acknowledged)
  expect([...ids.values()].filter(({ size }) => size !== 1)).toEqual([])
})
