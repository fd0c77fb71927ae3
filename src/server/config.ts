import { join, resolve } from 'node:path'
import * as z from 'zod/mini'
import { type Company, company as companyContract } from '#contract/company.ts'
import { isAtDomain } from '#contract/identity.ts'
import company from '../../company.config.ts'
import { prepareDataFolder } from './data-folder.ts'

/** A setting that cannot be used. Its message is one line that names the variable. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

export type DatabaseConfig = { kind: 'sqlite'; file: string } | { kind: 'postgres'; url: string }

/** Where the staff's accounts are: in our own database, or at Firebase Authentication. */
export type IdentityConfig =
  | { kind: 'embedded' }
  | {
      kind: 'firebase'
      projectId: string
      apiKey: string
      authDomain: string
      /** `host:port` of the Firebase emulator; never in production. */
      emulatorHost: string | undefined
    }

/** Who may read the metrics: whoever has the token, or reaches an address of their own. */
export type MetricsConfig = { token: string | undefined; listen: { host: string; port: number } | undefined }

export type Config = {
  host: string
  port: number
  production: boolean
  /** Absolute path of the folder with all files that the site writes. */
  dataDir: string
  database: DatabaseConfig
  /** The site's public address, without a trailing slash. */
  publicUrl: string
  /** How many reverse proxies are trusted to forward the visitor's address. */
  trustProxy: number
  sampleContent: boolean
  /** Whether calls are rate limited; off only in tests and measurements. */
  rateLimit: boolean
  /** How long receiving a whole request may take, in milliseconds. */
  requestTimeout: number
  /** How long a process that is told to stop goes on answering while `/readyz` says so, in milliseconds. */
  drainTime: number
  logLevel: string
  identity: IdentityConfig
  /** The administrator that the first start creates; without a password one is generated. */
  firstAdmin: { email: string; password: string | undefined }
  mail: {
    /** The mail server; without it messages are written to files in the data folder. */
    smtpUrl: string | undefined
    from: string
    /** The most messages per second and process. */
    rate: number
    /** Connections of one process to the mail server; each carries one message at a time. */
    connections: number
    /** Seconds before the second attempt at a message, the third, and so on. */
    retryPauses: number[]
    /** The recipient of visitors' messages; without it they are not mailed. */
    contactNotify: string | undefined
    /** The secret shared with the service that reports bounces; without it reports are refused. */
    bounceSecret: string | undefined
  }
  newsletter: {
    /** Seconds between publishing a post and the first message about it. */
    hold: number
    /** Whether a subscription must be confirmed on a page that a message links to. */
    confirm: boolean
  }
  /** Who may read the API documentation. */
  apiDocs: 'staff' | 'public'
  company: Company
  /** Without it nothing is measured. */
  metrics: MetricsConfig | undefined
  /** Warnings for the operator about usable settings; one line each. */
  warnings: string[]
}

const port = z.coerce
  .number('must be a port number')
  .check(z.int('must be a port number'), z.minimum(0, 'must be 0 or more'), z.maximum(65535, 'must be at most 65535'))
const between = (least: number, most: number, error: string) =>
  z.coerce.number(error).check(z.minimum(least, error), z.maximum(most, error))
const flag = z.stringbool({ error: 'must be true or false' })
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })

/** The schema of each variable with its error messages. An empty variable counts as absent. */
const environment = z.object({
  PORT: z._default(port, 3000),
  HOST: z._default(z.string(), 'localhost'),
  NODE_ENV: z._default(
    z.enum(['development', 'production', 'test'], 'must be development, production or test'),
    'development',
  ),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(
    z.url({
      protocol: /^postgres(ql)?$/,
      hostname: /./,
      error: 'must be an address such as postgres://user:password@host:5432/name',
    }),
  ),
  PUBLIC_URL: z.optional(httpUrl),
  TRUST_PROXY: z._default(
    z.coerce
      .number('must be a number of proxies')
      .check(z.int('must be a number of proxies'), z.minimum(0), z.maximum(10)),
    0,
  ),
  SAMPLE_CONTENT: z._default(flag, true),
  RATE_LIMIT: z._default(flag, true),
  REQUEST_TIMEOUT: z._default(between(1, 3_600, 'must be a number of seconds from 1 to 3600'), 120),
  DRAIN_SECONDS: z._default(between(0, 600, 'must be a number of seconds from 0 to 600'), 0),
  LOG_LEVEL: z._default(
    z.enum(['silent', 'error', 'warn', 'info', 'debug'], 'must be silent, error, warn, info or debug'),
    'warn',
  ),
  API_DOCS: z._default(z.enum(['staff', 'public'], 'must be staff or public'), 'staff'),
  IDENTITY: z._default(z.enum(['embedded', 'firebase'], 'must be embedded or firebase'), 'embedded'),
  FIREBASE_PROJECT_ID: z.optional(z.string().check(z.regex(/^[a-z0-9-]+$/, 'must be the id of a Firebase project'))),
  FIREBASE_API_KEY: z.optional(z.string()),
  FIREBASE_AUTH_DOMAIN: z.optional(
    z.string().check(z.regex(/^[a-z0-9.-]+$/, 'must be a host name such as project.firebaseapp.com')),
  ),
  FIREBASE_AUTH_EMULATOR_HOST: z.optional(
    z.string().check(z.regex(/^[\w.-]+:\d+$/, 'must be a host and port such as 127.0.0.1:9099')),
  ),
  ADMIN_EMAIL: z.optional(z.email('must be an e-mail address')),
  ADMIN_PASSWORD: z.optional(z.string()),
  SMTP_URL: z.optional(
    z.url({
      protocol: /^smtps?$/,
      hostname: /./,
      error: 'must be an address such as smtps://user:password@mail.example.com',
    }),
  ),
  MAIL_FROM: z.optional(z.string()),
  MAIL_RATE: z._default(between(0.1, 10_000, 'must be a number of messages a second'), 10),
  MAIL_CONNECTIONS: z._default(between(1, 50, 'must be a number of connections'), 2),
  MAIL_RETRY: z._default(
    z.string().check(z.regex(/^\d{1,6}(\s*,\s*\d{1,6}){0,19}$/, 'must be pauses in seconds such as 60, 300, 3600')),
    '15, 60, 300, 900, 3600, 10800, 21600, 43200',
  ),
  MAIL_HOLD: z._default(between(0, 86_400, 'must be a number of seconds'), 60),
  MAIL_BOUNCE_SECRET: z.optional(z.string().check(z.minLength(16, 'must have at least 16 characters'))),
  CONTACT_NOTIFY: z.optional(z.string().check(z.regex(/^(off|[^\s@]+@[^\s@]+)$/, 'must be an e-mail address, or off'))),
  NEWSLETTER_CONFIRM: z.optional(flag),
  METRICS_TOKEN: z.optional(
    z.string().check(z.regex(/^[\w.~+/=-]{16,}$/, 'must have at least 16 characters: letters, digits or -._~+/=')),
  ),
  METRICS_LISTEN: z.optional(
    z.string().check(z.regex(/^([\w.-]+|\[[\da-f:.]+\]):\d{1,5}$/i, 'must be a host and port such as 127.0.0.1:9464')),
  ),
  COMPANY_BRAND: z.optional(z.string()),
  COMPANY_TAGLINE: z.optional(z.string()),
  COMPANY_DOMAIN: z.optional(z.string()),
  COMPANY_EMAIL: z.optional(z.string()),
  COMPANY_PHONE: z.optional(z.string()),
  COMPANY_PHONE_HOURS: z.optional(z.string()),
  COMPANY_BOOKING_URL: z.optional(z.string()),
  COMPANY_CHAT_URL: z.optional(z.string()),
})

/** The variable for each field of the company, so that an error names what the operator wrote. */
const companyVariables = {
  brand: 'COMPANY_BRAND',
  tagline: 'COMPANY_TAGLINE',
  domain: 'COMPANY_DOMAIN',
  email: 'COMPANY_EMAIL',
  phone: 'COMPANY_PHONE',
  phoneHours: 'COMPANY_PHONE_HOURS',
  bookingUrl: 'COMPANY_BOOKING_URL',
  chatUrl: 'COMPANY_CHAT_URL',
} as const

type Environment = Record<string, string | undefined>

/**
 * Reads the settings from the environment and `company.config.ts`.
 * @throws ConfigError naming the first variable (or company field) that cannot be used.
 */
export function readConfig(env: Environment = process.env): Config {
  const present = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const parsed = environment.safeParse(present)
  if (!parsed.success) throw configError(parsed.error, (path) => path)
  const settings = parsed.data

  const overrides = Object.entries(companyVariables).flatMap(([field, variable]) =>
    settings[variable] ? [[field, settings[variable]]] : [],
  )
  const parsedCompany = companyContract.safeParse({ ...company, ...Object.fromEntries(overrides) })
  if (!parsedCompany.success) {
    throw configError(parsedCompany.error, (path) => {
      const variable = (companyVariables as Record<string, string>)[path]
      return variable && present[variable] ? variable : `company.config.ts: ${path}`
    })
  }

  const production = settings.NODE_ENV === 'production'
  if (production && !settings.PUBLIC_URL)
    throw new ConfigError(
      'PUBLIC_URL is required in production: the address visitors use, such as https://www.example.com',
    )
  const dataDir = resolve(settings.DATA_DIR)
  const warnings = prepareDataDir(dataDir)
  const confirm = settings.NEWSLETTER_CONFIRM ?? production
  if (production && !settings.SMTP_URL) {
    const subscription = confirm
      ? ', and nobody can confirm a subscription (NEWSLETTER_CONFIRM=false takes addresses unconfirmed)'
      : ''
    warnings.push(
      `SMTP_URL is not set, so nobody receives any mail: no links to a new password, no notices${subscription}. Messages are only written to files in ${join(dataDir, 'mail')}`,
    )
  }

  return {
    host: settings.HOST,
    port: settings.PORT,
    production,
    dataDir,
    database: settings.DATABASE_URL
      ? { kind: 'postgres', url: settings.DATABASE_URL }
      : { kind: 'sqlite', file: resolve(dataDir, 'atrium.sqlite') },
    publicUrl: (settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(/\/+$/, ''),
    trustProxy: settings.TRUST_PROXY,
    sampleContent: settings.SAMPLE_CONTENT,
    rateLimit: settings.RATE_LIMIT,
    requestTimeout: settings.REQUEST_TIMEOUT * 1_000,
    drainTime: settings.DRAIN_SECONDS * 1_000,
    logLevel: settings.LOG_LEVEL,
    identity: identityOf(settings, production),
    firstAdmin: firstAdminOf(settings, parsedCompany.data.domain),
    mail: mailOf(settings, parsedCompany.data),
    newsletter: { hold: settings.MAIL_HOLD, confirm },
    apiDocs: settings.API_DOCS,
    metrics: metricsOf(settings),
    company: parsedCompany.data,
    warnings,
  }
}

type Settings = z.infer<typeof environment>

function metricsOf({ METRICS_TOKEN: token, METRICS_LISTEN: address }: Settings): MetricsConfig | undefined {
  if (!token && !address) return undefined
  const [, host = '', port] = /^\[?(.*?)\]?:(\d+)$/.exec(address ?? '') ?? []
  if (Number(port) > 65_535) throw new ConfigError('METRICS_LISTEN must have a port up to 65535')
  return { token, listen: address ? { host, port: Number(port) } : undefined }
}

function mailOf(settings: Settings, { brand, domain, email }: Company): Config['mail'] {
  const notify = settings.CONTACT_NOTIFY ?? email
  return {
    smtpUrl: settings.SMTP_URL,
    from: settings.MAIL_FROM ?? `${brand} <no-reply@${domain}>`,
    rate: settings.MAIL_RATE,
    connections: Math.floor(settings.MAIL_CONNECTIONS),
    retryPauses: settings.MAIL_RETRY.split(',').map(Number),
    contactNotify: notify === 'off' ? undefined : notify,
    bounceSecret: settings.MAIL_BOUNCE_SECRET,
  }
}

function identityOf(settings: Settings, production: boolean): IdentityConfig {
  if (settings.IDENTITY === 'embedded') return { kind: 'embedded' }
  const {
    FIREBASE_PROJECT_ID: projectId,
    FIREBASE_API_KEY: apiKey,
    FIREBASE_AUTH_EMULATOR_HOST: emulatorHost,
  } = settings
  if (!projectId) throw new ConfigError('FIREBASE_PROJECT_ID is required with IDENTITY=firebase')
  if (!apiKey)
    throw new ConfigError('FIREBASE_API_KEY is required with IDENTITY=firebase: the web API key of the project')
  // The emulator's tokens are unsigned, so anyone could forge them.
  if (emulatorHost && production) throw new ConfigError('FIREBASE_AUTH_EMULATOR_HOST must not be set in production')
  return {
    kind: 'firebase',
    projectId,
    apiKey,
    authDomain: settings.FIREBASE_AUTH_DOMAIN ?? `${projectId}.firebaseapp.com`,
    emulatorHost,
  }
}

function firstAdminOf({ ADMIN_EMAIL, ADMIN_PASSWORD }: Settings, domain: string): Config['firstAdmin'] {
  const email = ADMIN_EMAIL ?? `admin@${domain}`
  if (!isAtDomain(email, domain))
    throw new ConfigError(`ADMIN_EMAIL must be an address at ${domain}, as all staff have`)
  if (ADMIN_PASSWORD && ADMIN_PASSWORD.length < 10)
    throw new ConfigError('ADMIN_PASSWORD must have at least 10 characters')
  return { email, password: ADMIN_PASSWORD }
}

function configError(error: z.core.$ZodError, name: (path: string) => string): ConfigError {
  const issue = error.issues[0]
  return new ConfigError(`${name(issue?.path.join('.') ?? '')} ${issue?.message ?? 'is wrong'}`)
}

function prepareDataDir(dataDir: string): string[] {
  try {
    return prepareDataFolder(dataDir)
  } catch (cause) {
    throw new ConfigError(`DATA_DIR ${dataDir} cannot be written to`, { cause })
  }
}
