import { createHash } from 'node:crypto'
import { zstdCompressSync } from 'node:zlib'
import { type QueryExecutorProvider, sql } from 'kysely'
import { addColumns, type Migration, makeTables } from '#server/database/migrations/make-table.ts'

/** Case studies and openings have rich texts. Those that are stored stay as they are, and are marked as plain. */
export const richTexts: Migration = {
  name: '0043-rich-texts',
  async up(db, kind) {
    const columns = { format: 'text', renderedBy: 'text?', renderedTexts: 'json?' } as const
    for (const table of ['cases', 'openings']) await addColumns(db, kind, table, columns, { format: 'plain' })
  },
}

/** Posts can name their drawn cover: the numbers of its pattern, colours and composition as one text. */
export const postCovers: Migration = {
  name: '0044-post-covers',
  up: (db, kind) => addColumns(db, kind, 'blogs', { cover: 'text?' }),
}

/** Posts and openings have the time of their publication. Those that visitors have seen before get the date that was shown. */
export const publication: Migration = {
  name: '0057-publication',
  async up(db, kind) {
    for (const [table, flag] of [
      ['blogs', 'published'],
      ['openings', 'active'],
    ] as const) {
      await addColumns(db, kind, table, { publishedAt: 'time?' })
      const seen = sql`exists (select 1 from "revisions" where "entity" = ${sql.lit(table)} and "recordId" = ${sql.ref(`${table}.id`)} and "live")`
      await sql`update ${sql.table(table)} set "publishedAt" = coalesce("publishAt", "createdAt") where ${sql.ref(flag)} or ${seen}`.execute(
        db,
      )
    }
  },
}

/** A new database notes the rule of its search index. One with records has none yet, so the next start indexes them again. */
export const searchRule: Migration = {
  name: '0059-search-rule',
  async up(db) {
    await sql`delete from "settings" where "name" in ('requests indexed', 'indexing requests')`.execute(db)
    await sql`insert into "settings" ("name", "value") select 'search rule', '1' where not exists (select 1 from "searchDocuments")`.execute(
      db,
    )
  },
}

type Copy = { entity: string; recordId: string; version: number; base: number; at: string; by: string; fields: string }

/** A working copy points to the revision that has its fields. One that no revision has gets a revision. */
export const workingCopyPointers: Migration = {
  name: '0042-working-copy-pointers',
  async up(db, kind) {
    const { rows } = await sql<Copy>`
      select "entity", "recordId", "version", "base", "at", "by", cast("fields" as text) as "fields" from "workingCopies"`.execute(
      db,
    )
    const copies = []
    for (const { fields, ...copy } of rows) copies.push({ ...copy, revision: await revisionOf(db, copy, fields) })
    await sql`drop table "workingCopies"`.execute(db)
    await makeTables(db, kind, {
      workingCopies: {
        key: ['entity', 'recordId'],
        columns: {
          ...{ entity: 'text', recordId: 'text', revision: 'integer', base: 'integer' },
          ...{ version: 'integer', at: 'time', by: 'text' },
        },
      },
    })
    for (const { entity, recordId, revision, base, version, at, by } of copies)
      await sql`insert into "workingCopies" ("entity", "recordId", "revision", "base", "version", "at", "by")
        values (${entity}, ${recordId}, ${revision}, ${base}, ${version}, ${at}, ${by})`.execute(db)
  },
}

async function revisionOf(db: QueryExecutorProvider, copy: Omit<Copy, 'fields'>, text: string): Promise<number> {
  const { entity, recordId, at, by } = copy
  const fields: Record<string, unknown> = JSON.parse(text)
  const digests = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, digest(value)]))
  const { rows } = await sql<{ number: number; kind: string; digests: string }>`
    select "number", "kind", cast("digests" as text) as "digests" from "revisions"
    where "entity" = ${entity} and "recordId" = ${recordId} order by "number" desc`.execute(db)
  const kept = rows.find(({ kind }) => kind === 'copy')
  if (kept && areSame(JSON.parse(kept.digests), digests)) return kept.number
  const number = (rows[0]?.number ?? 0) + 1
  const packed = zstdCompressSync(text)
  await sql`insert into "revisions"
    ("entity", "recordId", "number", "startedAt", "at", "by", "kind", "live", "digests", "fields")
    values (${entity}, ${recordId}, ${number}, ${at}, ${at}, ${by}, 'copy', ${sql.lit(false)}, ${JSON.stringify(digests)}, ${packed})`.execute(
    db,
  )
  return number
}

const digest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 12)

const areSame = (one: Record<string, string>, other: Record<string, string>) =>
  Object.keys({ ...one, ...other }).every((name) => one[name] === other[name])
