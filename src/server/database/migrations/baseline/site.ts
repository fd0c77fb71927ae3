import { oneOf, schedule, type TableRules } from '#server/database/migrations/make-table.ts'

/** Data of the site as a whole. */
export const site: Record<string, TableRules> = {
  /** Values of the program itself, as JSON or text. */
  settings: { key: ['name'], columns: { name: 'text', value: 'text' } },
  /** Changes with everything that visitors see. It has one row. */
  contentVersions: {
    key: ['id'],
    columns: { id: 'integer', version: 'text' },
    checks: { one_row: '"id" = 1' },
  },
  /** The settings that staff have changed: a row for each group. */
  siteSettings: {
    key: ['id'],
    columns: {
      id: 'text',
      version: 'integer',
      updatedAt: 'time',
      updatedBy: 'text?',
      ...schedule.columns,
      fields: 'json',
    },
    indexes: schedule.indexes,
  },
  /** Counters that several processes share. */
  counters: {
    key: ['subject'],
    columns: { subject: 'text', count: 'integer', bytes: 'integer', startedAt: 'time', endsAt: 'time' },
    indexes: { over: ['endsAt'] },
  },
  activity: {
    key: ['id'],
    columns: {
      id: 'text',
      at: 'time',
      kind: 'text',
      what: 'text',
      by: 'text?',
      byId: 'text?',
      entity: 'text?',
      recordId: 'text?',
      recordName: 'text?',
      changes: 'json?',
      address: 'text?',
      device: 'text?',
      count: 'integer',
      lastAt: 'time',
      countedAs: 'text?',
    },
    unique: ['countedAs'],
    indexes: {
      by_time: ['at'],
      by_person: ['byId', 'id'],
      by_kind: ['kind', 'id'],
      by_record: ['entity', 'recordId', 'id'],
    },
  },
}

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
