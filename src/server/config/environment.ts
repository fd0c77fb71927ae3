import * as z from 'zod/mini'
import '#server/plain-messages.ts'
import { decoded, isWebAddress } from '#contract/addresses.ts'
import { type Company, company as companyContract } from '#contract/company.ts'
import { mailHolds } from '#contract/deliveries.ts'
import { webAddress } from '#contract/fields.ts'
import { isTimeZone } from '#contract/zoned-format.ts'
import company from '../../../company.config.ts'

/** The company of the program's file. */
export { company as shippedCompany }

/** A setting that cannot be used. Its message is one line that names the variable. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const port = z.coerce
  .number('must be a port number')
  .check(z.int('must be a port number'), z.minimum(0, 'must be 0 or more'), z.maximum(65535, 'must be at most 65535'))
const between = (least: number, most: number, error: string) =>
  z.coerce.number(error).check(z.minimum(least, error), z.maximum(most, error))
const matching = (pattern: RegExp, error: string) => z.string().check(z.regex(pattern, error))
const secret = z.string().check(z.minLength(16, 'must have at least 16 characters'))
const flag = z.stringbool({ error: 'must be true or false' })
/** Plain http is for a service on the same machine, such as those of the tests. */
function isEncryptedAddress(text: string): boolean {
  if (!isWebAddress(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

const connectionCount = 'must be a whole number from 3 to 1000'

/** The variable for each field of the company, so that an error names the operator's variable. */
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

const ofCompany = Object.fromEntries(
  Object.values(companyVariables).map((variable) => [variable, z.optional(z.string())]),
) as Record<(typeof companyVariables)[keyof typeof companyVariables], z.ZodMiniOptional<z.ZodMiniString>>

/** The schema of each variable with its error messages; `docs/configuration.md` describes each. An empty variable counts as absent. */
export const environment = z.object({
  PORT: z._default(port, 3000),
  HOST: z._default(z.string(), 'localhost'),
  NODE_ENV: z._default(
    z.enum(['development', 'production', 'test'], 'must be development, production or test'),
    'development',
  ),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(
    z.string().check(
      z.refine((url) => postgresMistakeIn(url) === undefined, {
        error: ({ input }) => postgresMistakeIn(String(input)),
      }),
    ),
  ),
  DATABASE_CONNECTIONS: z.optional(between(3, 1_000, connectionCount).check(z.int(connectionCount))),
  PUBLIC_URL: z.optional(webAddress('must be an http or https address without a name or password')),
  TRUST_PROXY: z._default(
    z.coerce
      .number('must be a number of proxies')
      .check(z.int('must be a number of proxies'), z.minimum(0), z.maximum(10)),
    0,
  ),
  SAMPLE_CONTENT: z._default(flag, true),
  RATE_LIMIT: z._default(flag, true),
  CDN_MAX_AGE: z._default(between(0, 86_400, 'must be a number of seconds up to 86400'), 0),
  REQUEST_TIMEOUT: z._default(between(1, 3_600, 'must be a number of seconds from 1 to 3600'), 120),
  DRAIN_SECONDS: z._default(between(0, 600, 'must be a number of seconds from 0 to 600'), 0),
  LOG_LEVEL: z._default(
    z.enum(['silent', 'error', 'warn', 'info', 'debug'], 'must be silent, error, warn, info or debug'),
    'warn',
  ),
  BACKUP_AT: z._default(matching(/^(off|([01]\d|2[0-3]):[0-5]\d)$/, 'must be a time such as 02:30, or off'), '02:30'),
  BACKUP_COMMAND: z.optional(z.string()),
  HEARTBEAT_URL: z.optional(
    z
      .string()
      .check(
        z.refine(
          isEncryptedAddress,
          'must be an https address without a name or password, such as https://hc-ping.com/…, or http on this machine',
        ),
      ),
  ),
  API_DOCS: z._default(z.enum(['staff', 'public'], 'must be staff or public'), 'staff'),
  IDENTITY: z._default(z.enum(['embedded', 'firebase'], 'must be embedded or firebase'), 'embedded'),
  FIREBASE_PROJECT_ID: z.optional(matching(/^[a-z0-9-]+$/, 'must be the id of a Firebase project')),
  FIREBASE_API_KEY: z.optional(z.string()),
  FIREBASE_AUTH_DOMAIN: z.optional(matching(/^[a-z0-9.-]+$/, 'must be a host name such as project.firebaseapp.com')),
  FIREBASE_AUTH_EMULATOR_HOST: z.optional(matching(/^[\w.-]+:\d+$/, 'must be a host and port such as 127.0.0.1:9099')),
  OIDC_ISSUER: z.optional(
    z.string().check(z.refine(isEncryptedAddress, 'must be an https address such as https://accounts.google.com')),
  ),
  OIDC_CLIENT_ID: z.optional(z.string()),
  OIDC_CLIENT_SECRET: z.optional(z.string()),
  OIDC_NAME: z.optional(z.string().check(z.maxLength(40, 'must have at most 40 characters'))),
  ADMIN_EMAIL: z.optional(z.email('must be an email address')),
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
    matching(/^\d{1,6}(\s*,\s*\d{1,6}){0,19}$/, 'must be pauses in seconds such as 60, 300, 3600'),
    '15, 60, 300, 900, 3600, 10800, 21600, 43200',
  ),
  MAIL_HOLD: z._default(between(0, 86_400, 'must be a number of seconds'), mailHolds.newsletter),
  MAIL_BOUNCE_SECRET: z.optional(secret),
  MAIL_INBOUND_SECRET: z.optional(secret),
  // A token is added to its first part, which has at most 64 characters in all.
  MAIL_REPLY_TO: z.optional(
    matching(
      /^[\w.-]{1,16}@[^\s@]+$/,
      'must be an email address such as replies@example.com, with at most 16 characters before the @',
    ),
  ),
  HOOKS_PRIVATE: z._default(flag, false),
  CONTACT_NOTIFY: z.optional(matching(/^(off|[^\s@]+@[^\s@]+)$/, 'must be an email address, or off')),
  NEWSLETTER_CONFIRM: z.optional(flag),
  METRICS_TOKEN: z.optional(
    matching(/^[\w.~+/=-]{16,}$/, 'must have at least 16 characters: letters, digits or -._~+/='),
  ),
  METRICS_LISTEN: z.optional(
    matching(/^([\w.-]+|\[[\da-f:.]+\]):\d{1,5}$/i, 'must be a host and port such as 127.0.0.1:9464'),
  ),
  SITE_DIR: z.optional(z.string()),
  LEGAL_DIR: z.optional(z.string()),
  ...ofCompany,
  COMPANY_TIMEZONE: z._default(
    z.string().check(z.refine(isTimeZone, 'must be the name of a time zone such as Asia/Kolkata')),
    'Asia/Kolkata',
  ),
})

const mailVariables = { from: 'MAIL_FROM', contactNotify: 'CONTACT_NOTIFY' } as const

/** The fields that the environment sets: the name of each variable, by the field of the company or the mail. */
export const fixedByEnvironment = (settings: Settings): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...companyVariables, ...mailVariables }).filter(([, variable]) => settings[variable]),
  )

export type Environment = Record<string, string | undefined>
export type Settings = z.infer<typeof environment>

/**
 * Reads each variable separately.
 * @throws ConfigError naming the first that cannot be used
 */
export function readEnvironment(env: Environment): Settings {
  const present = Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== '')
  const parsed = environment.safeParse(Object.fromEntries(present))
  if (!parsed.success) throw configError(parsed.error, (path) => path)
  return parsed.data
}

/**
 * Reads the company from `company.config.ts`, the fields that override it, and the variables that override both.
 * @param own the fields of the `company.config.ts` in `SITE_DIR`
 * @throws ConfigError naming the first field, or its variable, that cannot be used
 */
export function readCompany(settings: Settings, own: object = {}): Company {
  const overrides = Object.entries(companyVariables).flatMap(([field, variable]) =>
    settings[variable] ? [[field, settings[variable]]] : [],
  )
  const parsed = companyContract.safeParse({ ...company, ...own, ...Object.fromEntries(overrides) })
  if (!parsed.success) {
    throw configError(parsed.error, (path) => {
      const variable = path in companyVariables && companyVariables[path as keyof typeof companyVariables]
      return variable && settings[variable] ? variable : `company.config.ts: ${path}`
    })
  }
  return parsed.data
}

function configError(error: z.core.$ZodError, name: (path: string) => string): ConfigError {
  const issue = error.issues[0]
  // A message about a type is a sentence of its own (plain-messages.ts).
  const message = issue?.message.replace(/^This /, '') ?? 'is wrong'
  return new ConfigError(`${name(issue?.path.join('.') ?? '')} ${message}`)
}

/** `server` and `database` name it for the operator, without the password. */
type PostgresAddress = { server: string; database: string; query: URLSearchParams }

/** Before a path, a name without a host, as the address of a socket has it: `postgres://atrium@/atrium?host=/run/postgresql`. */
const nameWithoutHost = /^(postgres(?:ql)?:\/\/[^/?#]*@)(?=\/)/

function parse(text: string) {
  const url = URL.parse(text.replace(nameWithoutHost, '$1socket'))
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) return null
  const host = url.searchParams.get('host') || (nameWithoutHost.test(text) ? '' : decoded(url.hostname))
  return host === '' ? null : { url, host }
}

/** Reads an address in which `postgresMistakeIn` finds no mistake. */
export function readPostgresAddress(text: string): PostgresAddress {
  const { url, host = 'localhost' } = parse(text) ?? {}
  const port = url?.searchParams.get('port') || url?.port || '5432'
  return {
    server: host.startsWith('/') ? `${host}/.s.PGSQL.${port}` : `${host}:${port}`,
    database: decoded(url?.pathname.slice(1) ?? ''),
    query: url?.searchParams ?? new URLSearchParams(),
  }
}

export const encodingAdvice = 'the characters @ : / ? # and % of a password are written %40 %3A %2F %3F %23 and %25'

/** The mistake in the address of a PostgreSQL database. A password that is not encoded ends the part with the host too early. */
export function postgresMistakeIn(text: string): string | undefined {
  const { url } = parse(text) ?? {}
  const isCut = url
    ? url.hash !== '' || url.pathname.includes('@') || (url.pathname === '' && url.search.includes('@'))
    : /^postgres(ql)?:\/\/.*[^/]@[^/]/s.test(text)
  if (isCut) return `has a password that is not encoded: ${encodingAdvice}`
  return url ? undefined : 'must be an address such as postgres://user:password@host:5432/name'
}
