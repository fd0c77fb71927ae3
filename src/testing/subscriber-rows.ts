import { randomUUIDv7 } from 'node:crypto'
import { imports, type Subscriber, subscribers } from '#features/subscribers/ground/subscribers.table.ts'
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

/** Adds an import that was applied, for addresses with its id. */
export const addImport = (database: Database, id: string) =>
  database.db
    .insertInto('imports')
    .values(
      imports.encode({
        ...{
          id,
          at: new Date().toISOString(),
          state: 'applied',
          lines: 1,
          columns: [],
          mode: 'confirmed',
          doneTo: 1,
          added: 1,
        },
        ...{ known: 0, unsubscribed: 0, erased: 0, unreadable: 0, repeated: 0, asking: false, taken: 0 },
        ...{ linesLeft: 0, stopped: 0, restored: 0 },
        ...{ agreed: 'At the fair', agreedOn: '2026-01-09', appliedAt: new Date().toISOString() },
      }),
    )
    .execute()

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
