import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { freePort } from '#testing/free-port.ts'
import { readDeployFile, type Started, startNginx, startProgram, works } from '#testing/nginx.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'

const run = promisify(execFile)
const [hasNginx, hasCaddy, hasSystemd] = await Promise.all([
  works('nginx', '-v').then(async (nginx) => nginx && (await works('openssl', 'version'))),
  works('caddy', 'version'),
  works('systemd-analyze', '--version'),
])

describe.skipIf(inject('postgresUrl'))('the files in deploy/', () => {
  let site: TestApp
  let staff: SignedIn
  let folder: string
  let ports: number[]
  const running: Started[] = []
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'atrium-deploy-'))
    site = await startTestApp({ trustProxy: 1 }, { built: true })
    staff = await site.asStaff()
    // The second of the two processes does not run: the proxy has to do without it.
    ports = [Number(new URL(site.url).port), await freePort()]
  })
  afterAll(async () => {
    for (const program of running) await program.stop()
    await site.close()
    await rm(folder, { recursive: true })
  })

  type Answer = { status: number | undefined; headers: IncomingHttpHeaders; body: string }
  async function ask(
    url: string,
    { body, ...options }: RequestOptions & { body?: string | Buffer } = {},
  ): Promise<Answer> {
    const send = url.startsWith('https') ? httpsRequest : httpRequest
    // The certificate is made by the test. Each visitor has a separate connection.
    const sent = send(url, { rejectUnauthorized: false, agent: false, ...options } as RequestOptions)
    sent.end(body)
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    return { status: answer.statusCode, headers: answer.headers, body: await text(answer) }
  }
  const post = (url: string, body: object, headers = {}) =>
    ask(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })

  /** Waits until a proxy answers. */
  async function untilAnswers(url: string, started: Started) {
    running.push(started)
    const answers = () =>
      ask(`${url}/healthz`).then(
        ({ status }) => status,
        () => started.program.exitCode !== null && started.stderr(),
      )
    await expect.poll(answers).toBe(200)
  }

  let visitors = 0
  /** The checks for any proxy. @param form the address of a form, whose limit no other test has used up */
  async function expectSound(url: string, form: string) {
    const page = await ask(`${url}/about`, { headers: { 'accept-encoding': 'br' } })
    expect(page.status).toBe(200)
    expect(page.headers['content-encoding']).toBe('br')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    const again = await ask(`${url}/about`, { headers: { 'if-none-match': page.headers.etag ?? '' } })
    expect(again.status).toBe(304)

    // One of two processes is down, which no visitor sees.
    for (let count = 0; count < 6; count++) expect((await ask(`${url}/api/products`)).status).toBe(200)

    // A visitor chooses neither the address that is counted nor the id in the log.
    const given = 'an-id-of-the-visitors-own'
    const subscribe = () => {
      const headers = { 'x-forwarded-for': `203.0.113.${++visitors}`, 'x-request-id': given }
      const email = `visitor-${visitors}@example.net`
      return post(url + form, { name: 'A', email, subject: 'S', message: 'M' }, headers)
    }
    const answers: Answer[] = []
    for (let count = 0; count < 12; count++) answers.push(await subscribe())
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(201), 429, 429])
    const ids = new Set(answers.map(({ headers }) => headers['x-request-id']))
    expect(ids.size).toBe(12)
    expect(ids).not.toContain(given)

    // The site refuses a picture that is a little too large with its own message.
    const picture = new FormData()
    picture.set('image', new Blob([Buffer.alloc(11_000_000)]), 'large.png')
    const encoded = new Response(picture)
    const large = await ask(`${url}/api/images`, {
      method: 'POST',
      headers: { ...staff.headers, 'content-type': encoded.headers.get('content-type') ?? '' },
      body: Buffer.from(await encoded.arrayBuffer()),
    })
    expect([large.status, large.body]).toEqual([413, expect.stringContaining('"code":"too_large"')])
  }

  test('nginx', async ({ skip }) => {
    if (!hasNginx) skip('nginx and openssl are not installed')
    const [plain, tls] = [await freePort(), await freePort()]
    const [certificate, key, log] = ['certificate.pem', 'key.pem', 'access.log'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ]
    const subject = [
      '-subj',
      '/CN=www.example.com',
      '-days',
      '1',
      '-nodes',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
    ]
    await run('openssl', ['req', '-x509', ...subject, '-keyout', key, '-out', certificate])
    const server = readDeployFile('nginx.conf', [
      ['127.0.0.1:3001', `127.0.0.1:${ports[0]}`],
      ['127.0.0.1:3002', `127.0.0.1:${ports[1]}`],
      ['    listen [::]:80;\n', ''],
      ['    listen [::]:443 ssl http2;\n', ''],
      ['listen 80', `listen 127.0.0.1:${plain}`],
      ['listen 443', `listen 127.0.0.1:${tls}`],
      ['/etc/letsencrypt/live/www.example.com/fullchain.pem', certificate],
      ['/etc/letsencrypt/live/www.example.com/privkey.pem', key],
      ['/var/log/nginx/atrium.log', log],
    ])
    await untilAnswers(`https://127.0.0.1:${tls}`, await startNginx(folder, server))
    await expectSound(`https://127.0.0.1:${tls}`, '/api/contact')

    const moved = await ask(`http://127.0.0.1:${plain}/blog?page=2`, { headers: { host: 'www.example.com' } })
    expect([moved.status, moved.headers.location]).toEqual([301, 'https://www.example.com/blog?page=2'])
    expect(moved.headers['server']).toBe('nginx')
    const elsewhere = await ask(`http://127.0.0.1:${plain}/blog`, { headers: { host: 'evil.example' } })
    expect(elsewhere.headers.location).toBe('https://www.example.com/blog')
    await ask(`https://127.0.0.1:${tls}/newsletter/unsubscribe?token=secret`)
    const lines = async () => (await readFile(log, 'utf8')).trim().split('\n')
    await expect
      .poll(async () => (await lines()).at(-1))
      .toMatch(/ GET \/newsletter\/unsubscribe \d{3} \d+ [\d.]+ [\da-f]{32}$/)
    expect((await lines()).filter((line) => /secret|127\.0\.0\.1/.test(line))).toEqual([])
  })

  test('Caddy', async ({ skip }) => {
    if (!hasCaddy) skip('Caddy is not installed')
    const url = `http://127.0.0.1:${await freePort()}`
    const config = join(folder, 'Caddyfile')
    const server = readDeployFile('Caddyfile', [
      ['127.0.0.1:3001', `127.0.0.1:${ports[0]}`],
      ['127.0.0.1:3002', `127.0.0.1:${ports[1]}`],
      // Without a certificate, which Caddy would get from outside.
      ['\nwww.example.com {', `\n${url} {`],
    ])
    await writeFile(config, `{\n\tadmin off\n}\n${server}`)
    await untilAnswers(url, startProgram(folder, 'caddy', 'run', '--adapter', 'caddyfile', '--config', config))
    await expectSound(url, '/api/newsletter/subscribe')
  })

  test('the command line under systemd has the account, the settings and the data of the unit', async () => {
    const unit = readDeployFile('atrium.service', [])
    const settingOf = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(unit)?.[1] ?? ''
    await writeFile(join(folder, 'systemd-run'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 })
    const env = { PATH: `${folder}:${process.env['PATH']}` }
    const { stdout } = await run('sh', ['deploy/atrium', 'admin', 'invite', 'a@example.com', '--name', 'A B'], { env })
    const words = stdout.trim().split('\n')
    for (const name of ['User', 'Group', 'WorkingDirectory', 'EnvironmentFile'])
      expect(words, name).toContain(`${name}=${settingOf(name)}`)
    expect(settingOf('Environment')).toContain(words.find((word) => word.startsWith('DATA_DIR=')))
    expect(settingOf('ExecStart')).toContain(words.find((word) => word.endsWith('/node')))
    expect(words.slice(-6)).toEqual(['dist/atrium.js', 'admin', 'invite', 'a@example.com', '--name', 'A B'])
  })

  test.for(['atrium.service', 'atrium@.service'])(
    'a start by %s fails as soon as the process has ended',
    async (file) => {
      const [, command = ''] = /^ExecStartPost=\/bin\/sh -c '(.+)'$/m.exec(readDeployFile(file, [])) ?? []
      const waits = (site: string, pid: number | undefined) =>
        run('sh', ['-c', command.replace(/http:\S+(?=\/readyz)/, site)], {
          env: { ...process.env, MAINPID: String(pid) },
        })
      const ended = spawnSync(process.execPath, ['--version']).pid
      const nowhere = `http://127.0.0.1:${await freePort()}`
      // The reason of the site is the only line in the log.
      await expect(waits(nowhere, ended)).rejects.toMatchObject({ code: 1, stderr: '' })
      await waits(`http://127.0.0.1:${ports[0]}`, process.pid)
    },
  )

  test.for([
    ['atrium.service', 'atrium.service'],
    ['atrium@.service', 'atrium@3001.service'],
  ] as const)('systemd: %s is valid and leaves the process few rights', async ([file, instance], { skip }) => {
    if (!hasSystemd) skip('systemd-analyze is not installed')
    const unit = join(folder, instance)
    const content = readDeployFile(file, [
      ['/opt/atrium/current/node_modules/node/bin/node', process.execPath],
      ['/opt/atrium/current', folder],
    ])
    await writeFile(unit, content)
    const { stderr } = await run('systemd-analyze', ['verify', unit])
    expect(stderr).toBe('')
    const security = await run('systemd-analyze', ['security', '--offline=true', '--threshold=20', unit])
    expect(security.stdout).toMatch(/exposure level for \S+: [01]\.\d OK/)
  })
})
