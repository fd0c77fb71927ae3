import { randomUUIDv7 } from 'node:crypto'
import { type Subscriber, subscribers } from '#features/newsletter/newsletter.table.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/connect.ts'

/** Mail settings for tests: a high rate and short pauses. */
export const mailSettings = (changes: Partial<Config['mail']> = {}): Config['mail'] => ({
  smtpUrl: undefined,
  from: 'Acme Cloud <no-reply@example.com>',
  rate: 1_000,
  connections: 2,
  retryPauses: [0, 0, 1],
  contactNotify: 'info@example.com',
  bounceSecret: undefined,
  inboundSecret: undefined,
  replyTo: undefined,
  ...changes,
})

let counter = 0

/** Adds subscribers with different addresses; they are confirmed by default. */
export async function addSubscribers(
  database: Database,
  count: number,
  changes: Partial<Subscriber> = {},
): Promise<Subscriber[]> {
  const added = Array.from(
    { length: count },
    (): Subscriber => ({
      id: randomUUIDv7(),
      email: `reader-${++counter}@readers.example`,
      subscribedAt: new Date().toISOString(),
      state: 'confirmed',
      stateSince: undefined,
      stateReason: undefined,
      ...changes,
    }),
  )
  for (let start = 0; start < count; start += 100) {
    const rows = added.slice(start, start + 100).map((row) => ({
      ...subscribers.encode(row),
      stateSince: row.stateSince ?? null,
      stateReason: row.stateReason ?? null,
    }))
    await database.db.insertInto('subscribers').values(rows).execute()
  }
  return added
}
