import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { createMail, readFailure, removeOldFiles } from './mail.ts'

const message = { to: 'meera@example.com', subject: 'Grüße', text: 'Hello Meera', headers: { 'X-Kind': 'test' } }
const from = 'Acme Cloud <no-reply@example.com>'

/** A real mail server that stores or refuses messages. */
async function startServer({ refuse = false, encrypts = false } = {}) {
  const taken: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    // The certificate is one that it has made itself, as that of a relay on the same machine.
    disabledCommands: encrypts ? [] : ['STARTTLS'],
    logger: false,
    onRcptTo: (_address, _session, done) =>
      done(refuse ? Object.assign(new Error('No such mailbox'), { responseCode: 550 }) : undefined),
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', (chunk) => {
        text += chunk
      })
      stream.on('end', () => {
        taken.push(text)
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    taken,
    url: `smtp://127.0.0.1:${port}`,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

test('with a server, `send` resolves once the server has accepted the message', async () => {
  const server = await startServer()
  const mail = createMail({ mail: { smtpUrl: server.url, from }, dataDir: '/nowhere' })
  expect(mail.kind).toBe('smtp')
  await mail.send(message)
  expect(server.taken).toHaveLength(1)
  const [letter = ''] = server.taken
  for (const line of [
    'To: meera@example.com',
    `From: ${from}`,
    'X-Kind: test',
    'Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=',
    'Hello Meera',
  ])
    expect(letter).toContain(line)
  mail.close()
  await server.stop()
})

test('rejects when the server refuses the message', async () => {
  const server = await startServer({ refuse: true })
  const mail = createMail({ mail: { smtpUrl: server.url, from }, dataDir: '/nowhere' })
  await expect(mail.send(message)).rejects.toThrow('No such mailbox')
  mail.close()
  await server.stop()
  const nobody = createMail({ mail: { smtpUrl: 'smtp://127.0.0.1:1', from }, dataDir: '/nowhere' })
  await expect(nobody.send(message)).rejects.toThrow(/ECONNREFUSED/)
  nobody.close()
})

test('a line break in an address adds no header', async () => {
  const server = await startServer()
  const mail = createMail({ mail: { smtpUrl: server.url, from }, dataDir: '/nowhere' })
  await mail.send({
    ...message,
    subject: 'Hello\r\nBcc: everybody@example.com',
    headers: { 'X-Kind': 'a\r\nBcc: all@example.com' },
  })
  expect(server.taken[0]).not.toMatch(/^Bcc:/im)
  mail.close()
  await server.stop()
})

test('without a server, writes each message to a file', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-mail-'))
  const mail = createMail({ mail: { smtpUrl: undefined, from }, dataDir })
  expect(mail.kind).toBe('files')
  await Promise.all([mail.send(message), mail.send({ ...message, html: '<p>Hello Meera</p>' })])
  const names = await readdir(join(dataDir, 'mail'))
  expect(names.map((name) => name.split('.').at(-1))).toEqual(['eml', 'eml'])
  const letters = await Promise.all(names.map((name) => readFile(join(dataDir, 'mail', name), 'utf8')))
  for (const letter of letters) expect(letter).toContain('To: meera@example.com')
  expect(letters.filter((letter) => letter.includes('multipart/alternative'))).toHaveLength(1)
  for (const path of ['mail', ...names.map((name) => `mail/${name}`)])
    expect(((await stat(join(dataDir, path))).mode & 0o777).toString(8)).toBe(path === 'mail' ? '700' : '600')
  mail.close()
  await rm(dataDir, { recursive: true })
})

test('messages in files are removed after a week', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-mail-'))
  await mkdir(join(dataDir, 'mail'))
  const day = 24 * 60 * 60
  for (const [name, days] of [
    ['old.eml', 7.1],
    ['old.eml.part', 7.1],
    ['letter.txt', 30],
    ['new.eml', 6.9],
  ] as const) {
    await writeFile(join(dataDir, 'mail', name), 'Hello')
    await utimes(join(dataDir, 'mail', name), Date.now() / 1000, Date.now() / 1000 - days * day)
  }
  await removeOldFiles(dataDir)
  expect(await readdir(join(dataDir, 'mail'))).toEqual(['letter.txt', 'new.eml'])
  await rm(dataDir, { recursive: true })
})

/** Answers of mail servers, and whether the message steps aside: it ends, or waits without the others. */
const failures: [
  Partial<Record<'code' | 'command' | 'response' | 'message', string>> & { responseCode?: number },
  object,
][] = [
  [
    { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, response: '550 5.1.1 Unknown user' },
    { permanent: true, addressRefused: true },
  ],
  [
    { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 450, response: '450 4.2.0 Greylisted' },
    { permanent: false, addressRefused: false },
  ],
  [
    {
      code: 'EENVELOPE',
      command: 'RCPT TO',
      responseCode: 452,
      response: '452 4.5.3 Too many messages to this domain',
    },
    { permanent: false, addressRefused: false },
  ],
  [
    { code: 'EMESSAGE', command: 'DATA', responseCode: 451, response: '451 4.7.1 Try later' },
    { permanent: false, addressRefused: false },
  ],
  [
    { code: 'EMESSAGE', command: 'DATA', responseCode: 554, response: '554 5.7.1 Looks like spam' },
    { permanent: true, addressRefused: false },
  ],
  [
    { code: 'EMESSAGE', command: 'MAIL FROM', message: 'Message size larger than allowed 1000' },
    { permanent: true, addressRefused: false },
  ],
  [
    {
      code: 'EENVELOPE',
      command: 'MAIL FROM',
      responseCode: 552,
      response: '552 5.3.4 Message size exceeds fixed limit',
    },
    { permanent: true, addressRefused: false },
  ],
  [
    { code: 'EENVELOPE', command: 'API', message: 'No recipients defined' },
    { permanent: true, addressRefused: true },
  ],
]

test.for(failures)('a failure of one message keeps no other one waiting: %o', ([error, expected]) => {
  expect(readFailure(error)).toMatchObject({ ...expected, serverFailed: false })
})

test('a certificate that is not trusted is named with its cure, and each of the settings cures it', async () => {
  const server = await startServer({ encrypts: true })
  const send = async (query: string) => {
    const mail = createMail({ mail: { smtpUrl: server.url + query, from }, dataDir: '/nowhere' })
    await mail.send(message).finally(() => mail.close())
  }
  const { reason } = readFailure(await send('').catch((error) => error))
  expect(reason).toMatch(
    /^The certificate of the mail server is not trusted \([^)]+\)\. [^\n]+ \?tls\.rejectUnauthorized=false .+ \?ignoreTLS=true/,
  )
  expect(reason.length).toBeLessThan(300)
  await send('?ignoreTLS=true')
  await send('?tls.rejectUnauthorized=false')
  expect(server.taken).toHaveLength(2)
  await server.stop()
})

test.each([
  'unable to verify the first certificate; if the root CA is installed locally, try running Node.js with --use-system-ca',
  'unable to get local issuer certificate',
  'certificate has expired',
  "Hostname/IP does not match certificate's altnames: IP: 127.0.0.1 is not in the cert's list: ",
])('"%s" is a certificate that is not trusted', (text) => {
  const { reason, serverFailed } = readFailure(Object.assign(new Error(text), { code: 'ESOCKET', command: 'CONN' }))
  expect(reason).toMatch(/ is not trusted \([^:;)]+\)\. Give it another, .*not to encrypt$/)
  expect(serverFailed).toBe(true)
})
