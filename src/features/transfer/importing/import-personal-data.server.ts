import { anyTable } from '#server/database/rows.ts'
import { type PersonalData, rowsWith } from '#server/record/personal-data.ts'

const sourceIds = { table: 'importedFrom', key: ['source', 'sourceId'], columns: ['sourceId'] } as const

/** Imports are about content, which may name people: authors sign in with their addresses in many programs. */
export const contentImportPersonalData: PersonalData = {
  tables: ['contentImports', 'contentItems', 'importedFrom', 'redirects'],
  read: async () => [],
  addresses: async () => [],
  async erase(trx, email) {
    // Each id names one item of a source, so two of them must not become the same. This item is new in the next import.
    for (const { source, sourceId, recordId } of await rowsWith(trx, sourceIds, email))
      await anyTable(trx)
        .updateTable('importedFrom')
        .set({ sourceId: `[erased] ${recordId}` })
        .where('source', '=', source)
        .where('sourceId', '=', sourceId)
        .execute()
    return []
  },
  mentions: [
    { table: 'contentImports', key: 'id', columns: ['fileName', 'reason', 'site', 'choices', 'found', 'kept'] },
    {
      table: 'contentItems',
      key: ['importId', 'place'],
      columns: ['sourceId', 'title', 'reason', 'data', 'content', 'plan', 'notes', 'before'],
    },
    { table: 'redirects', key: 'id', columns: ['from', 'to'] },
  ],
}
