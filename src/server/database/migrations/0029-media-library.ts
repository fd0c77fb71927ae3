import { zstdDecompressSync } from 'node:zlib'
import { type QueryExecutorProvider, sql } from 'kysely'
import { makeIndex, makeTable, oneOf } from './make-table.ts'
import type { Migration } from './migration.ts'

/** The columns that hold addresses of pictures. */
const columns: Record<string, string[]> = {
  blogs: ['imageUrl', 'content'],
  courses: ['imageUrl', 'syllabus'],
  instructors: ['avatarUrl'],
  authorProfiles: ['avatarUrl'],
  videos: ['imageUrl'],
  testimonials: ['photoUrl'],
}

/** What has been uploaded, with its description and where it is used. */
export const mediaLibrary: Migration = {
  name: '0029-media-library',
  async up(db, kind) {
    await makeTable(db, kind, 'mediaItems', {
      key: ['id'],
      columns: {
        id: 'text',
        kind: 'text',
        name: 'text',
        alt: 'text',
        caption: 'text',
        credit: 'text',
        focalX: 'number',
        focalY: 'number',
        width: 'integer?',
        height: 'integer?',
        size: 'integer?',
        version: 'integer',
        createdAt: 'time',
        updatedAt: 'time',
        updatedBy: 'text?',
        deletedAt: 'time?',
        deletedBy: 'text?',
      },
      checks: {
        kind: oneOf('kind', ['picture', 'file']),
        focus: '"focalX" between 0 and 1 and "focalY" between 0 and 1',
      },
    })
    const newest = ['createdAt desc', 'id desc']
    const present = { where: '"deletedAt" is null' }
    await makeIndex(db, 'mediaItems', 'newest', newest, present)
    await makeIndex(db, 'mediaItems', 'newest_of_kind', ['kind', ...newest], present)
    await makeIndex(db, 'mediaItems', 'in_trash', ['deletedAt desc', 'id desc'], { where: '"deletedAt" is not null' })
    await makeTable(db, kind, 'fileContents', {
      key: ['id'],
      columns: { id: 'text', bytes: 'bytes' },
      references: { id: 'mediaItems.id+' },
    })
    await makeTable(db, kind, 'mediaAliases', {
      key: ['id'],
      columns: { id: 'text', target: 'text' },
      references: { target: 'mediaItems.id+' },
    })
    await makeIndex(db, 'mediaAliases', 'of_target', ['target'])
    await makeTable(db, kind, 'mediaUses', {
      key: ['entity', 'recordId', 'part', 'mediaId'],
      columns: { entity: 'text', recordId: 'text', part: 'text', mediaId: 'text' },
    })
    await makeIndex(db, 'mediaUses', 'of_media', ['mediaId'])
    await sql`
      insert into "mediaItems" ("id", "kind", "name", "alt", "caption", "credit", "focalX", "focalY", "width", "height",
        "version", "createdAt", "updatedAt")
      select "hash", 'picture', '', '', '', '', 0.5, 0.5, "width", "height", 1, "createdAt", "createdAt" from "images"
    `.execute(db)
    await findUses(db)
    await describeCovers(db)
  },
}

type Use = { entity: string; recordId: string; part: string; text: string }

/** Finds the uses in what is stored already: records, working copies, and the states that visitors have seen. */
async function findUses(db: QueryExecutorProvider) {
  const add = async ({ text, ...use }: Use) => {
    const found = [...text.matchAll(/\/media\/([0-9a-f]{16,64})-/g)].map(([, hash = '']) => hash)
    for (const mediaId of new Set(found))
      await sql`insert into "mediaUses" ("entity", "recordId", "part", "mediaId")
        values (${use.entity}, ${use.recordId}, ${use.part}, ${mediaId})`.execute(db)
  }
  for (const [entity, parts] of Object.entries(columns))
    for (const part of parts) {
      const { rows } = await sql<{ recordId: string }>`select "id" as "recordId" from ${sql.table(entity)}
        where ${sql.ref(part)} like '%/media/%'`.execute(db)
      for (const { recordId } of rows) {
        const text = await sql<{ text: string }>`select ${sql.ref(part)} as "text" from ${sql.table(entity)}
          where "id" = ${recordId}`.execute(db)
        await add({ entity, recordId, part, text: text.rows[0]?.text ?? '' })
      }
    }
  const copies = await sql<Omit<Use, 'part'>>`
    select "entity", "recordId", cast("fields" as text) as "text" from "workingCopies"`.execute(db)
  for (const copy of copies.rows) await add({ ...copy, part: 'copy' })
  const seen = await sql<{ entity: string; recordId: string; number: number }>`
    select "entity", "recordId", "number" from "revisions" where "live" = ${sql.lit(true)}`.execute(db)
  for (const { entity, recordId, number } of seen.rows) {
    const { rows } = await sql<{ fields: Uint8Array }>`select "fields" from "revisions"
      where "entity" = ${entity} and "recordId" = ${recordId} and "number" = ${number}`.execute(db)
    const text = rows[0] ? zstdDecompressSync(rows[0].fields).toString() : ''
    await add({ entity, recordId, part: `revision ${number}`, text })
  }
}

/** Names the covers after the posts and courses that they are for. */
async function describeCovers(db: QueryExecutorProvider) {
  for (const entity of ['blogs', 'courses'])
    for (const [column, from] of [
      ['name', 'title'],
      ['alt', 'imageAlt'],
    ] as const)
      await sql`update "mediaItems" set ${sql.ref(column)} = coalesce((
        select max(${sql.ref(from)}) from ${sql.table(entity)} inner join "mediaUses" on "recordId" = ${sql.ref(`${entity}.id`)}
        where "mediaId" = "mediaItems"."id" and "entity" = ${entity} and "part" = 'imageUrl'
      ), '') where ${sql.ref(column)} = ''`.execute(db)
}
