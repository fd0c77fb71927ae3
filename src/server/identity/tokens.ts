import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type Db, nowIn, type Transaction, timeIn } from '#server/database/connect.ts'
import type { Row } from '#server/database/table.ts'
import type { FoundUser } from './accounts.ts'
import { hashToken } from './single-use-tokens.ts'
import { tokenSecrets, tokens } from './tokens.table.ts'

/** The secret of a program (`atr_`), those of an assistant for access and for refreshing it, and its authorization code. */
export type SecretPrefix = 'atr_' | 'ata_' | 'atf_' | 'atc_'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 32 bytes and the checksum of them in base 62. */
const [randomLength, checkLength] = [43, 6]
const form = new RegExp(`^(at[racf]_)([0-9A-Za-z]{${randomLength}})([0-9A-Za-z]{${checkLength}})$`)
const inText = new RegExp(`at[racf]_[0-9A-Za-z]{${randomLength + checkLength}}`, 'g')

function toBase62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= 62n) text = digits[Number(rest % 62n)] + text
  return text
}

const checksumOf = (text: string) => toBase62(BigInt(crc32(text)), checkLength)

/**
 * A new secret: its prefix, 32 random bytes and a checksum, so that a program that looks for leaked secrets recognises it, and a mistyped one is
 * refused without a query.
 */
export function createSecret(prefix: SecretPrefix): string {
  const random = toBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), randomLength)
  return prefix + random + checksumOf(prefix + random)
}

/** The prefix of a secret; null for a text that is none, also one that was mistyped or cut off. */
export function readSecret(text: string): SecretPrefix | null {
  const [, prefix = '', random = '', checksum] = form.exec(text) ?? []
  return checksum === checksumOf(prefix + random) ? (prefix as SecretPrefix) : null
}

/**
 * Whether an address has a secret in it, or says that it has. Addresses get into logs and histories. Only whole secrets count: links to
 * unsubscribe and the like have random letters, which must never be taken for one.
 */
export const holdsSecret = (url: string): boolean =>
  /[?&]access_token=/i.test(url) || [...unescaped(url).matchAll(inText)].some(([text]) => readSecret(text) !== null)

const unescaped = (url: string) =>
  url.replace(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

export type FoundToken = Row<typeof tokens>

/** The token of a secret for access, with its person, in one query; `'expired'` when it has ended, null when nobody has it. */
export async function findToken(
  db: Db,
  secret: string,
): Promise<{ token: FoundToken; user: FoundUser } | 'expired' | null> {
  const row = await db
    .selectFrom('tokenSecrets')
    .innerJoin('tokens', 'tokens.id', 'tokenSecrets.tokenId')
    .innerJoin('users', 'users.id', 'tokens.userId')
    .selectAll('tokens')
    .select(['tokenSecrets.expiresAt as secretExpiresAt', 'firebaseUid', 'users.name as userName'])
    .select(['email', 'active', 'role', 'profileId'])
    .where('hash', '=', hashToken(secret))
    .where('use', '=', 'access')
    .executeTakeFirst()
  if (!row) return null
  const { secretExpiresAt, firebaseUid, userName, email, active, role, profileId, ...columns } = row
  const token = tokens.decode(columns)
  const now = timeIn(db)
  if ([token.expiresAt, token.endedAt, secretExpiresAt].some((end) => end && Date.parse(end) <= now)) return 'expired'
  return { token, user: { id: token.userId, firebaseUid, name: userName, email, active, role, profileId } }
}

/**
 * Ends all tokens and assistants of a person for good, as their access ends: their secrets are deleted, and the list shows them for a while.
 */
export async function endTokensOf(trx: Transaction, userId: string): Promise<void> {
  await trx
    .updateTable('tokens')
    .set({ endedAt: nowIn(trx) })
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .execute()
  await trx
    .deleteFrom('tokenSecrets')
    .where('tokenId', 'in', trx.selectFrom('tokens').select('id').where('userId', '=', userId))
    .execute()
}

/** How many tokens and assistants each person has that have not ended, by their ids. */
export async function countConnections(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('tokens')
    .select(({ fn }) => ['userId', fn.countAll<number>().as('count')])
    .where('endedAt', 'is', null)
    .where(({ or, eb }) => or([eb('expiresAt', 'is', null), eb('expiresAt', '>', nowIn(db))]))
    .groupBy('userId')
    .execute()
  return new Map(rows.map(({ userId, count }) => [userId, count]))
}

/** Adds a token, which has no secret yet. */
export async function addToken(
  trx: Transaction,
  given: Pick<FoundToken, 'kind' | 'userId' | 'name' | 'permissions' | 'expiresAt' | 'clientId' | 'host'>,
): Promise<FoundToken> {
  const token = { id: randomUUIDv7(), createdAt: nowIn(trx), ...given }
  await trx.insertInto('tokens').values(tokens.encode(token)).execute()
  return token
}

/**
 * Adds a secret to a token, for access or for refreshing it; only its hash is stored.
 * @param expiresAt without it, it ends with the token
 */
export async function addSecret(
  trx: Transaction,
  tokenId: string,
  prefix: 'atr_' | 'ata_' | 'atf_',
  expiresAt?: string,
): Promise<string> {
  const secret = createSecret(prefix)
  const use = prefix === 'atf_' ? ('refresh' as const) : ('access' as const)
  const row = { hash: hashToken(secret), tokenId, use, createdAt: nowIn(trx), expiresAt, usedAt: undefined }
  await trx.insertInto('tokenSecrets').values(tokenSecrets.encode(row)).execute()
  return secret
}
