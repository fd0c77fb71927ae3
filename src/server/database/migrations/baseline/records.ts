import { oneOf, type TableRules } from '#server/database/migrations/make-table.ts'

const ofRecord = { entity: 'text', recordId: 'text' } as const

/** Data about records of any entity. */
export const records: Record<string, TableRules> = {
  /** The history. `fields` is compressed JSON. */
  revisions: {
    key: ['entity', 'recordId', 'number'],
    columns: {
      ...ofRecord,
      number: 'integer',
      startedAt: 'time',
      at: 'time',
      by: 'text?',
      byId: 'text?',
      kind: 'text',
      /** Whether visitors have seen it. */
      live: 'boolean',
      digests: 'json',
      fields: 'bytes',
    },
    checks: { kind: oneOf('kind', ['save', 'publish', 'unpublish', 'copy', 'found']) },
    indexes: { by_age: ['entity', 'recordId', 'live', 'at'] },
  },
  /** Unpublished changes to live records. */
  workingCopies: {
    key: ['entity', 'recordId'],
    columns: { ...ofRecord, version: 'integer', base: 'integer', at: 'time', by: 'text', fields: 'json' },
  },
  /** Links that show unpublished content to people outside. */
  previewLinks: {
    key: ['id'],
    columns: { id: 'text', tokenHash: 'text', ...ofRecord, by: 'text', createdAt: 'time', expiresAt: 'time' },
    unique: ['tokenHash'],
    indexes: { of_record: ['entity', 'recordId'] },
  },
}
