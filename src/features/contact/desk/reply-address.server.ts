import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/connect.ts'
import { readToken, signToken } from '#server/security/signed-tokens.ts'

const purpose = 'reply'
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The first part of an address has at most 64 characters, so the id is written in fewer. */
const shorten = (id: string) =>
  uuid.test(id) ? Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url') : `-${id}`

function lengthen(short: string): string {
  if (short.startsWith('-')) return short.slice(1)
  const hex = Buffer.from(short, 'base64url').toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** The address to which a visitor answers, with a token for the request; undefined where no answers are handed in. */
export async function replyAddress(
  database: Database,
  { inboundSecret, replyTo }: Config['mail'],
  contactId: string,
): Promise<string | undefined> {
  if (inboundSecret === undefined || replyTo === undefined) return undefined
  const token = await signToken(database, purpose, shorten(contactId))
  return replyTo.replace('@', `+${token}@`)
}

/** The request that an address of `replyAddress` names; undefined for any other address. */
export async function requestOfAddress(database: Database, address: string): Promise<string | undefined> {
  const token = /\+([^@+]+)@/.exec(address)?.[1]
  const read = token === undefined ? null : await readToken(database, purpose, token)
  return read ? lengthen(read.value) : undefined
}
