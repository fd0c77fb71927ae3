import { join, resolve } from 'node:path'
import type { Company } from '#contract/company.ts'
import { isAtDomain } from '#contract/identity.ts'
import {
  ConfigError,
  type Environment,
  fixedByEnvironment,
  readCompany,
  readEnvironment,
  type Settings,
} from './environment.ts'
import { findLegalFolders, findSiteFolder, prepareDataFolder, readSiteCompany, unknownSiteFiles } from './folders.ts'

/** `connections`: the most of one process to the server. */
export type DatabaseConfig =
  | { kind: 'sqlite'; file: string }
  | { kind: 'postgres'; url: string; connections?: number | undefined }

/** An OpenID Connect provider for sign-ins, in addition to passwords. */
export type ProviderConfig = {
  issuer: string
  clientId: string
  clientSecret: string
  /** Its name on the sign-in screen. */
  name: string
}

/** Where the staff's accounts are: in our own database, or at Firebase Authentication. */
export type IdentityConfig =
  | { kind: 'embedded'; provider?: ProviderConfig | undefined }
  | {
      kind: 'firebase'
      projectId: string
      apiKey: string
      authDomain: string
      /** `host:port` of the Firebase emulator; never in production. */
      emulatorHost: string | undefined
    }

/** Who may read the metrics: a caller with the token, or one that can reach a separate address. */
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
  /** Whether the environment sets it. */
  hasPublicUrl: boolean
  /** How many reverse proxies are trusted to forward the visitor's address. */
  trustProxy: number
  sampleContent: boolean
  /** Whether calls are rate limited; off only in tests and measurements. */
  rateLimit: boolean
  /** How long a CDN may keep a page without asking, in seconds; with 0 it asks each time. */
  cdnMaxAge: number
  /** How long receiving a whole request may take, in milliseconds. */
  requestTimeout: number
  /** How long a stopping process keeps answering while `/readyz` reports it, in milliseconds. */
  drainTime: number
  logLevel: string
  backup: {
    /** When the nightly backup is made, by the clock of the company's zone (`02:30`); without it there are no automatic backups. */
    at: string | undefined
    /** A command of the shell that is run after each nightly backup, with its file as `BACKUP_FILE`. */
    command: string | undefined
  }
  /** An uptime service that is called while the site is well. */
  heartbeatUrl: string | undefined
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
    /** The secret shared with what hands in received messages; without it they are refused. */
    inboundSecret: string | undefined
    /** The mailbox whose messages are handed in. With a token after a `+` it is the address that visitors answer to. */
    replyTo: string | undefined
  }
  hooks: {
    /** Whether webhooks may have addresses in private networks and without https. */
    private: boolean
  }
  newsletter: {
    /** Seconds between publishing a post and the first message about it. */
    hold: number
    /** Whether a subscription must be confirmed on a page that a message links to. */
    confirm: boolean
  }
  /** Who may read the API documentation. */
  apiDocs: 'staff' | 'public'
  /** The values at the start. Staff can change most of them, so pages and mail use `SiteConfig.now`. */
  company: Company
  /** Fields that the environment sets and the back office cannot change: the variables by the fields of the company, or of the mail. */
  fixed: Record<string, string>
  /** Absolute path of the folder with the company's own files (`folders.ts`), if there is one. */
  siteDir: string | undefined
  /** The folders of `privacy.md`, `terms.md` and `cookies.md`; each is read from the first that has it. */
  legalDirs: string[]
  /** The company's time zone, in which exports show times and backups are made: `Asia/Kolkata`. */
  timeZone: string
  /** Without it nothing is measured. */
  metrics: MetricsConfig | undefined
  /** Warnings for the operator about usable settings; one line each. */
  warnings: string[]
}

/**
 * Reads the settings from the environment and `company.config.ts`.
 * @throws ConfigError naming the first variable (or company field) that cannot be used.
 */
export function readConfig(env: Environment = process.env): Config {
  const settings = readEnvironment(env)
  const siteDir = findSiteFolder(settings.SITE_DIR)
  const company = readCompany(settings, siteDir === undefined ? undefined : readSiteCompany(siteDir))
  const production = settings.NODE_ENV === 'production'
  if (production && !settings.PUBLIC_URL)
    throw new ConfigError(
      'PUBLIC_URL is required in production: the address visitors use, such as https://www.example.com',
    )
  const dataDir = resolve(settings.DATA_DIR)
  const warnings = prepareDataFolder(dataDir)
  if (siteDir !== undefined) warnings.push(...unknownSiteFiles(siteDir))
  const confirm = settings.NEWSLETTER_CONFIRM ?? production
  if (production && !settings.SMTP_URL) {
    const subscription = confirm
      ? ', no confirmations of subscriptions (NEWSLETTER_CONFIRM=false accepts addresses without confirmation)'
      : ''
    warnings.push(
      `SMTP_URL is not set, so no one receives mail: no password reset links, no notices${subscription}. Messages are only written to files in ${join(dataDir, 'mail')}`,
    )
  }

  return {
    // Brackets belong to an address with a port.
    host: settings.HOST.replace(/^\[(.+)\]$/, '$1'),
    port: settings.PORT,
    production,
    dataDir,
    database: settings.DATABASE_URL
      ? { kind: 'postgres', url: settings.DATABASE_URL, connections: settings.DATABASE_CONNECTIONS }
      : { kind: 'sqlite', file: resolve(dataDir, 'atrium.sqlite') },
    publicUrl: new URL(settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).href.replace(/\/+$/, ''),
    hasPublicUrl: settings.PUBLIC_URL !== undefined,
    trustProxy: settings.TRUST_PROXY,
    sampleContent: settings.SAMPLE_CONTENT,
    rateLimit: settings.RATE_LIMIT,
    cdnMaxAge: Math.floor(settings.CDN_MAX_AGE),
    requestTimeout: settings.REQUEST_TIMEOUT * 1_000,
    drainTime: settings.DRAIN_SECONDS * 1_000,
    logLevel: settings.LOG_LEVEL,
    backup: {
      at: settings.BACKUP_AT === 'off' ? undefined : settings.BACKUP_AT,
      command: settings.BACKUP_COMMAND,
    },
    heartbeatUrl: settings.HEARTBEAT_URL,
    identity: identityOf(settings, production),
    firstAdmin: firstAdminOf(settings, company.domain),
    mail: mailOf(settings, company),
    hooks: { private: settings.HOOKS_PRIVATE },
    newsletter: { hold: settings.MAIL_HOLD, confirm },
    apiDocs: settings.API_DOCS,
    metrics: metricsOf(settings),
    company,
    fixed: fixedByEnvironment(settings),
    siteDir,
    legalDirs: findLegalFolders(settings.LEGAL_DIR, siteDir),
    timeZone: settings.COMPANY_TIMEZONE,
    warnings,
  }
}

function metricsOf({ METRICS_TOKEN: token, METRICS_LISTEN: address }: Settings): MetricsConfig | undefined {
  if (!token && !address) return undefined
  const [, host = '', port] = /^\[?(.*?)\]?:(\d+)$/.exec(address ?? '') ?? []
  if (Number(port) > 65_535) throw new ConfigError('METRICS_LISTEN must have a port up to 65535')
  return { token, listen: address ? { host, port: Number(port) } : undefined }
}

/** The sender of all mail. A name with special characters is quoted; otherwise it would be parsed as several addresses. */
export const senderOf = ({ brand, domain }: Pick<Company, 'brand' | 'domain'>): string =>
  `${/[()<>[\]:;@\\,"]/.test(brand) ? JSON.stringify(brand) : brand} <no-reply@${domain}>`

function mailOf(settings: Settings, company: Company): Config['mail'] {
  const notify = settings.CONTACT_NOTIFY ?? company.email
  if (settings.MAIL_REPLY_TO && !settings.MAIL_INBOUND_SECRET)
    throw new ConfigError('MAIL_REPLY_TO needs MAIL_INBOUND_SECRET: without it no answer of a visitor can be handed in')
  return {
    smtpUrl: settings.SMTP_URL,
    from: settings.MAIL_FROM ?? senderOf(company),
    rate: settings.MAIL_RATE,
    connections: Math.floor(settings.MAIL_CONNECTIONS),
    retryPauses: settings.MAIL_RETRY.split(',').map(Number),
    contactNotify: notify === 'off' ? undefined : notify,
    bounceSecret: settings.MAIL_BOUNCE_SECRET,
    inboundSecret: settings.MAIL_INBOUND_SECRET,
    replyTo: settings.MAIL_REPLY_TO,
  }
}

function identityOf(settings: Settings, production: boolean): IdentityConfig {
  const provider = providerOf(settings)
  if (settings.IDENTITY === 'embedded') return { kind: 'embedded', provider }
  if (provider) throw new ConfigError('OIDC_ISSUER needs IDENTITY=embedded: Firebase has its own providers')
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

export const isGoogle = (issuer: string) => new URL(issuer).host === 'accounts.google.com'

function providerOf(settings: Settings): ProviderConfig | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = settings
  if (!issuer && !clientId && !clientSecret) return undefined
  const missing = (name: string) =>
    new ConfigError(`${name} is missing: OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together`)
  if (!issuer) throw missing('OIDC_ISSUER')
  if (!clientId) throw missing('OIDC_CLIENT_ID')
  if (!clientSecret) throw missing('OIDC_CLIENT_SECRET')
  const name = settings.OIDC_NAME ?? (isGoogle(issuer) ? 'Google' : 'your company account')
  return { issuer, clientId, clientSecret, name }
}

function firstAdminOf({ ADMIN_EMAIL, ADMIN_PASSWORD }: Settings, domain: string): Config['firstAdmin'] {
  const email = ADMIN_EMAIL ?? `admin@${domain}`
  if (!isAtDomain(email, domain))
    throw new ConfigError(
      `ADMIN_EMAIL must be an address at ${domain}, as all staff have (the domain is that of COMPANY_DOMAIN or company.config.ts)`,
    )
  if (ADMIN_PASSWORD && ADMIN_PASSWORD.length < 10)
    throw new ConfigError('ADMIN_PASSWORD must have at least 10 characters')
  return { email, password: ADMIN_PASSWORD }
}
