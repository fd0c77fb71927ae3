import { oneOf, type TableRules, trash } from '#server/database/migrations/make-table.ts'

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
