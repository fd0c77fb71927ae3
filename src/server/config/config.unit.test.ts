import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { ConfigError, environment, readEnvironment } from './environment.ts'

const folder = mkdtempSync(join(tmpdir(), 'atrium-config-'))
afterAll(() => rmSync(folder, { recursive: true }))
const read = (env: Record<string, string> = {}) => readConfig({ DATA_DIR: folder, ...env })

test('by default the site uses port 3000 and a database file', () => {
  const config = read()
  expect(config).toMatchObject({
    port: 3000,
    host: 'localhost',
    publicUrl: 'http://localhost:3000',
    hasPublicUrl: false,
    production: false,
    sampleContent: true,
    trustProxy: 0,
  })
  expect(config.database).toEqual({ kind: 'sqlite', file: join(folder, 'atrium.sqlite') })
})

test('warns of production without a mail server, in one line', () => {
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://www.acme.example' }
  const [beginning, end] = [
    'SMTP_URL is not set, so no one receives mail: no password reset links, no notices',
    `. Messages are only written to files in ${join(folder, 'mail')}`,
  ]
  const subscription =
    ', no confirmations of subscriptions (NEWSLETTER_CONFIRM=false accepts addresses without confirmation)'
  expect(read(production).warnings).toEqual([beginning + subscription + end])
  expect(read({ ...production, NEWSLETTER_CONFIRM: 'false' }).warnings).toEqual([beginning + end])
  expect(read({ ...production, SMTP_URL: 'smtps://mail.acme.example' }).warnings).toEqual([])
  expect(read().warnings).toEqual([])
})

test('variables override the defaults, and an empty one counts as absent', () => {
  expect(
    read({
      PORT: '8080',
      PUBLIC_URL: 'https://www.acme.example/',
      SAMPLE_CONTENT: 'false',
      TRUST_PROXY: '2',
      HOST: '',
    }),
  ).toMatchObject({
    port: 8080,
    host: 'localhost',
    publicUrl: 'https://www.acme.example',
    hasPublicUrl: true,
    sampleContent: false,
    trustProxy: 2,
  })
  expect(read({ HOST: '[::1]' }).host).toBe('::1')
  expect(read({ DATABASE_URL: 'postgres://u:p@db:5432/atrium' }).database).toEqual({
    kind: 'postgres',
    url: 'postgres://u:p@db:5432/atrium',
  })
  expect(read({ COMPANY_BRAND: 'Other Ltd', COMPANY_DOMAIN: 'Other.Example' }).company).toMatchObject({
    brand: 'Other Ltd',
    domain: 'other.example',
  })
})

test('an uptime service is called over https, or on this machine', () => {
  for (const url of ['https://hc-ping.com/7f3a', 'http://127.0.0.1:3001/x'])
    expect(read({ HEARTBEAT_URL: url }).heartbeatUrl).toBe(url)
  expect(read().heartbeatUrl).toBeUndefined()
})

test('metrics are off unless someone may read them', () => {
  expect(read().metrics).toBeUndefined()
  expect(read({ METRICS_TOKEN: '0123456789abcdef' }).metrics).toEqual({ token: '0123456789abcdef', listen: undefined })
  expect(read({ METRICS_LISTEN: '[::1]:9464' }).metrics?.listen).toEqual({ host: '::1', port: 9464 })
})

test('uses embedded accounts unless Firebase is set', () => {
  expect(read()).toMatchObject({
    identity: { kind: 'embedded' },
    firstAdmin: { email: 'admin@example.com', password: undefined },
  })
  expect(read({ COMPANY_DOMAIN: 'other.example', ADMIN_EMAIL: 'Boss@Other.example' }).firstAdmin.email).toBe(
    'Boss@Other.example',
  )
  const firebase = { IDENTITY: 'firebase', FIREBASE_PROJECT_ID: 'acme', FIREBASE_API_KEY: 'key' }
  expect(read(firebase).identity).toEqual({
    kind: 'firebase',
    projectId: 'acme',
    apiKey: 'key',
    authDomain: 'acme.firebaseapp.com',
    emulatorHost: undefined,
  })
  const emulator = { ...firebase, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }
  expect(read(emulator).identity).toMatchObject({ emulatorHost: '127.0.0.1:9099' })
  const production = { ...emulator, NODE_ENV: 'production', PUBLIC_URL: 'https://www.acme.example' }
  expect(() => read(production)).toThrow(/^FIREBASE_AUTH_EMULATOR_HOST must not be set in production$/)
})

test('a provider of sign-ins is described by three variables together', () => {
  const google = { OIDC_ISSUER: 'https://accounts.google.com', OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'secret' }
  const provider = { issuer: 'https://accounts.google.com', clientId: 'id', clientSecret: 'secret', name: 'Google' }
  expect(read(google).identity).toEqual({ kind: 'embedded', provider })
  const other = { ...google, OIDC_ISSUER: 'https://login.acme.example/realms/staff' }
  expect(read(other).identity).toMatchObject({ provider: { name: 'your company account' } })
  expect(read({ ...other, OIDC_NAME: 'Acme ID' }).identity).toMatchObject({ provider: { name: 'Acme ID' } })
  for (const name of Object.keys(google))
    expect(() => read({ ...google, [name]: '' })).toThrow(new RegExp(`^${name} is missing: .* must be set together$`))
  for (const issuer of ['http://login.acme.example', 'http://localhost.acme.example', 'accounts.google.com'])
    expect(() => read({ ...google, OIDC_ISSUER: issuer })).toThrow(/^OIDC_ISSUER must be an https address/)
  const firebase = { IDENTITY: 'firebase', FIREBASE_PROJECT_ID: 'acme', FIREBASE_API_KEY: 'key' }
  expect(() => read({ ...google, ...firebase })).toThrow(/^OIDC_ISSUER needs IDENTITY=embedded/)
})

test('limits the mail rate by default, and mails visitors’ messages to the company', () => {
  expect(read({})).toMatchObject({
    mail: {
      rate: 10,
      connections: 2,
      retryPauses: [15, 60, 300, 900, 3600, 10800, 21600, 43200],
      contactNotify: 'info@example.com',
    },
    newsletter: { hold: 60, confirm: false },
  })
  const changed = read({ MAIL_RETRY: '1, 2', CONTACT_NOTIFY: 'off', MAIL_HOLD: '0', NEWSLETTER_CONFIRM: 'true' })
  expect(changed).toMatchObject({
    mail: { retryPauses: [1, 2], contactNotify: undefined },
    newsletter: { hold: 0, confirm: true },
  })
  expect(read({ COMPANY_EMAIL: 'hello@acme.example' }).mail.contactNotify).toBe('hello@acme.example')
})

test('subscriptions must be confirmed in production by default', () => {
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://www.acme.example' }
  expect(read(production).newsletter.confirm).toBe(true)
  expect(read({ ...production, NEWSLETTER_CONFIRM: 'false' }).newsletter.confirm).toBe(false)
})

describe('names an unusable variable in one line', () => {
  test.each([
    [{ PORT: 'abc' }, /^PORT must be a port number$/],
    [{ PORT: '70000' }, /^PORT /],
    [{ PORT: '1.5' }, /^PORT /],
    [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL must be an address such as postgres:/],
    [{ DATABASE_URL: 'nonsense' }, /^DATABASE_URL /],
    [{ DATABASE_CONNECTIONS: '2' }, /^DATABASE_CONNECTIONS must be a whole number from 3 to 1000$/],
    [{ DATABASE_CONNECTIONS: '7.5' }, /^DATABASE_CONNECTIONS must be a whole number/],
    [{ DATABASE_CONNECTIONS: 'many' }, /^DATABASE_CONNECTIONS must be a whole number/],
    [{ DATABASE_CONNECTIONS: '1e4' }, /^DATABASE_CONNECTIONS must be a whole number/],
    [{ DATABASE_URL: 'postgres://atrium:two/rivers@db/x' }, /^DATABASE_URL has a password that is not encoded: .*%40/],
    [{ PUBLIC_URL: 'ftp://x' }, /^PUBLIC_URL /],
    [{ SAMPLE_CONTENT: 'maybe' }, /^SAMPLE_CONTENT must be true or false$/],
    [{ TRUST_PROXY: '-1' }, /^TRUST_PROXY /],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL /],
    [{ NODE_ENV: 'prod' }, /^NODE_ENV /],
    [{ NODE_ENV: 'production' }, /^PUBLIC_URL is required in production/],
    [{ COMPANY_EMAIL: 'nobody' }, /^COMPANY_EMAIL must be an email address$/],
    [{ COMPANY_BOOKING_URL: 'javascript:alert(1)' }, /^COMPANY_BOOKING_URL /],
    [{ COMPANY_TIMEZONE: 'Poona' }, /^COMPANY_TIMEZONE must be the name of a time zone/],
    [{ ADMIN_EMAIL: 'boss@evil-example.com' }, /^ADMIN_EMAIL must be an address at example\.com/],
    [{ ADMIN_EMAIL: 'boss' }, /^ADMIN_EMAIL must be an email address$/],
    [{ ADMIN_PASSWORD: 'short' }, /^ADMIN_PASSWORD must have at least 10 characters$/],
    [{ SMTP_URL: 'http://mail' }, /^SMTP_URL must be an address such as smtps:/],
    [{ MAIL_RATE: '0' }, /^MAIL_RATE must be a number of messages a second$/],
    [{ MAIL_CONNECTIONS: 'two' }, /^MAIL_CONNECTIONS must be a number of connections$/],
    [{ MAIL_HOLD: '-1' }, /^MAIL_HOLD must be a number of seconds$/],
    [{ HOOKS_PRIVATE: 'intranet' }, /^HOOKS_PRIVATE must be true or false$/],
    [{ MAIL_RETRY: '60,soon' }, /^MAIL_RETRY must be pauses in seconds/],
    [{ MAIL_REPLY_TO: 'replies@example.com' }, /^MAIL_REPLY_TO needs MAIL_INBOUND_SECRET/],
    [{ MAIL_REPLY_TO: 'a-mailbox-with-a-long-name@example.com' }, /^MAIL_REPLY_TO must be an email address such as/],
    [{ MAIL_REPLY_TO: 'replies+all@example.com' }, /^MAIL_REPLY_TO must be an email address such as/],
    [{ MAIL_INBOUND_SECRET: 'short' }, /^MAIL_INBOUND_SECRET must have at least 16 characters$/],
    [{ MAIL_BOUNCE_SECRET: 'short' }, /^MAIL_BOUNCE_SECRET must have at least 16 characters$/],
    [{ CONTACT_NOTIFY: 'nobody' }, /^CONTACT_NOTIFY must be an email address, or off$/],
    [{ NEWSLETTER_CONFIRM: 'perhaps' }, /^NEWSLETTER_CONFIRM must be true or false$/],
    [{ IDENTITY: 'other' }, /^IDENTITY must be embedded or firebase$/],
    [{ IDENTITY: 'firebase' }, /^FIREBASE_PROJECT_ID is required/],
    [{ IDENTITY: 'firebase', FIREBASE_PROJECT_ID: 'acme' }, /^FIREBASE_API_KEY is required/],
    [{ DRAIN_SECONDS: '-1' }, /^DRAIN_SECONDS must be a number of seconds from 0 to 600$/],
    [
      { HEARTBEAT_URL: 'http://hc-ping.com/7f3a' },
      /^HEARTBEAT_URL must be an https address without a name or password/,
    ],
    [{ HEARTBEAT_URL: 'https://me:secret@hc-ping.com/7f3a' }, /^HEARTBEAT_URL must be an https address/],
    [{ HEARTBEAT_URL: 'file:///etc/passwd' }, /^HEARTBEAT_URL must be an https address/],
    [{ METRICS_TOKEN: 'short' }, /^METRICS_TOKEN must have at least 16 characters/],
    [{ METRICS_LISTEN: '9464' }, /^METRICS_LISTEN must be a host and port such as 127/],
    [{ METRICS_LISTEN: 'localhost:99999' }, /^METRICS_LISTEN must have a port up to 65535$/],
    [{ DATA_DIR: '/proc/nowhere/at/all' }, /^DATA_DIR .* cannot be written to$/],
    [{ DATA_DIR: '/dev/null' }, /^DATA_DIR .* cannot be written to$/],
  ])('%j', (env, message) => {
    const attempt = () => read(env as Record<string, string>)
    expect(attempt).toThrow(ConfigError)
    expect(attempt).toThrow(message)
  })

  test('a file in place of the data folder', () => {
    writeFileSync(join(folder, 'file'), '')
    expect(() => read({ DATA_DIR: join(folder, 'file') })).toThrow(/^DATA_DIR .* cannot be written to$/)
  })
})

test('the document of the configuration has each variable with its default', () => {
  const rows = [...readFileSync('docs/configuration.md', 'utf8').matchAll(/^\| (`.*?)\|(.*?)\|(.*)\|$/gm)]
  const described = rows.flatMap(([, names = '', standard = '', text = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => ({ name, standard: standard.trim(), text: text.trim() })),
  )
  expect(described.map(({ name }) => name).sort()).toEqual(Object.keys(environment.shape).sort())
  for (const [name, standard] of Object.entries(readEnvironment({}))) {
    const row = described.find((one) => one.name === name)
    const shown = row?.standard.replace(/[` ]/g, '') ?? ''
    // A long list ends with dots.
    const isCut = shown.endsWith('…')
    const whole = String(standard).replaceAll(' ', '')
    expect(isCut ? `${whole.slice(0, shown.length - 1)}…` : whole, name).toBe(shown)
    expect(row?.text, name).toBeTruthy()
  }
})
