import { timingSafeEqual } from 'node:crypto'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/connect.ts'
import { keyedHash, readToken } from '#server/security/signed-tokens.ts'

const purpose = 'reply'
/** An address that visitors know must not be one from which an answer of ours is sent. */
const staffPurpose = 'staff-reply'
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * The first part of an address has at most 64 characters, and mail servers change their case: so bytes are written to the base of 32, and the
 * signature has 80 bits, which nobody can try out.
 */
const [idLength, bytesOfHash, hashLength] = [26, 10, 16]

const toBase32 = (bytes: Uint8Array, length: number) =>
  BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
    .toString(32)
    .padStart(length, '0')

/** @returns the bytes as hex, without zeros at the begin */
const fromBase32 = (text: string) =>
  [...text].reduce((sum, digit) => sum * 32n + BigInt(Number.parseInt(digit, 32)), 0n).toString(16)

/** An id of another form than ours, such as one that was imported, follows a dash. */
const shorten = (id: string) =>
  uuid.test(id)
    ? toBase32(Buffer.from(id.replaceAll('-', ''), 'hex'), idLength)
    : `-${toBase32(Buffer.from(`\x01${id}`), 1)}`

function lengthen(short: string): string {
  if (short.startsWith('-'))
    return Buffer.from(`0${fromBase32(short.slice(1))}`, 'hex')
      .toString('utf8')
      .slice(1)
  return dashed(fromBase32(short).padStart(32, '0'))
}

const dashed = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

const signatureFor = async (database: Database, signed: string, of = purpose) =>
  toBase32(Buffer.from(await keyedHash(database, of, signed), 'base64url').subarray(0, bytesOfHash), hashLength)

/** The address to which a visitor answers, with a token for the request; undefined where no answers are handed in. */
export const replyAddress = (database: Database, mail: Config['mail'], contactId: string) =>
  addressWith(mail, contactId, (short) => signatureFor(database, short))

/**
 * The address to which a member of staff answers a notice; undefined where no answers are handed in.
 * @param userId to whom the notice goes; without one to the mailbox of the company
 */
export const staffReplyAddress = (database: Database, mail: Config['mail'], contactId: string, userId = '') =>
  addressWith(mail, contactId, (short) => signatureFor(database, `${short} ${userId}`, staffPurpose))

async function addressWith(
  { inboundSecret, replyTo }: Config['mail'],
  contactId: string,
  sign: (short: string) => Promise<string>,
): Promise<string | undefined> {
  if (inboundSecret === undefined || replyTo === undefined) return undefined
  const short = shorten(contactId)
  return replyTo.replace('@', `+${short}${await sign(short)}@`)
}

/** The request that an address of `staffReplyAddress` names, and to whom its notice went: one of the users, or the company's mailbox. */
export async function requestOfStaffAddress(
  database: Database,
  address: string,
  userIds: string[],
): Promise<{ contactId: string; userId: string | undefined } | undefined> {
  const { short, signature } = tokenOf(address)
  if (short === undefined || signature === undefined) return undefined
  for (const userId of [undefined, ...userIds])
    if (isEqual(signature, await signatureFor(database, `${short} ${userId ?? ''}`, staffPurpose)))
      return { contactId: lengthen(short), userId }
  return undefined
}

const isEqual = (given: string, expected: string) => timingSafeEqual(Buffer.from(given), Buffer.from(expected))

/** The parts of the token in an address. */
function tokenOf(address: string): { short?: string; signature?: string } {
  const token = /\+([^@+]+)@/.exec(address)?.[1]?.toLowerCase() ?? ''
  const [, short, signature] = new RegExp(`^(-?[0-9a-v]+)([0-9a-v]{${hashLength}})$`).exec(token) ?? []
  return short && signature ? { short, signature } : {}
}

/** The request that an address of `replyAddress` names, in any case; undefined for any other address. */
export async function requestOfAddress(database: Database, address: string): Promise<string | undefined> {
  const token = /\+([^@+]+)@/.exec(address)?.[1]
  if (token === undefined) return undefined
  const { short, signature } = tokenOf(address)
  if (short === undefined || signature === undefined) return requestOfFormerAddress(database, token)
  return isEqual(signature, await signatureFor(database, short)) ? lengthen(short) : undefined
}

/** Mails that were sent before version 0.3 have addresses in which the case matters. */
async function requestOfFormerAddress(database: Database, token: string): Promise<string | undefined> {
  const read = await readToken(database, purpose, token)
  if (!read) return undefined
  if (read.value.startsWith('-')) return read.value.slice(1)
  return dashed(Buffer.from(read.value, 'base64url').toString('hex'))
}
