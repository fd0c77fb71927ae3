import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeBackupState } from '#server/backup/backup-status.ts'
import { programVersion } from '#server/config/program-files.ts'
import { freePort } from '#testing/free-port.ts'
import { addPost } from '#testing/sample-rows.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'

const token = 'a-token-of-thirty-two-characters'
const headers = { authorization: `Bearer ${token}` }

let off: TestApp
let site: TestApp
beforeAll(async () => {
  off = await startTestApp({}, { built: true })
  site = await startTestApp({ metrics: { token, listen: undefined } }, { built: true })
})
afterAll(() => Promise.all([off.close(), site.close()]))

/** The value of a metric with these labels; undefined when it is not there. */
function figure(text: string, name: string, labels: Record<string, string> = {}): number | undefined {
  const line = text
    .split('\n')
    .find(
      (line) =>
        line.startsWith(`${name}${Object.keys(labels).length ? '{' : ' '}`) &&
        Object.entries(labels).every(([label, value]) => line.includes(`${label}="${value}"`)),
    )
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ')))
}
const read = async (): Promise<string> => (await site.get('/metrics', { headers })).text()

/** The parts of an answer that a client can distinguish. */
async function appearance(answer: Response) {
  const { date: _date, ...rest } = Object.fromEntries(answer.headers)
  return { status: answer.status, headers: rest, body: await answer.text() }
}

test('a stranger is answered as by a site without metrics: with the page of an unknown address', async () => {
  for (const app of [off, site]) {
    const unknown = await appearance(await app.get('/no-such-page'))
    expect(unknown.status).toBe(404)
    for (const authorization of ['', 'Bearer ', token, `Bearer ${token}x`, `Bearer ${token.replace('a', 'b')}`])
      expect(await appearance(await app.get('/metrics', { headers: { authorization } }))).toEqual(unknown)
  }
  expect((await site.get('/metrics', { method: 'HEAD' })).status).toBe(404)
  expect((await site.post('/metrics', {}, { headers })).status).toBe(404)
})

test('requests are counted by the pattern of their address and the class of their status', async () => {
  const { id, slug } = await addPost(site.database, { published: true })
  const count = async (method: string, route: string, status: string) =>
    figure(await read(), 'atrium_http_request_duration_seconds_count', { method, route, status }) ?? 0
  const expected: [method: string, path: string, route: string, status: string][] = [
    ['GET', `/blog/${slug}`, '/blog/:slug', '2xx'],
    ['GET', `/api/blogs/${id}`, '/api/blogs/:id', '2xx'],
    // From here on from the cache, past the framework.
    ['GET', `/blog/${slug}`, '/blog/:slug', '2xx'],
    ['GET', `/api/blogs/${id}`, '/api/blogs/:id', '2xx'],
    ['GET', '/api/users', '/api/users', '4xx'],
    ['GET', '/nowhere/at/all', 'unknown', '4xx'],
    ['GET', '/blog/', '/blog', '3xx'],
    ['POST', '/api/nowhere', '/api/*', '4xx'],
  ]
  for (const [method, path, route, status] of expected) {
    const before = await count(method, route, status)
    // Not by `site.get`, whose calls count as those of the process itself.
    await (await fetch(site.url + path, { method, redirect: 'manual' })).arrayBuffer()
    await expect.poll(() => count(method, route, status)).toBe(before + 1)
  }
  const text = await read()
  expect(figure(text, 'atrium_http_request_duration_seconds_sum', { route: '/blog/:slug' })).toBeGreaterThan(0)
  expect(text).not.toContain(slug)
})

test('pages and answers are counted as made or found in memory', async () => {
  const lookups = async () => {
    const text = await read()
    return ['hit', 'miss'].map((result) => figure(text, 'atrium_cache_lookups_total', { result }) ?? 0)
  }
  const rendered = async () =>
    figure(await read(), 'atrium_page_render_duration_seconds_count', { part: 'render' }) ?? 0
  const [hits = 0, misses = 0] = await lookups()
  const before = await rendered()
  for (const path of ['/terms', '/terms', '/terms', '/terms']) await (await fetch(site.url + path)).arrayBuffer()
  const [laterHits = 0, laterMisses = 0] = await lookups()
  expect(laterHits - hits).toBe(3)
  // The page, and the calls for its data.
  expect(laterMisses - misses).toBeGreaterThanOrEqual(1)
  expect(await rendered()).toBe(before + 1)
  const text = await read()
  expect(figure(text, 'atrium_cache_responses', { addresses: 'ordinary' })).toBeGreaterThan(0)
  expect(figure(text, 'atrium_cache_bytes', { addresses: 'ordinary' })).toBeGreaterThan(10_000)
})

test('the database, the mail queue and the process are described', async () => {
  await site.post('/api/contact', { name: 'A', email: 'a@example.com', subject: 'S', message: 'M' })
  const isSent = async () => figure(await read(), 'atrium_mail_attempts_total', { outcome: 'sent' })
  await expect.poll(isSent).toBe(1)
  const signedIn = await site.asStaff()
  const weak = await site.post(
    '/api/identity/accounts',
    { name: 'B', email: 'b@example.com', password: 'password12' },
    signedIn,
  )
  expect(weak.status).toBe(422)
  const text = await read()
  expect(figure(text, 'atrium_worker_processes', { worker: 'strength' })).toBe(1)
  expect(figure(text, 'atrium_worker_calls', { worker: 'strength', state: 'running' })).toBe(0)
  expect(figure(text, 'atrium_database_up')).toBe(1)
  expect(figure(text, 'atrium_mail_queue_messages', { state: 'due' })).toBe(0)
  expect(figure(text, 'atrium_mail_queue_messages', { state: 'sending' })).toBe(0)
  expect(figure(text, 'atrium_mail_queue_oldest_seconds')).toBe(0)
  for (const kind of ['select', 'insert', 'update'])
    expect(figure(text, 'atrium_database_query_duration_seconds_count', { kind, result: 'ok' })).toBeGreaterThan(0)
  const [version = '', commit = ''] = programVersion.split('+')
  expect(figure(text, 'atrium_build_info', { version, commit })).toBe(1)
  expect(figure(text, 'atrium_backup_last_success_timestamp_seconds')).toBeUndefined()
  const [goodAt, copiedAt] = ['2026-11-21T21:00:00.000Z', '2026-11-20T21:00:00.000Z']
  await writeBackupState(site.database, { goodAt, copiedAt })
  const later = await read()
  expect(figure(later, 'atrium_backup_last_success_timestamp_seconds')).toBe(Date.parse(goodAt) / 1_000)
  expect(figure(later, 'atrium_backup_copy_last_success_timestamp_seconds')).toBe(Date.parse(copiedAt) / 1_000)
  const pooled = site.config.database.kind === 'postgres' ? 0 : undefined
  expect(figure(text, 'atrium_database_connections', { state: 'waiting' })).toBe(pooled)
  for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes', 'process_cpu_seconds_total'])
    expect(figure(text, name), name).toBeGreaterThan(0)
})

test('on a separate address they are read without a token, and nowhere else', async () => {
  const port = await freePort()
  const apart = await startTestApp({ metrics: { token: undefined, listen: { host: '127.0.0.1', port } } })
  const own = `http://127.0.0.1:${port}`

  const answer = await fetch(`${own}/metrics`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=/)
  expect(await answer.text()).toContain('process_resident_memory_bytes')
  expect((await fetch(`${own}/`)).status).toBe(404)
  expect((await fetch(`${own}/metrics`, { method: 'POST' })).status).toBe(404)
  expect((await apart.get('/metrics', { method: 'POST' })).status).toBe(404)

  const second = startTestApp({ metrics: { token: undefined, listen: { host: '127.0.0.1', port } } })
  await expect(second).rejects.toThrow(
    `METRICS_LISTEN 127.0.0.1:${port} is already in use; give each process an address of its own, or set METRICS_TOKEN instead`,
  )

  // While the database does not answer, the metrics do.
  await apart.database.close()
  const text = await (await fetch(`${own}/metrics`)).text()
  expect(figure(text, 'atrium_database_up')).toBe(0)
  expect(figure(text, 'atrium_mail_queue_messages', { state: 'due' })).toBeUndefined()
  await apart.close()
  await expect(fetch(`${own}/metrics`)).rejects.toThrow()
})

test('challenges of passkeys are counted by their purpose', async () => {
  const challenges = async () => figure(await read(), 'atrium_passkey_challenges_total', { purpose: 'sign-in' }) ?? 0
  const before = await challenges()
  for (let count = 0; count < 2; count++) await site.post('/api/identity/sign-in/passkey/options', {})
  expect(await challenges()).toBe(before + 2)
})
