import type { FastifyReply } from 'fastify'
import type { Transaction } from '#server/database/connect.ts'
import { count, countTraffic, day, minute, type Sender, tooMany } from '#server/security/counters.ts'

/**
 * Messages an hour and a day that count as normal traffic. More are not refused, since a whole office may share an address, but marked as part
 * of a flood and mailed in a digest.
 */
const normal = { host: { hour: 5, day: 20 }, network: { hour: 15, day: 60 } }
/** The most that is accepted in a day, in messages and in bytes. The limit for all senders only keeps the disk from filling up. */
const maximum = { host: 100, network: 300, networkBytes: 5_000_000, allBytes: 200_000_000 }
/** Size of a row without its texts, in bytes. */
const rowSize = 500
/** Notices that are mailed one by one; further messages are mailed in a digest. */
const notices = { tenMinutes: 60, day: 300 }

type Message = { name: string; email: string; subject: string; message: string }

/**
 * Counts a message against its sender's address and network, in the transaction that stores it.
 * @returns whether it is part of a flood from its own address or network
 * @throws HttpError 429 with Retry-After when no more is stored
 */
export async function countMessage(
  trx: Transaction,
  sender: Sender,
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
  return (
    host.hour.count > normal.host.hour ||
    host.day.count > normal.host.day ||
    network.hour.count > normal.network.hour ||
    network.day.count > normal.network.day
  )
}

/** Counts a notice that would be mailed by itself. @returns whether there are so many that it goes into a digest */
export async function countNotice(trx: Transaction): Promise<boolean> {
  const tallies = await count(trx, { 'contact:notices:10min': 10 * minute, 'contact:notices:day': day })
  return (
    tallies['contact:notices:10min'].count > notices.tenMinutes || tallies['contact:notices:day'].count > notices.day
  )
}
