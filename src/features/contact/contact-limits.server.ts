import type { FastifyReply } from 'fastify'
import type { Transaction } from '#server/database/connect.ts'
import { count, countTraffic, day, minute, type Sender, tooMany } from '#server/security/counters.ts'

/**
 * Messages that are ordinary by hour and by day; more are marked as part of a flood, and wait for a digest. A whole office may share an
 * address, so these are no refusal.
 */
const ordinary = { host: { hour: 5, day: 20 }, network: { hour: 15, day: 60 } }
/** What is taken at most in a day, in messages and in bytes. That of everybody only keeps the disk from filling up. */
const most = { host: 100, network: 300, networkBytes: 5_000_000, allBytes: 200_000_000 }
/** What a row takes beside its texts, in bytes. */
const rowSize = 500
/** Notices that are mailed one by one; more wait for a digest. */
const notices = { tenMinutes: 60, day: 300 }

type Message = { name: string; email: string; subject: string; message: string }

/**
 * Counts a message against its sender's address and network, in the transaction that stores it.
 * @returns whether it is part of a flood, by where it comes from; what others send plays no part
 * @throws ApiError 429 with Retry-After when no more is stored
 */
export async function countMessage(
  trx: Transaction,
  sender: Sender,
  message: Message,
  reply: FastifyReply,
): Promise<boolean> {
  const size = Object.values(message).reduce((sum, text) => sum + Buffer.byteLength(text), rowSize)
  const { host, network, all } = await countTraffic(trx, sender, size)
  if (host.day.count > most.host)
    throw tooMany(reply, 'Too many messages came from your address today', host.day.endsAt)
  if (network.day.count > most.network || network.day.bytes > most.networkBytes)
    throw tooMany(reply, 'Too many messages came from your network today', network.day.endsAt)
  if (all.day.bytes > most.allBytes) throw tooMany(reply, 'Too many messages came in today', all.day.endsAt)
  return (
    host.hour.count > ordinary.host.hour ||
    host.day.count > ordinary.host.day ||
    network.hour.count > ordinary.network.hour ||
    network.day.count > ordinary.network.day
  )
}

/** Counts a notice that would be mailed by itself. @returns whether there are so many that it waits for a digest */
export async function countNotice(trx: Transaction): Promise<boolean> {
  const tallies = await count(trx, { 'contact:notices:10min': 10 * minute, 'contact:notices:day': day })
  return (
    tallies['contact:notices:10min'].count > notices.tenMinutes || tallies['contact:notices:day'].count > notices.day
  )
}
