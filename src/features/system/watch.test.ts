// On both databases: several processes share the alarms.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { writeBackupState } from '#server/backup/backup-status.ts'
import { hour, minute } from '#server/security/counters.ts'
import { startMailSite } from '#testing/mail-site.ts'
import { sameOnBoth } from '#testing/same-on-both.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import type { System } from './system.contract.ts'
import { watch } from './watch.server.ts'

const backup = { at: '02:30', command: undefined }

/** A clock that the test moves. */
function startClock() {
  let time = Date.now()
  return {
    clock: () => time,
    now: () => new Date(time).toISOString(),
    pass(milliseconds: number) {
      time += milliseconds
    },
  }
}

/** An uptime service. `answer` is its status, and where it sends the caller. */
async function startUptimeService() {
  const service = { calls: [] as string[], answer: { status: 200, location: '' } }
  const server = createServer(({ method, url }, response) => {
    service.calls.push(`${method} ${url}`)
    const { status, location } = service.answer
    response.writeHead(status, location === '' ? {} : { location }).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return Object.assign(service, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/ping/7f3a` })
}

const subjectsOf = (taken: { to: string; source: string }[]) =>
  taken.map(({ to, source }) => `${to}: ${/^Subject: (.*?)\r?$/m.exec(source)?.[1]}`)

test('owners are told once, by one of several processes, that backups fail, and once that they work again', async () => {
  const { clock, now, pass } = startClock()
  const uptime = await startUptimeService()
  const settings = { backup, heartbeatUrl: uptime.url }
  const { sink, site } = await startMailSite({}, settings, { clock })
  const { database, mail } = site.config
  const second = await startTestApp({ ...settings, database, mail }, { clock })
  onTestFinished(second.close)
  const [meera] = [await site.asStaff(), await site.asStaff({ role: 'editor' })]
  const look = async (after: number) => {
    pass(after)
    // One after the other: in one thread, two connections would wait for each other's lock.
    for (const { jobs } of [site, second]) await jobs.wake(watch)
  }

  await look(5 * minute)
  const beats = uptime.calls.length
  expect(uptime.calls).toContain('GET /ping/7f3a')
  await writeBackupState(site.database, { goodAt: now(), attemptAt: now(), error: 'No space left on device' })
  // It must last for a moment.
  await look(5 * minute)
  expect(uptime.calls.length).toBe(beats + 1)
  for (let looks = 0; looks < 3; looks++) await look(5 * minute)
  expect(uptime.calls.length).toBe(beats + 1)
  await expect
    .poll(() => subjectsOf(sink.taken))
    .toEqual([`${meera.user.email}: The site is not backed up (Acme Cloud)`])
  const text = sink.taken[0]?.source.replaceAll(/=\r?\n/g, '')
  expect(text).toContain('The last backup failed. The reason: No space left on device')
  expect(text).toContain('/#/admin/system')

  // One that comes and goes is one alarm.
  await writeBackupState(site.database, { goodAt: now(), attemptAt: now() })
  await look(5 * minute)
  await writeBackupState(site.database, { goodAt: now(), attemptAt: now(), error: 'No space left on device' })
  await look(5 * minute)
  await writeBackupState(site.database, { goodAt: now(), attemptAt: now() })
  const before = uptime.calls.length
  await look(5 * minute)
  expect(uptime.calls.length).toBe(before + 1)
  await look(hour)
  await look(5 * minute)
  const told = ['The site is not backed up', 'Backups work again'].map(
    (one) => `${meera.user.email}: ${one} (Acme Cloud)`,
  )
  await expect.poll(() => subjectsOf(sink.taken)).toEqual(told)
  expect(await site.database.db.selectFrom('alarms').select('id').where('id', '=', 'backup').execute()).toEqual([])
})

test('a mail server that fails is shown, stops the heartbeat, and is told once it works', sameOnBoth, async () => {
  const { clock, pass } = startClock()
  const uptime = await startUptimeService()
  const { sink, site } = await startMailSite(
    { retryPauses: Array(20).fill(1), connections: 1 },
    { backup, heartbeatUrl: uptime.url },
    { clock },
  )
  const { headers, user } = await site.asStaff()
  const read = async () => (await (await site.get('/api/system', { headers })).json()) as System
  const look = async (after: number) => {
    pass(after)
    await site.jobs.wake(watch)
  }
  sink.behave({ onRecipient: () => ({ code: 421, text: 'Closed for the night' }) })
  await site.post('/api/contact', {
    name: 'Raj',
    email: 'raj@partner.example',
    subject: 'Servers',
    message: 'They move.',
  })
  await expect.poll(async () => (await read()).mail.refuses?.reason).toMatch(/Closed for the night/)
  expect((await read()).warnings).toEqual([])
  await look(2 * hour)
  expect((await read()).warnings).toEqual(['The mail server has accepted no email for 2 hours.'])
  const beats = uptime.calls.length
  await look(5 * minute)
  expect(uptime.calls.length).toBe(beats)
  // A message about it would wait too.
  const queued = await site.database.db.selectFrom('deliveries').select('kind').execute()
  expect(queued).toEqual([{ kind: 'contact' }])

  sink.behave({})
  await expect.poll(() => sink.taken.length).toBe(1)
  await expect.poll(async () => (await read()).warnings).toEqual([])
  await look(hour + 5 * minute)
  const last = `${user.email}: Email is sent again (Acme Cloud)`
  await expect.poll(() => subjectsOf(sink.taken).at(-1)).toBe(last)
})

test('a heartbeat that fails is shown, and its redirect is not followed', sameOnBoth, async () => {
  const { clock, pass } = startClock()
  const uptime = await startUptimeService()
  const site: TestApp = await startTestApp({ backup, heartbeatUrl: uptime.url }, { clock })
  onTestFinished(site.close)
  const { headers } = await site.asStaff()
  const look = async () => {
    pass(5 * minute)
    await site.jobs.wake(watch)
    return (await (await site.get('/api/system', { headers })).json()) as System
  }
  const { heartbeat, lacks } = await look()
  expect(heartbeat).toEqual({ at: expect.any(String) })
  expect(lacks.join(' ')).not.toMatch(/heartbeat/)
  uptime.answer = { status: 302, location: '/login' }
  expect((await look()).lacks).toContain(
    'The uptime service does not receive the heartbeat. The address leads elsewhere.',
  )
  expect(uptime.calls).not.toContain('GET /login')
  uptime.answer = { status: 404, location: '' }
  const failed = await look()
  expect(failed.heartbeat).toEqual({ at: heartbeat?.at, error: 'It answered 404.' })
  expect(JSON.stringify(failed)).not.toContain('7f3a')
})
