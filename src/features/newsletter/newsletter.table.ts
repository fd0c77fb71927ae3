import { type Stored, table, text, time } from '#server/database/table.ts'

/** An address stands once, trimmed and in lower case. */
export const subscribers = table('subscribers', { id: text(), email: text(), subscribedAt: time() })

declare module '#server/database/schema.ts' {
  interface Schema {
    subscribers: Stored<typeof subscribers>
  }
}
