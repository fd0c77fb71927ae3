import { oneOf, schedule, type TableRules, trash } from '#server/database/migrations/make-table.ts'

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

const newest = ['createdAt desc', 'id desc']
const present = '"deletedAt" is null'

/** Pictures, files, and the videos of other sites. */
export const media: Record<string, TableRules> = {
  images: {
    key: ['hash'],
    columns: { hash: 'text', width: 'integer', height: 'integer', createdAt: 'time' },
    checks: { size: '"width" > 0 and "height" > 0' },
  },
  /** The encoded pictures that are served. */
  imageVariants: {
    key: ['hash', 'width', 'format'],
    columns: { hash: 'text', width: 'integer', format: 'text', bytes: 'bytes' },
    references: { hash: 'images.hash+' },
    checks: { format: oneOf('format', ['avif', 'webp']), width: '"width" > 0' },
  },
  /** The library. The id of a picture is its hash. */
  mediaItems: {
    key: ['id'],
    columns: {
      id: 'text',
      kind: 'text',
      name: 'text',
      alt: 'text',
      /** Needs no alternative text. */
      decorative: 'boolean',
      caption: 'text',
      credit: 'text',
      focalX: 'number',
      focalY: 'number',
      width: 'integer?',
      height: 'integer?',
      /** In bytes. */
      size: 'integer?',
      version: 'integer',
      createdAt: 'time',
      updatedAt: 'time',
      updatedBy: 'text?',
      ...trash.columns,
    },
    defaults: { decorative: false },
    checks: {
      kind: oneOf('kind', ['picture', 'file']),
      focus: '"focalX" between 0 and 1 and "focalY" between 0 and 1',
    },
    indexes: {
      newest: { on: newest, where: present },
      newest_of_kind: { on: ['kind', ...newest], where: present },
      ...trash.indexes,
    },
  },
  fileContents: {
    key: ['id'],
    columns: { id: 'text', bytes: 'bytes' },
    references: { id: 'mediaItems.id+' },
  },
  /** Pictures that were replaced, and by which. */
  mediaAliases: {
    key: ['id'],
    columns: { id: 'text', target: 'text' },
    references: { target: 'mediaItems.id+' },
    indexes: { of_target: ['target'] },
  },
  /** Where each item is used. `part` is a column, `copy` or `revision` and its number. */
  mediaUses: {
    key: ['entity', 'recordId', 'part', 'mediaId'],
    columns: { entity: 'text', recordId: 'text', part: 'text', mediaId: 'text' },
    indexes: { of_media: ['mediaId'] },
  },
  /** The titles and pictures of the videos in posts and courses. */
  videos: {
    key: ['id'],
    columns: { id: 'text', title: 'text?', imageUrl: 'text?', fetchedAt: 'time' },
  },
}
