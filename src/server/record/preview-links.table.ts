import { type Stored, table, text, time } from '#server/database/table.ts'

/** Links that show an unpublished record to people outside. Only the hash of a link's token is stored. */
export const previewLinks = table('previewLinks', {
  id: text(),
  tokenHash: text(),
  entity: text(),
  recordId: text(),
  by: text(),
  createdAt: time(),
  expiresAt: time(),
})

declare module '#server/database/schema.ts' {
  interface Schema {
    previewLinks: Stored<typeof previewLinks>
  }
}
