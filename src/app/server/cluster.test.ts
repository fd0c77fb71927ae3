// On both databases: only PostgreSQL allows several processes.
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { connect } from '#server/database/connect.ts'
import { migrations } from '#server/database/migrate.ts'
import { type Member, startMember, startRoundRobin } from '#testing/cluster.ts'
import { clusterEnv, clusterSettings, runThroughKill } from '#testing/cluster-scenario.ts'
import { type SmtpSink, startSmtpSink } from '#testing/smtp-sink.ts'
import { createTestPlace } from '#testing/test-database.ts'

// The full size, behind nginx, is in bench/cluster.ts.
describe.runIf(inject('postgresUrl'))('three processes on one database', () => {
  let place: Awaited<ReturnType<typeof createTestPlace>>
  let databaseUrl: string
  let sink: SmtpSink
  let members: Member[]
  let proxy: Awaited<ReturnType<typeof startRoundRobin>>

  beforeAll(async () => {
    // Without tables: the processes, which start together, make them.
    place = await createTestPlace('template0')
    databaseUrl = place.config.kind === 'postgres' ? place.config.url : ''
    sink = await startSmtpSink()
    members = await Promise.all([1, 2, 3].map(() => startMember(clusterEnv(place.dataDir, databaseUrl, sink))))
    proxy = await startRoundRobin(members.map(({ url }) => url))
    await Promise.all(members.map((member) => member.ready()))
  }, 180_000)
  afterAll(async () => {
    await Promise.all(members.map((member) => member.end('SIGKILL')))
    await Promise.all([proxy.stop(), sink.close()])
    await place.remove()
  })

  const from = (address: string) => ({ 'content-type': 'application/json', 'x-forwarded-for': address })
  /** Sends the same call many times, six at once, through all processes. @returns how often each status was answered */
  async function statusesOf(count: number, path: string, headers: object, body: () => object) {
    const statuses: Record<number, number> = {}
    const send = () =>
      fetch(proxy.url + path, { method: 'POST', headers: { ...headers }, body: JSON.stringify(body()) })
    for (let sent = 0; sent < count; sent += 6)
      for (const { status } of await Promise.all(Array.from({ length: 6 }, send)))
        statuses[status] = (statuses[status] ?? 0) + 1
    return statuses
  }

  test('limits of calls and of sign-ins hold for all of them together', async () => {
    let number = 0
    const subscribe = () => ({ email: `visitor-${++number}@example.net` })
    expect(await statusesOf(24, '/api/newsletter/subscribe', from('192.0.2.1'), subscribe)).toEqual({
      201: 10,
      429: 14,
    })
    expect(await statusesOf(6, '/api/newsletter/subscribe', from('192.0.2.2'), subscribe)).toEqual({ 201: 6 })
    const guess = () => ({ email: 'admin@example.com', password: `guess number ${++number}` })
    expect(await statusesOf(12, '/api/identity/sign-in', from('192.0.2.3'), guess)).toEqual({ 401: 5, 429: 7 })
  })

  test('their counts add up; an end writes them, and a kill loses at most those of ten seconds', {
    tags: 'all',
  }, async () => {
    const database = await connect(place.config)
    const [first, second] = members as [Member, Member]
    const count = ({ url }: Member) =>
      fetch(`${url}/api/seen`, { method: 'POST', headers: from('192.0.2.9'), body: '{"path":"/","kind":"view"}' })
    const views = async () => {
      const rows = await database.db.selectFrom('viewDays').select('views').execute()
      return rows.reduce((sum, row) => sum + row.views, 0)
    }
    for (const member of [...members, ...members]) expect((await count(member)).status).toBe(204)
    await expect.poll(views, { interval: 200 }).toBe(6)
    await count(first)
    await count(second)
    await second.end('SIGKILL')
    expect(await first.end('SIGTERM')).toBe(0)
    // The killed one may just have written.
    expect([7, 8]).toContain(await views())
    for (const member of [first, second]) member.start()
    await Promise.all([first.ready(), second.ready()])
    await database.close()
  })

  test('one is killed and one restarted under load: nothing is lost, refused or sent twice', {
    timeout: 180_000,
    tags: 'all',
  }, async () => {
    const report = await runThroughKill({
      url: proxy.url,
      members,
      databaseUrl,
      sink,
      subscribers: 60,
      pace: 100,
      pause: 10,
    })

    // A message that the killed process had received may have been stored or not, so its sender gets an error.
    const { 'POST 502': broken = 0, ...statuses } = report.statuses
    expect(Object.keys(statuses).sort()).toEqual(['GET 200', 'POST 201'])
    expect(broken).toBeLessThanOrEqual(2)
    expect(report.acknowledged.length).toBeGreaterThan(10)
    expect(report.acknowledged.filter((subject) => report.stored.get(subject) !== 1)).toEqual([])

    expect(report.mail.filter(({ ids }) => ids !== 1)).toEqual([])
    const repeats = report.mail.reduce((sum, { copies }) => sum + copies - 1, 0)
    expect(repeats).toBeLessThanOrEqual(clusterSettings.connections)

    expect(report.exitCode).toBe(0)
    expect(report.shown).toEqual([true, true, true])
    expect(report.migrations.sort()).toEqual(migrations.map(({ name }) => name))
    expect(report.users).toBe(1)
    expect(report.errors).toBe('')
  })
})
