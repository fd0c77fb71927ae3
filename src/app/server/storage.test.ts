import { rename, rm } from 'node:fs/promises'
import { connect as connectTo, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, expect, inject, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { createTestPlace } from '#testing/test-database.ts'

const postgres = inject('postgresUrl')

let site: TestApp
afterEach(() => site.close())

const run = (statement: string) => sql.raw(statement).execute(site.database.db)
const write = (message = 'Hello') =>
  site.post('/api/contact', { name: 'Meera', email: 'meera@example.com', subject: 'A question', message })
const storedContents = async () =>
  (await site.database.db.selectFrom('contactRequests').select('message').execute()).map(({ message }) => message)
/** The answer of `/readyz` after its next check. */
const readiness = async () => {
  const answer = await site.get('/readyz')
  return `${answer.status} ${(await answer.json()).message ?? ''}`.trim()
}
const becomesReady = () => expect.poll(readiness, { interval: 250 }).toBe('200')

async function refused(answer: Response, status: number, code: string) {
  const body = await answer.json()
  expect(answer.status, body.message).toBe(status)
  expect(answer.headers.get('retry-after')).toBe('30')
  expect(body).toEqual({ code, message: expect.stringMatching(/\S/) })
  return body.message
}

/** Causes the errors of a full disk without filling one. */
const fill = async () => {
  if (!postgres) {
    // No free pages, and no growth.
    await run('vacuum')
    return run('pragma max_page_count = 1')
  }
  return run(`create function fill() returns trigger language plpgsql as $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$;
        create trigger fill before insert or update on "contactRequests" execute function fill();
        create trigger fill before insert or update on "settings" execute function fill()`)
}
const makeRoom = () =>
  postgres
    ? run('drop trigger fill on "contactRequests"; drop trigger fill on "settings"')
    : run('pragma max_page_count = 1073741823')

test('refuses writes on a full disk with a plain message, still reads, and recovers once there is room', async () => {
  site = await startTestApp()
  await fill()
  const long = 'A long message. '.repeat(1_000).trim()
  expect(await refused(await write(long), 507, 'storage_full')).toBe(
    'The server cannot save anything right now: its disk is full. What you typed has not been saved.',
  )
  expect((await site.get('/api/products')).status).toBe(200)
  if (postgres) expect(await readiness()).toBe('503 The disk is full')
  await makeRoom()
  expect((await write(long)).status).toBe(201)
  expect(await storedContents()).toEqual([long])
  await becomesReady()
})

test('is not ready while the database is read-only, and lets staff sign in from known addresses', async () => {
  site = await startTestApp({ trustProxy: 1 })
  const { user, password } = await site.asStaff()
  const signIn = (address: string, given = password) =>
    site.post(
      '/api/identity/sign-in',
      { email: user.email, password: given },
      { headers: { 'x-forwarded-for': address } },
    )
  expect((await signIn('203.0.113.1')).status).toBe(200)
  const lock = async (on: boolean) => {
    if (!postgres) return run(`pragma query_only = ${on}`)
    const name = new URL((site.config.database as { url: string }).url).pathname.slice(1)
    const owner = new pg.Client(`${postgres}/postgres`)
    await owner.connect()
    await owner.query(`alter database "${name}" set default_transaction_read_only = ${on}`)
    // New connections of the pool have the changed setting.
    await owner.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    await owner.end()
  }
  await lock(true)
  await expect.poll(readiness, { interval: 250 }).toBe('503 The database is read-only')
  expect(await refused(await write(), 503, 'unavailable')).toMatch(/read-only. What you typed has not been saved.$/)
  expect((await site.get('/api/products')).status).toBe(200)

  await refused(await signIn('203.0.113.2'), 503, 'unavailable')
  expect((await signIn('203.0.113.1', 'wrong')).status).toBe(401)
  const { token } = await (await signIn('203.0.113.1')).json()
  const headers = { authorization: `Bearer ${token}` }
  expect((await site.get('/api/contact', { headers })).status).toBe(200)
  expect((await site.get('/api/identity/session', { headers })).status).toBe(200)
  expect((await site.post('/api/identity/sign-out', {}, { headers })).status).toBe(200)
  expect((await site.get('/api/contact', { headers })).status).toBe(401)

  await lock(false)
  await becomesReady()
  expect((await write()).status).toBe(201)
})

test.skipIf(postgres)('acknowledges no write to a file that was moved away, and recovers when it is back', async () => {
  site = await startTestApp()
  await write('before')
  await rename(site.config.dataDir, `${site.config.dataDir}.away`)
  expect(await refused(await write('meanwhile'), 503, 'unavailable')).toMatch(
    /not in its place. What you typed has not been saved.$/,
  )
  expect(await readiness()).toBe('503 The database file is no longer in its place')
  expect((await site.get('/api/products')).status).toBe(200)
  await rename(`${site.config.dataDir}.away`, site.config.dataDir)
  expect((await write('after')).status).toBe(201)
  expect((await storedContents()).sort()).toEqual(['after', 'before'])
  await becomesReady()
})

test.skipIf(postgres).each(['', '/atrium.sqlite', '/atrium.sqlite-wal'])(
  'acknowledges no write when DATA_DIR%s was deleted',
  async (path) => {
    site = await startTestApp()
    await rm(site.config.dataDir + path, { recursive: true })
    await refused(await write(), 503, 'unavailable')
    await refused(await site.post('/api/newsletter/subscribe', { email: 'meera@example.com' }), 503, 'unavailable')
    expect(await readiness()).toMatch(/^503 /)
  },
)

test.runIf(postgres)(
  'reports an unreachable database server without its address, and recovers when it is back',
  async () => {
    const place = await createTestPlace()
    const server = new URL((place.config as { url: string }).url)
    const open = new Set<Socket>()
    const between = createServer((client) => {
      const onward = connectTo(Number(server.port), server.hostname)
      for (const socket of [client, onward]) {
        open.add(socket)
        socket
          .on('error', () => {})
          .on('close', () => {
            open.delete(socket)
            client.destroy()
            onward.destroy()
          })
      }
      client.pipe(onward).pipe(client)
    })
    const listen = (port: number) => new Promise<void>((resolve) => between.listen(port, '127.0.0.1', resolve))
    await listen(0)
    const { port } = between.address() as { port: number }
    const url = server.href.replace(`:${server.port}/`, `:${port}/`)
    site = await startTestApp({ database: { kind: 'postgres', url } })
    expect((await write()).status).toBe(201)
    const closed = new Promise((resolve) => between.close(resolve))
    for (const socket of open) socket.destroy()
    await closed
    for (const answer of [await write(), await site.get('/api/products')])
      expect(await refused(answer, 503, 'unavailable')).toBe(
        "The server's database cannot be used right now. Please try again in a moment.",
      )
    expect(await readiness()).toBe('503 The database cannot be reached')
    await listen(port)
    await becomesReady()
    expect((await write()).status).toBe(201)
    between.close()
    await place.remove()
  },
)

test.runIf(postgres)('loses no acknowledged write, and answers 503, while the server ends connections', async () => {
  site = await startTestApp()
  const staff = await site.asStaff()
  const logged = vi.spyOn(site.app.log, 'error')
  const killer = new pg.Client((site.config.database as { url: string }).url)
  await killer.connect()
  const ended =
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'"
  const acknowledged: string[] = []
  const statuses = new Set<number>()
  const until = performance.now() + 3_000
  const load = Array.from({ length: 8 }, async (_, writer) => {
    for (let number = 0; performance.now() < until; number++) {
      const message = `${writer} ${number}`
      const changed = await site.post('/api/instructors', { name: message, bio: 'B' }, { headers: staff.headers })
      const answer = await write(message)
      for (const { status } of [answer, changed]) statuses.add(status)
      if (answer.status === 201) acknowledged.push(message)
    }
  })
  while (performance.now() < until) await killer.query(ended)
  await Promise.all(load)
  await killer.end()
  await becomesReady()
  expect([...statuses].sort()).toEqual([201, 503])
  expect(await storedContents()).toEqual(expect.arrayContaining(acknowledged))
  // One line for the operator, and no trace for each call.
  for (const [line] of logged.mock.calls) expect(line).toMatch(/^The database cannot be reached/)
  logged.mockRestore()
})
