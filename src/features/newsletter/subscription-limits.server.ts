import type { FastifyReply } from 'fastify'
import type { Database, Transaction } from '#server/database/connect.ts'
import { count, countTraffic, day, hour, minute, type Sender, tooMany } from '#server/security/counters.ts'
import { keyedHash } from '#server/security/signed-tokens.ts'

/** Sign-ups that are taken from one address, and from the network around it. */
const most = { host: { hour: 20, day: 60 }, network: { hour: 60, day: 200 } }
/** Messages that leave in an hour, to all addresses together, to ask whether it was them; more leave later. */
const asksAnHour = 300
/** The least time between two of them to one address, in milliseconds, and how many go to one mailbox in a day. */
const askAgainAfter = 15 * minute
const asksADay = 4

/**
 * Counts a sign-up against its sender's address and network, in the transaction that stores it.
 * @throws ApiError 429 with Retry-After when there are too many; others are not concerned
 */
export async function countSignUp(trx: Transaction, sender: Sender, reply: FastifyReply): Promise<void> {
  const { host, network } = await countTraffic(trx, sender)
  const over = [
    { tally: host.hour, limit: most.host.hour },
    { tally: host.day, limit: most.host.day },
    { tally: network.hour, limit: most.network.hour },
    { tally: network.day, limit: most.network.day },
  ].filter(({ tally, limit }) => tally.count > limit)
  const endsAt = Math.max(...over.map(({ tally }) => tally.endsAt))
  if (over.length > 0) throw tooMany(reply, 'Too many addresses were subscribed from your network', endsAt)
}

/** What counters call an address and the mailbox behind it, by keyed hashes. */
export type Mailbox = { address: string; box: string }

/** Outside of a transaction, since it may have to read the key. */
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
 * Counts a message that asks whether it was them. Nobody's mailbox is filled by strangers who type an address again and again.
 * @returns how long it waits, in milliseconds; null when it is not to be sent
 */
export async function countAsking(trx: Transaction, { address, box }: Mailbox): Promise<number | null> {
  const [ofAddress, ofBox, ofAll] = [`asks:address:${address}`, `asks:mailbox:${box}`, 'asks:all']
  const once = async (name: string, period: number) => (await count(trx, { [name]: period }))[name]?.count ?? 1
  if ((await once(ofAddress, askAgainAfter)) > 1 || (await once(ofBox, day)) > asksADay) return null
  const asks = await once(ofAll, hour)
  return Math.floor((asks - 1) / asksAnHour) * hour
}
