import { type Stored, table, text } from '#server/database/table.ts'

/**
 * The uses of pictures and files. `part` is a column of the record, `copy` for its working copy, or `revision 3` for a state that visitors
 * have seen.
 */
export const mediaUses = table('mediaUses', { entity: text(), recordId: text(), part: text(), mediaId: text() })

declare module '#server/database/schema.ts' {
  interface Schema {
    mediaUses: Stored<typeof mediaUses>
  }
}
