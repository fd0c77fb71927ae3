import type { Database } from '#server/database/connect.ts'
import { readToken, signToken } from './signed-tokens.ts'

/** The cookie of a member of staff who sees the site as of another time. */
const asOfCookie = 'atrium-as-of'

/** How long it is valid, in seconds. */
const asOfLifetime = 3_600

const purpose = 'as-of'

/** A time at which a member of staff sees the site, and the session in which they do, as the identity names it. */
export type AsOf = { at: string; staffId: string; session: string }

/** Signs a time at which a member of staff sees the site. @param asOf its time is ISO 8601 */
export const signAsOf = (database: Database, { at, staffId, session }: AsOf) =>
  signToken(
    database,
    purpose,
    `${Date.parse(at).toString(36)}_${staffId}_${session}`,
    Date.now() + asOfLifetime * 1_000,
  )

/** Reads a token of `signAsOf`; null for an expired or forged one. */
export async function readAsOf(database: Database, token: string): Promise<AsOf | null> {
  const read = await readToken(database, purpose, token)
  if (!read || read.expired) return null
  const [, time, staffId, session] = /^(-?[0-9a-z]+)_([^_]+)_(.+)$/.exec(read.value) ?? []
  if (!time || !staffId || !session) return null
  return { at: new Date(Number.parseInt(time, 36)).toISOString(), staffId, session }
}

type Site = { publicUrl: string }

const cookie = (value: string, seconds: number, { publicUrl }: Site) =>
  `${asOfCookie}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${publicUrl.startsWith('https:') ? '; Secure' : ''}`

/** The `Set-Cookie` that starts the view of the site as of another time. */
export const asOfBegins = (token: string, site: Site) => cookie(token, asOfLifetime, site)
/** The `Set-Cookie` that ends it. */
export const asOfEnds = (site: Site) => cookie('', 0, site)

export const asOfTokenOf = (cookies: string | undefined): string | undefined =>
  cookies
    ?.split(/; */)
    .find((cookie) => cookie.startsWith(`${asOfCookie}=`))
    ?.slice(asOfCookie.length + 1)
