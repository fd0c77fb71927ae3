import { randomUUID } from 'node:crypto'
import { cleanText, showsNothing } from '#contract/clean-text.ts'
import { type Db, nowIn, type Transaction, timeIn } from '#server/database/connect.ts'
import { countAffected } from '#server/database/rows.ts'
import { isStorable } from '#server/database/storage-errors.ts'
import type { Row } from '#server/database/table.ts'
import { oauthClients } from '#server/identity/tokens.table.ts'
import type { Retention } from '#server/record/retention.ts'
import { type Registered, type Registration, unusedDays } from './assistants.contract.ts'
import { OAuthRefusal } from './oauth-errors.server.ts'

/** How many registered assistants are kept that nobody has allowed yet. The oldest of them make room. */
export const mostUnused = 1_000
/** An assistant that was allowed and has no connection any more is kept for this time, so that it can ask again. */
const keptDays = 90
const longestName = 100

export type Client = Row<typeof oauthClients>

/** The hosts that are the person's own computer (RFC 8252, 7.3). */
const isLoopback = ({ hostname }: URL) => ['127.0.0.1', '[::1]', 'localhost'].includes(hostname)

/** Printed ASCII without the backslash, which browsers read as a slash: what is compared is what is opened. */
const isPlain = (address: string) => /^[!-[\]-~]+$/.test(address)

/** A redirect address that can be registered: https, or http to the person's own computer; null for any other. */
export function readRedirectUri(address: string): URL | null {
  const url = isPlain(address) ? URL.parse(address) : null
  if (!url || address.includes('#') || url.username !== '' || url.password !== '') return null
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url)) ? url : null
}

/** Where an answer goes, as a person reads it. */
export function placeOf(redirectUri: string): { host: string; isLocal: boolean } {
  const url = new URL(redirectUri)
  return { host: url.host, isLocal: isLoopback(url) }
}

/**
 * Whether an address was registered, exactly. One of the person's own computer that was registered without a port can have any: such a program takes
 * a free port at each start (RFC 8252, 7.3).
 */
export const isRegistered = ({ redirectUris }: Pick<Client, 'redirectUris'>, address: string): boolean =>
  redirectUris.some((one) => one === address || one === withoutPort(address))

function withoutPort(address: string): string | undefined {
  const url = readRedirectUri(address)
  if (url?.protocol !== 'http:' || url.port === '') return undefined
  return address.replace(/^(http:\/\/(?:\[::1\]|[^/:?]+)):\d+/i, '$1')
}

/** Signs that change the direction of the words around them, with which a name could show another one. */
const turnsWords = /\p{Bidi_Control}/gu

/** A name of one line; undefined for one that shows nothing. */
function cleanName(given: string): string | undefined {
  const name = cleanText(given.replaceAll('\0', ''), ' ').replace(turnsWords, '').replace(/\s+/g, ' ').trim()
  return showsNothing(name) ? undefined : [...name].slice(0, longestName).join('')
}

/**
 * Registers an assistant, which anyone may do.
 * @throws OAuthRefusal for an address that is neither https nor the person's own computer
 */
export async function registerClient(trx: Transaction, asked: Registration): Promise<Registered> {
  const { redirect_uris: redirectUris, client_name: given = '', grant_types, response_types } = asked
  const [first = ''] = redirectUris
  const refused = redirectUris.find((address) => !readRedirectUri(address))
  if (refused !== undefined)
    throw new OAuthRefusal(
      'invalid_redirect_uri',
      'Redirect addresses must be https, or http to 127.0.0.1, [::1] or localhost, without a fragment or a name',
    )
  if (grant_types?.includes('authorization_code') === false || response_types?.includes('code') === false)
    throw new OAuthRefusal('invalid_client_metadata', 'Only authorization codes are supported')
  const client: Client = {
    id: randomUUID(),
    name: cleanName(given) ?? placeOf(first).host,
    redirectUris: [...new Set(redirectUris)],
    createdAt: nowIn(trx),
    allowedAt: undefined,
  }
  await trx.insertInto('oauthClients').values(oauthClients.encode(client)).execute()
  const tooMany = trx
    .selectFrom('oauthClients')
    .select('id')
    .where('allowedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(mostUnused)
    .offset(mostUnused)
  await trx.deleteFrom('oauthClients').where('id', 'in', tooMany).execute()
  return {
    client_id: client.id,
    client_id_issued_at: Math.floor(timeIn(trx) / 1_000),
    client_name: client.name,
    redirect_uris: client.redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
}

export async function findClient(db: Db, id: string | undefined): Promise<Client | undefined> {
  if (id === undefined || !isStorable(id)) return undefined
  const row = await db.selectFrom('oauthClients').selectAll().where('id', '=', id).executeTakeFirst()
  return row && oauthClients.decode(row)
}

export const assistantRetentions: Retention[] = [
  {
    name: 'Connections of assistants without use',
    keep: { days: unusedDays },
    // Each use by which it lives on moves its end.
    erase: ({ database }) =>
      countAffected(
        database.db
          .deleteFrom('tokens')
          .where('kind', '=', 'assistant')
          .where(({ or, eb }) => or([eb('expiresAt', '<=', database.now()), eb('endedAt', 'is not', null)])),
      ),
  },
  {
    name: 'Assistants that nobody has connected',
    keep: { days: 1 },
    erase: ({ database: { db } }, { time }) =>
      countAffected(db.deleteFrom('oauthClients').where('allowedAt', 'is', null).where('createdAt', '<', time)),
  },
  {
    name: 'Assistants without a connection',
    keep: { days: keptDays },
    erase: ({ database: { db } }, { time }) =>
      countAffected(
        db
          .deleteFrom('oauthClients')
          .where('allowedAt', '<', time)
          .where(({ not, exists, selectFrom }) =>
            not(exists(selectFrom('tokens').select('tokens.id').whereRef('tokens.clientId', '=', 'oauthClients.id'))),
          ),
      ),
  },
]
