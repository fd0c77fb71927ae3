import { hashToken } from '#server/identity/single-use-tokens.ts'
import type { TestApp } from './start-app.ts'

/** What the description shows in the place of a secret. */
const shown = 'shown-once'

/** Fixed values of the recorded examples (`record-call.ts`) that look random. */
const placeholders = /01950000-0000-7000-8000-0{8}\d{4}|790d48bb4ef0e56ecef6417e1f71dbb3|K7QX-3MPD-9FT/g

/** Addresses and networks that are kept for documentation, and the contact of the description. */
const isExample = (domain: string) => /(?:^|\.)(?:example|example\.(?:com|org|net)|acme-cloud\.in)$/.test(domain)
const isDocumented = (address: string) => /^(?:192\.0\.2|198\.51\.100|203\.0\.113)\./.test(address)

/** Of 22 characters are the signatures of links, of 43 the tokens of sessions, of 32 the keys of authenticator apps. */
const shortest = 20
const pieces = /(?<=[a-z])(?=[A-Z0-9])|(?<=[A-Z])(?=[0-9])|(?<=[0-9])(?=[A-Za-z])/
/** In words, names in camel case, slugs and paths the case changes seldom, in random characters at every second one. */
function isRandom(run: string): boolean {
  const rest = run.replaceAll(placeholders, '').replaceAll(/[-_+/]/g, '')
  if (rest.length < shortest) return false
  if (/^(?:[A-Z2-7]+|[0-9a-f]{32,})$/.test(rest) || /^(?=.*[a-z])(?=.*[A-Z])[\w-]{43}$/.test(run)) return true
  return rest.length / rest.split(pieces).length < 3.6
}

/** How each kind of secret looks, and which such texts are none. */
const kinds: Record<string, [pattern: RegExp, isSecret?: (found: string, part: string) => boolean]> = {
  'secret of a program, an assistant or a webhook': [/(?:\bat[racf]_|\bwhsec_)[\w+/-]{4,}[=…]*/g],
  'token of a link, or of a session': [/[\w-]+\.[0-9a-z]{1,12}\.[\w-]{16,22}(?![\w-])…?|\beyJ[\w.-]{16,}…?/g],
  // Also the beginning of one.
  'value of a link': [/(?<=[?&](?:token|code|secret)=)(?!shown-once(?![\w.-]))[\w.-]{8,}…?/g],
  'certificate or recovery code': [
    /\b[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{3}\b|(?<![\w-])(?:[0-9a-f]{4}-){3}[0-9a-f]{4}(?![\w-])/g,
    (found) => found.replace(placeholders, '') !== '',
  ],
  'random characters': [
    // A picture is no secret.
    /(?<!base64,[\w+/-]*)[\w+/-]{20,}={0,2}…?/g,
    (found) => isRandom(found.replace(/[=…]+$/, '')),
  ],
  'address of a person': [/[\w.+-]+@([\w-]+(?:\.[\w-]+)+)/g, (_, domain) => !isExample(domain)],
  'address of a mailbox with a token': [/(?<=\w\+)(?!shown-once@)[\w.-]+(?=@)/g],
  'address in a network': [
    /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])|(?<![\w:])(?:[0-9a-f]{1,4}:){3,7}[0-9a-f]{0,4}|\[::1\]/g,
    (found) => !isDocumented(found),
  ],
  'port of this machine': [/\/\/[\w.-]+:\d{2,5}|\blocalhost\b/g],
  'folder of this machine': [/(?<![\w.}])\/(?:tmp|home|root|work|var|private|Users)\/[^\s"'`]+|\b[A-Z]:\\+\w+/g],
}

function* find(text: string) {
  for (const [kind, [pattern, isSecret = () => true]] of Object.entries(kinds))
    for (const { 0: found, 1: part = '' } of text.matchAll(pattern)) if (isSecret(found, part)) yield { kind, found }
}

/** What a text has that no public file may have: each with its kind. */
export const secretsIn = (text: string): string[] => [...find(text)].map(({ kind, found }) => `${kind}: ${found}`)

const placeholderOf = (found: string) =>
  /^[0-9A-Z-]{13}$/.test(found) ? 'K7QX-3MPD-9FT' : `${/^(?:\/[a-z-]+)+\//.exec(found)?.[0] ?? ''}${shown}`

/** Shows placeholders in the place of secrets: the longest first, since one may have another in it. */
export const hideSecrets = (text: string): string =>
  [...find(text)]
    .toSorted((a, b) => b.found.length - a.found.length)
    .reduce((hidden, { found }) => hidden.replaceAll(found, placeholderOf(found)), text)

/** @throws if a text has a value that the site stores as a hash, or as the secret of a webhook, however it looks */
export async function refuseStored({ database }: Pick<TestApp, 'database'>, text: string): Promise<void> {
  const stored = new Set<unknown>()
  for (const { name, columns } of await database.db.introspection.getTables()) {
    const texts = columns.flatMap((column) => (/text/i.test(column.dataType) ? [column.name as 'id'] : []))
    const rows =
      texts.length > 0
        ? await database.db
            .selectFrom(name as 'users')
            .select(texts)
            .execute()
        : []
    for (const row of rows) for (const value of Object.values(row)) stored.add(value)
  }
  const parts = new Set(text.match(/[\w.+/=-]{8,}/g))
  const found = [...parts].filter((part) => stored.has(hashToken(part)) || (stored.has(part) && /^whsec_/.test(part)))
  if (found.length > 0) throw new Error(`The examples show ${found.join(' and ')}`)
}
