import type { Database } from '#server/database/connect.ts'
import { readToken, signToken } from './signed-tokens.ts'

/** The cookie of a member of staff who sees the site as of another time. */
export const asOfCookie = 'atrium-as-of'

/** How long it is valid, in seconds. */
export const asOfLifetime = 3_600

const purpose = 'as-of'

export type AsOf = { at: string; staffId: string }

/** Signs a time at which a member of staff sees the site. @param at ISO 8601 */
export const signAsOf = (database: Database, { at, staffId }: AsOf) =>
  signToken(database, purpose, `${Date.parse(at).toString(36)}_${staffId}`, Date.now() + asOfLifetime * 1_000)

/** Reads a token of `signAsOf`; null for an expired or forged one. */
export async function readAsOf(database: Database, token: string): Promise<AsOf | null> {
  const read = await readToken(database, purpose, token)
  if (!read || read.expired) return null
  const [time = '', staffId = ''] = read.value.split(/_(.*)/s)
  return { at: new Date(Number.parseInt(time, 36)).toISOString(), staffId }
}

/** The token in a request's cookies. */
export const asOfTokenOf = (cookies: string | undefined): string | undefined =>
  cookies
    ?.split(/; */)
    .find((cookie) => cookie.startsWith(`${asOfCookie}=`))
    ?.slice(asOfCookie.length + 1)
