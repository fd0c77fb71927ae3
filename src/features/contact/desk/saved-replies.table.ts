import { trashColumns } from '#server/database/lifecycle.ts'
import { orderedTable, type Stored, text } from '#server/database/table.ts'

/** Texts for answers to visitors, in Markdown. An inactive one is not offered. */
export const savedReplies = orderedTable('savedReplies', { name: text(), body: text(), ...trashColumns })

declare module '#server/database/schema.ts' {
  interface Schema {
    savedReplies: Stored<typeof savedReplies>
  }
}
