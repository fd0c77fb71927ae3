import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '#server/database/connect.ts'
import { fullHashing } from '#server/identity/passwords.ts'
import { programs } from '#testing/programs.ts'
import { startSmtpSink } from '#testing/smtp-sink.ts'
import { createTestPlace } from '#testing/test-database.ts'
import { isPrepared } from '../../../scripts/prepare.js'

type Place = Awaited<ReturnType<typeof createTestPlace>>

/** Runs the program as `npm start` does, with a separate database. */
function start(
  place: Place,
  env: Record<string, string> = {},
  [command, ...args] = [process.execPath, programs.server],
) {
  const database = place.config.kind === 'postgres' ? { DATABASE_URL: place.config.url } : {}
  const program = spawn(command ?? '', args, {
    env: {
      PATH: process.env['PATH'],
      ATRIUM_DIST: process.env['ATRIUM_DIST'],
      DATA_DIR: place.dataDir,
      SAMPLE_CONTENT: 'false',
      PORT: '0',
      ...database,
      ...env,
    },
  })
  // A test that fails leaves no process behind.
  onTestFinished(() => void program.kill('SIGKILL'))
  const output = { out: '', error: '' }
  program.stdout.on('data', (chunk) => {
    output.out += chunk
  })
  program.stderr.on('data', (chunk) => {
    output.error += chunk
  })
  const ended = new Promise<number | null>((resolve) => program.on('exit', resolve))
  return { program, output, ended }
}

async function inPlace(work: (place: Place) => Promise<void>) {
  const place = await createTestPlace()
  try {
    await work(place)
  } finally {
    await place.remove()
  }
}

test('`npm start` ends when its server has ended, and leaves no process behind', ({ skip }) =>
  inPlace(async (place) => {
    if (place.config.kind === 'postgres') skip('The command is the same')
    if (!isPrepared()) skip('It would install or build first, below the feet of the other tests')
    const { program, output, ended } = start(place, { HOME: place.dataDir }, ['npm', 'start'])
    await expect.poll(() => output.out).toMatch(/http:\/\/localhost:\d+/)
    const url = /http:\/\/localhost:\d+/.exec(output.out)?.[0] ?? ''
    program.kill('SIGTERM')
    expect(await ended).toBe(0)
    await expect(fetch(`${url}/readyz`)).rejects.toThrow()
  }))

test('prints its address and answers; on SIGHUP, as on SIGTERM, it is not ready, then finishes a running request and ends', () =>
  inPlace(async (place) => {
    const { program, output, ended } = start(place, { DRAIN_SECONDS: '2' })
    await expect.poll(() => output.out).toMatch(/http:\/\/localhost:\d+/)
    const url = /http:\/\/localhost:\d+/.exec(output.out)?.[0] ?? ''
    expect((await fetch(`${url}/readyz`)).status).toBe(200)

    // The end of the message is sent only after the signal. The server answers 100 once it has accepted the request.
    const body = JSON.stringify({ name: 'A', email: 'a@example.com', subject: 'S', message: 'M' })
    const headers = { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' }
    const running = httpRequest(`${url}/api/contact`, { method: 'POST', headers })
    running.flushHeaders()
    await once(running, 'continue')
    running.write(body.slice(0, 10))
    program.kill('SIGHUP')
    const readiness = () =>
      fetch(`${url}/readyz`).then(
        (answer) => answer.json(),
        () => ({ status: 'closed' }),
      )
    await expect.poll(readiness).toHaveProperty('status', 'stopping')
    await expect.poll(readiness).toHaveProperty('status', 'closed')
    running.end(body.slice(10))
    const [response] = await once(running, 'response')
    response.resume()
    expect(response.statusCode).toBe(201)
    expect(await ended).toBe(0)
    expect(output.error).toBe('')
  }))

test('logs no personal data and no secrets at any level, and stores a hash of the full cost', () =>
  inPlace(async (place) => {
    // A mail server in trouble that quotes the recipient.
    const sink = await startSmtpSink({
      onRecipient: (address) => ({ code: 421, text: `4.3.2 <${address}> has to wait` }),
    })
    const password = 'four rivers meet at dawn'
    const { program, output, ended } = start(place, {
      LOG_LEVEL: 'debug',
      SMTP_URL: sink.url,
      NEWSLETTER_CONFIRM: 'true',
      ADMIN_PASSWORD: password,
    })
    await expect.poll(() => output.out).toMatch(/http:\/\/localhost:\d+/)
    const url = /http:\/\/localhost:\d+/.exec(output.out)?.[0] ?? ''
    const post = (path: string, body: object) =>
      fetch(url + path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      })

    const session = await (await post('/api/identity/sign-in', { email: 'admin@example.com', password })).json()
    const headers = { authorization: `Bearer ${session.token}` }
    const link = 'dGhlLXN1YnNjcmliZXI.0.h4Jf0v-2Qk_9s8ZpYw3xTA'
    await post('/api/newsletter/subscribe', { email: 'anna@example.net' })
    await post('/api/contact', { name: 'Anna Bell', email: 'anna@example.net', subject: 'S', message: 'M' })
    await post('/api/identity/forgot', { email: 'admin@example.com' })
    await post('/api/identity/reset', { token: link, password: 'a hundred quiet boats' })
    await post('/api/newsletter/subscription', { purpose: 'unsubscribe', token: link, action: 'unsubscribe' })
    for (const path of [
      `/newsletter/unsubscribe?token=${link}`,
      `/newsletter/confirm?token=${link}`,
      `/api/newsletter/subscription?purpose=confirm&token=${link}`,
      `/admin/reset-password?token=${link}`,
      `/newsletter/${link}`,
      `/${encodeURIComponent('anna@example.net')}`,
      '/api/newsletter/subscribers?search=anna@example.net',
      '/api/users?search=Anna',
      '/api/newsletter/subscribers.csv?search=anna%40example.net',
      `//?token=${link}`,
      `/api/blogs/%E0%A4%A?token=${link}`,
    ])
      await fetch(url + path, { headers, redirect: 'manual' })
    for (const path of ['/newsletter/unsubscribe', '/newsletter/confirm'])
      await fetch(`${url}${path}?token=${link}`, {
        method: 'POST',
        body: 'List-Unsubscribe=One-Click',
        redirect: 'manual',
      })
    const refused = await fetch(`${url}/?token=${link}`, {
      method: 'PUT',
      headers: { 'x-request-id': 'four-rivers-meet-at-dawn' },
    })
    await expect.poll(() => output.out).toMatch(/could not be handed to the mail server/)
    program.kill('SIGTERM')
    expect(await ended).toBe(0)
    await sink.close()

    const database = await connect(place.config)
    const { password: hash } = await database.db
      .selectFrom('identityAccounts')
      .select('password')
      .executeTakeFirstOrThrow()
    await database.close()
    expect(await fullHashing.verify(hash ?? '', password)).toBe(true)

    // Each line is one of JSON. Those of the start say how to sign in.
    const [told, log] = [[], []] as [string[], string[]]
    for (const line of output.out.trim().split('\n'))
      (/ is at |^Sign in|Data: /.test(JSON.parse(line).msg) ? told : log).push(line)
    expect(told).toHaveLength(3)
    const requests = log.map((line) => JSON.parse(line)).filter(({ req }) => req)
    expect(requests.length).toBeGreaterThan(15)
    expect(new Set(requests.map(({ reqId }) => reqId)).size).toBe(requests.length)
    for (const { req, res, responseTime } of requests)
      expect({ ...req, ...res, responseTime }).toEqual({
        method: expect.stringMatching(/^[A-Z]+$/),
        path: expect.stringMatching(/^\//),
        statusCode: expect.any(Number),
        responseTime: expect.any(Number),
      })
    expect(requests.map(({ req }) => req)).toContainEqual({ method: 'GET', path: '/newsletter/unsubscribe' })
    expect(requests.map(({ req }) => req.path)).toContain('/api/blogs/%E0%A4%A')
    const named = requests.find(({ req }) => req.method === 'PUT')
    expect(named.reqId).toBe(refused.headers.get('x-request-id'))
    for (const { msg, reqId } of log.map((line) => JSON.parse(line)))
      if (/request/.test(msg)) expect(reqId, msg).toMatch(/^[\da-f-]{36}$/)
    expect(log.filter((line) => /@(?!fastify\/)|%40|remoteAddress|anna|bell|bearer \w/i.test(line))).toEqual([])
    for (const secret of [link, 'four-rivers-meet-at-dawn', session.token, password, 'a hundred quiet boats'])
      expect(log.filter((line) => line.includes(secret))).toEqual([])
  }))

test('names a used port in one line', () =>
  inPlace(async (place) => {
    const other = createServer().listen(0, 'localhost')
    await new Promise((resolve) => other.once('listening', resolve))
    const port = String((other.address() as AddressInfo).port)
    const { output, ended } = start(place, { PORT: port })
    expect(await ended).toBe(1)
    expect(output.error).toBe(`Atrium cannot start: PORT ${port} is already in use; set PORT to another\n`)
    other.close()
  }))

test.each([
  ['PORT', 'abc'],
  ['DATABASE_URL', 'postgres://nobody@127.0.0.1:1/nothing'],
  ['DATABASE_URL', 'nonsense'],
  ['DATA_DIR', '/proc/nowhere'],
  ['METRICS_LISTEN', '192.0.2.1:9464'],
])('names %s=%s in one line', { tags: 'all' }, (variable, value) =>
  inPlace(async (place) => {
    const { output, ended } = start(place, { [variable]: value })
    expect(await ended).toBe(1)
    expect(output.error).toMatch(new RegExp(`^Atrium cannot start: .*${variable}.*\\n$`))
  }),
)
