import type { FastifyReply } from 'fastify'
import type { Database, Transaction } from '#server/database/connect.ts'
import { count, countHourAndDay, countTraffic, day, minute, type Sender, tooMany } from '#server/security/counters.ts'
import { keyedHash } from '#server/security/signed-tokens.ts'

/**
 * Messages an hour and a day that count as normal traffic: those that are alike, by their writer or their text, and all. More are not refused
 * but marked as part of a flood and mailed in a digest. An office or a phone network has one address for many people, whose messages differ.
 */
const normal = {
  alike: { host: { hour: 5, day: 20 }, network: { hour: 15, day: 60 } },
  all: { host: { hour: 25, day: 60 }, network: { hour: 75, day: 200 } },
}
/** The number of compared letters of a text, so that different endings do not hide similar texts. */
const comparedLetters = 200
/** The most that is accepted in a day, in messages and in bytes. The limit for all senders only keeps the disk from filling up. */
const maximum = { host: 100, network: 300, networkBytes: 5_000_000, allBytes: 200_000_000 }
/** Size of a row without its texts, in bytes. */
const rowSize = 500
/** Notices that are mailed one by one; further messages are mailed in a digest. */
const notices = { tenMinutes: 60, day: 300 }

type Message = { name: string; email: string; subject: string; message: string }

/** The names under which messages from one address or network are counted that have the same writer or the same text. */
export type Likeness = Record<'host' | 'network', string[]>

/** Texts that differ only in digits, case and punctuation are the same. Never call it inside a transaction: it may have to read the key. */
export async function likenessOf(database: Database, sender: Sender, { email, message }: Message): Promise<Likeness> {
  const letters = message.toLowerCase().replace(/[^\p{L}]+/gu, '')
  const [writer, text] = await Promise.all([
    keyedHash(database, 'writer', email.toLowerCase().replace(/\+.*@/, '@')),
    keyedHash(database, 'text', letters.slice(0, comparedLetters)),
  ])
  const of = (place: string) => [`contact:writer:${place}:${writer}`, `contact:text:${place}:${text}`]
  return { host: of(sender.host), network: of(sender.network) }
}

/**
 * Counts a message against its sender's address and network, in the transaction that stores it.
 * @returns whether it is part of a flood from its own address or network
 * @throws HttpError 429 with Retry-After if the limit is reached
 */
export async function countMessage(
  trx: Transaction,
  sender: Sender,
  likeness: Likeness,
  message: Message,
  reply: FastifyReply,
): Promise<boolean> {
  const size = Object.values(message).reduce((sum, text) => sum + Buffer.byteLength(text), rowSize)
  const { host, network, all } = await countTraffic(trx, sender, size)
  if (host.day.count > maximum.host)
    throw tooMany(reply, 'Too many messages came from your address today', host.day.endsAt)
  if (network.day.count > maximum.network || network.day.bytes > maximum.networkBytes)
    throw tooMany(reply, 'Too many messages came from your network today', network.day.endsAt)
  if (all.day.bytes > maximum.allBytes) throw tooMany(reply, 'Too many messages came in today', all.day.endsAt)
  const alike = await countAlike(trx, likeness)
  return (
    isMore({ hour: host.hour.count, day: host.day.count }, normal.all.host) ||
    isMore({ hour: network.hour.count, day: network.day.count }, normal.all.network) ||
    isMore(alike.host, normal.alike.host) ||
    isMore(alike.network, normal.alike.network)
  )
}

type Counts = { hour: number; day: number }
const isMore = (counted: Counts, usual: Counts) => counted.hour > usual.hour || counted.day > usual.day

/** How many messages like this one came in the current hour and day, by writer or text, whichever are more. */
async function countAlike(trx: Transaction, { host, network }: Likeness): Promise<Record<'host' | 'network', Counts>> {
  const tallyOf = await countHourAndDay(trx, [...host, ...network])
  const most = (names: string[], period: keyof Counts) => Math.max(...names.map((name) => tallyOf(name)[period].count))
  const of = (names: string[]) => ({ hour: most(names, 'hour'), day: most(names, 'day') })
  return { host: of(host), network: of(network) }
}

/** Counts a notice. @returns whether it goes into a digest because there are too many */
export async function countNotice(trx: Transaction): Promise<boolean> {
  const tallies = await count(trx, { 'contact:notices:10min': 10 * minute, 'contact:notices:day': day })
  return (
    tallies['contact:notices:10min'].count > notices.tenMinutes || tallies['contact:notices:day'].count > notices.day
  )
}
