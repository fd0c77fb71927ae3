import * as z from 'zod/mini'
import { type Database, type Db, type Transaction, timeIn } from '#server/database/connect.ts'
import { readStoredValue, storeValue } from '#server/database/rows.ts'
import { minute } from '#server/security/counters.ts'
import { hookPriority } from './queue.ts'

const name = 'mail server'

const state = z.object({
  /** When it took a message, to the minute. Times are ISO 8601. */
  sentAt: z.optional(z.string()),
  /** Since when it has taken none, and its last answer. Absent while it works. */
  refuses: z.optional(z.object({ since: z.string(), reason: z.string() })),
})
export type MailServerState = z.infer<typeof state>

/** How the mail server has behaved, in all processes. */
export async function readMailServerState(db: Db): Promise<MailServerState> {
  const stored = await readStoredValue(db, name)
  return stored === undefined ? {} : state.parse(JSON.parse(stored))
}

/** Notes that the mail server has taken a message, once a minute, in the transaction that stores that it was sent. */
export async function noteSent(trx: Transaction): Promise<void> {
  const { sentAt, refuses } = await readMailServerState(trx)
  const now = timeIn(trx)
  if (refuses || sentAt === undefined || Math.abs(now - Date.parse(sentAt)) > minute)
    await write(trx, { sentAt: new Date(now).toISOString() })
}

/** @param reason the error of the server, or of the connection to it; no refusal of one address or message */
export async function noteServerFailure(trx: Transaction, reason: string): Promise<void> {
  const { refuses, ...state } = await readMailServerState(trx)
  const since = refuses?.since ?? new Date(timeIn(trx)).toISOString()
  await write(trx, { ...state, refuses: { since, reason } })
}

const write = (trx: Transaction, state: MailServerState) => storeValue(trx, name, JSON.stringify(state))

/** The numbers of messages of mail that are due, due later and being sent, and the age of the oldest due message. */
export type Backlog = { due: number; later: number; sending: number; oldestSeconds: number }

export async function readBacklog({ db }: Database): Promise<Backlog> {
  const now = Date.now()
  const count = (state: 'waiting' | 'sending') =>
    db
      .selectFrom('deliveries')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('dueAt').as('oldest')])
      .where('state', '=', state)
      .where('priority', '<', hookPriority)
  const due = await count('waiting').where('dueAt', '<=', new Date(now).toISOString()).executeTakeFirstOrThrow()
  const all = await count('waiting').executeTakeFirstOrThrow()
  const sending = await count('sending').executeTakeFirstOrThrow()
  return {
    due: due.count,
    later: all.count - due.count,
    sending: sending.count,
    oldestSeconds: due.oldest ? Math.max(0, now - Date.parse(due.oldest)) / 1_000 : 0,
  }
}
