import type { FastifyReply } from 'fastify'
import type { Database, Transaction } from '#server/database/connect.ts'
import { count, countTraffic, day, hour, minute, type Sender, tooMany } from '#server/security/counters.ts'
import { keyedHash } from '#server/security/signed-tokens.ts'

/** The most sign-ups from one address, and from the network around it. */
const maximum = { host: { hour: 20, day: 60 }, network: { hour: 60, day: 200 } }
/** Messages an hour, to all addresses together, that ask for a confirmation; further ones are sent later. */
const messagesAnHour = 300
/** The shortest time between two such messages to one address, in milliseconds, and the most to one mailbox in a day. */
const shortestInterval = 15 * minute
const messagesADay = 4

/**
 * Counts a sign-up against its sender's address and network, in the transaction that stores it.
 * @throws HttpError 429 with Retry-After when there are too many from this sender
 */
export async function countSignUp(trx: Transaction, sender: Sender, reply: FastifyReply): Promise<void> {
  const { host, network } = await countTraffic(trx, sender)
  const exceeded = [
    { tally: host.hour, limit: maximum.host.hour },
    { tally: host.day, limit: maximum.host.day },
    { tally: network.hour, limit: maximum.network.hour },
    { tally: network.day, limit: maximum.network.day },
  ].filter(({ tally, limit }) => tally.count > limit)
  const endsAt = Math.max(...exceeded.map(({ tally }) => tally.endsAt))
  if (exceeded.length > 0) throw tooMany(reply, 'Too many addresses were subscribed from your network', endsAt)
}

/** An address and its mailbox as keyed hashes, which name them in counters. */
export type Mailbox = { address: string; box: string }

/** Call it outside a transaction, since it may have to read the key. */
export async function mailboxOf(database: Database, email: string): Promise<Mailbox> {
  const address = email.toLowerCase()
  // Most providers deliver name+anything@ to name@.
  const box = address.replace(/(?<=.)\+[^@]*(?=@)/, '')
  const [addressHash, boxHash] = await Promise.all([
    keyedHash(database, 'address', address),
    keyedHash(database, 'mailbox', box),
  ])
  return { address: addressHash, box: boxHash }
}

/**
 * Counts a message that asks for a confirmation, so that typing someone else's address again and again does not fill their mailbox.
 * @param isNew whether no message asked for this before; then one may follow another message at once
 * @returns how long to wait before sending it, in milliseconds; null when it is not to be sent
 */
export async function countConfirmation(trx: Transaction, mailbox: Mailbox, isNew = false): Promise<number | null> {
  const lately = await ofAddress(trx, mailbox)
  if ((lately > 1 && !isNew) || (await ofBox(trx, mailbox)) > messagesADay) return null
  const sent = await once(trx, 'asks:all', hour)
  return Math.floor((sent - 1) / messagesAnHour) * hour
}

/**
 * The same for a message that staff send to many: one that is too much for its mailbox follows on another day.
 * @returns how long to wait before sending it, in milliseconds
 */
export async function delayForMailbox(trx: Transaction, mailbox: Mailbox): Promise<number> {
  await ofAddress(trx, mailbox)
  return Math.floor(((await ofBox(trx, mailbox)) - 1) / messagesADay) * day
}

const ofAddress = (trx: Transaction, { address }: Mailbox) => once(trx, `asks:address:${address}`, shortestInterval)
const ofBox = (trx: Transaction, { box }: Mailbox) => once(trx, `asks:mailbox:${box}`, day)

const once = async (trx: Transaction, name: string, period: number) =>
  (await count(trx, { [name]: period }))[name]?.count ?? 1
