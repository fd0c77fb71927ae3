import { createHash } from 'node:crypto'
import { writeActivity } from '#server/activity/activity.ts'
import { type Database, type Db, nowIn, type Transaction, timeIn } from '#server/database/connect.ts'
import type { Row } from '#server/database/table.ts'
import { hashToken } from '#server/identity/single-use-tokens.ts'
import { oauthCodes, tokens } from '#server/identity/tokens.table.ts'
import { addSecret, addToken, readSecret, type SecretPrefix } from '#server/identity/tokens.ts'
import { day, hour } from '#server/security/counters.ts'
import { type IssuedTokens, type Revocation, type TokenRequest, unusedDays } from './assistants.contract.ts'
import { type Client, placeOf } from './clients.server.ts'
import { OAuthRefusal } from './oauth-errors.server.ts'

const accessLifetime = hour
const refreshLifetime = unusedDays * day
/** A refresh token works for this time after its exchange, in milliseconds: the answer may have been lost, or two calls may have needed it at once. */
const grace = 30_000

type Connection = Pick<Row<typeof tokens>, 'id' | 'permissions'>

const refused = (why: string) => new OAuthRefusal('invalid_grant', why)
const noAccess = () => refused('The person has no access any more')

/** @throws OAuthRefusal for a text that is no such secret, without a query */
function requireSecret(secret: string | undefined, prefix: SecretPrefix, name: string): string {
  if (secret === undefined) throw new OAuthRefusal('invalid_request', `${name} is missing`)
  if (readSecret(secret) !== prefix) throw refused(`This ${name} is not valid`)
  return secret
}

const inTime = (db: Db, lifetime: number) => new Date(timeIn(db) + lifetime).toISOString()

/** Adds a pair of secrets to a connection, which lives as long as it is used. */
async function issue(trx: Transaction, { id, permissions }: Connection): Promise<IssuedTokens> {
  const ends = inTime(trx, refreshLifetime)
  const access = await addSecret(trx, id, 'ata_', inTime(trx, accessLifetime))
  const refresh = await addSecret(trx, id, 'atf_', ends)
  await trx.updateTable('tokens').set({ expiresAt: ends }).where('id', '=', id).execute()
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: accessLifetime / 1_000,
    refresh_token: refresh,
    scope: permissions.join(' '),
  }
}

const hasAccess = async (trx: Transaction, userId: string): Promise<boolean> =>
  (await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('active', '=', true)
    .executeTakeFirst()) !== undefined

const endConnection = (db: Db, id: string) =>
  db.deleteFrom('tokens').where('id', '=', id).where('kind', '=', 'assistant').execute()

/** Refuses, and says in the activity log that a connection has ended, since what has happened points to a thief. */
async function refuseReuse(database: Database, { name }: Client, what: string): Promise<never> {
  await writeActivity(database, { kind: 'account', what: `Disconnected: ${what} was used twice`, recordName: name })
  throw refused(`This ${what} was used before, so the connection has ended`)
}

/** Whether a verifier belongs to the challenge of a code (RFC 7636, S256), which is no secret. */
const answersChallenge = (verifier: string, challenge: string): boolean =>
  /^[\w.~-]{43,128}$/.test(verifier) && createHash('sha256').update(verifier).digest('base64url') === challenge

/**
 * Exchanges a code for the secrets of a new connection, in place of an earlier one of the same assistant and person.
 * @throws OAuthRefusal; the second use of a code ends the connection that the first one has made
 */
export async function exchangeCode(database: Database, client: Client, given: TokenRequest): Promise<IssuedTokens> {
  const code = requireSecret(given.code, 'atc_', 'code')
  const { redirect_uri, code_verifier } = given
  if (code_verifier === undefined) throw new OAuthRefusal('invalid_request', 'code_verifier is missing')
  const issued = await database.transaction(async (trx) => {
    const hash = hashToken(code)
    const row = await trx.selectFrom('oauthCodes').selectAll().where('hash', '=', hash).forUpdate().executeTakeFirst()
    const found = row && oauthCodes.decode(row)
    if (found?.clientId !== client.id) throw refused('This code is not valid')
    if (found.tokenId !== undefined) {
      await endConnection(trx, found.tokenId)
      return undefined
    }
    if (Date.parse(found.expiresAt) <= timeIn(trx)) throw refused('This code has expired')
    if (redirect_uri !== undefined && redirect_uri !== found.redirectUri)
      throw refused('redirect_uri is not that of the request')
    if (!answersChallenge(code_verifier, found.challenge)) throw refused('code_verifier does not answer the challenge')
    if (!(await hasAccess(trx, found.userId))) throw noAccess()
    const { userId, permissions } = found
    await trx.deleteFrom('tokens').where('userId', '=', userId).where('clientId', '=', client.id).execute()
    const { host } = placeOf(found.redirectUri)
    const given = { kind: 'assistant' as const, userId, name: client.name, permissions, clientId: client.id, host }
    const connection = await addToken(trx, given)
    await trx.updateTable('oauthCodes').set({ tokenId: connection.id }).where('hash', '=', hash).execute()
    return issue(trx, connection)
  })
  return issued ?? refuseReuse(database, client, 'authorization code')
}

/**
 * Exchanges a refresh token for new secrets, once. Of several that were given for the same one, the next exchange leaves only its own.
 * @throws OAuthRefusal; the second use of a refresh token, after a grace, ends the connection
 */
export async function refresh(database: Database, client: Client, given: TokenRequest): Promise<IssuedTokens> {
  const hash = hashToken(requireSecret(given.refresh_token, 'atf_', 'refresh_token'))
  const issued = await database.transaction(async (trx) => {
    const row = await trx
      .selectFrom('tokenSecrets')
      .innerJoin('tokens', 'tokens.id', 'tokenSecrets.tokenId')
      .select(['tokens.id', 'userId', 'clientId', 'permissions', 'endedAt', 'tokenSecrets.expiresAt', 'usedAt'])
      .where('hash', '=', hash)
      .where('use', '=', 'refresh')
      .forUpdate()
      .executeTakeFirst()
    if (!row || row.clientId !== client.id) throw refused('This refresh token is not valid')
    const { id, userId, endedAt, expiresAt, usedAt } = row
    const now = timeIn(trx)
    if (endedAt !== null || expiresAt === null || Date.parse(expiresAt) <= now)
      throw refused('This refresh token has expired')
    if (usedAt !== null && Math.abs(now - Date.parse(usedAt)) > grace) {
      await endConnection(trx, id)
      return undefined
    }
    if (!(await hasAccess(trx, userId))) throw noAccess()
    if (usedAt === null)
      await trx
        .updateTable('tokenSecrets')
        .set({ usedAt: nowIn(trx) })
        .where('tokenId', '=', id)
        .where('use', '=', 'refresh')
        .where('usedAt', 'is', null)
        .execute()
    await trx.deleteFrom('tokenSecrets').where('tokenId', '=', id).where('expiresAt', '<', nowIn(trx)).execute()
    return issue(trx, { id, permissions: tokens.decode({ permissions: row.permissions }).permissions })
  })
  return issued ?? refuseReuse(database, client, 'refresh token')
}

/** Ends the connection of a secret, as its holder asks (RFC 7009). A secret that does not work is answered alike. */
export async function revoke({ db }: Database, { token, client_id }: Revocation): Promise<void> {
  if (token === undefined) throw new OAuthRefusal('invalid_request', 'token is missing')
  const prefix = readSecret(token)
  if (prefix !== 'ata_' && prefix !== 'atf_') return
  const found = await db
    .selectFrom('tokenSecrets')
    .innerJoin('tokens', 'tokens.id', 'tokenSecrets.tokenId')
    .select(['tokens.id', 'tokens.clientId'])
    .where('hash', '=', hashToken(token))
    .executeTakeFirst()
  if (!found) return
  if (client_id !== undefined && client_id !== found.clientId)
    throw new OAuthRefusal('invalid_client', 'The token belongs to another client')
  await endConnection(db, found.id)
}
