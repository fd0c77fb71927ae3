import { sql } from 'kysely'
import { addColumns, type Migration } from '#server/database/migrations/make-table.ts'

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
