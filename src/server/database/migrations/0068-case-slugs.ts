import { sql } from 'kysely'
import { type Migration, makeTables } from './make-table.ts'

/** The former slugs of case studies are in a table, as those of posts and courses are. */
export const caseSlugs: Migration = {
  name: '0068-case-slugs',
  async up(db, kind) {
    await makeTables(db, kind, {
      casePastSlugs: {
        key: ['slug'],
        columns: { slug: 'text', caseId: 'text' },
        references: { caseId: 'cases.id+' },
        indexes: { case: ['caseId'] },
      },
    })
    const each =
      kind === 'sqlite'
        ? sql`json_each("pastSlugs") as "past"`
        : sql`jsonb_array_elements_text("pastSlugs") as "past"("value")`
    // The first case study with a slug was the one that it led to.
    await sql`
      insert into "casePastSlugs" ("slug", "caseId")
      select "past"."value", "cases"."id" from "cases", ${each}
      where true order by "cases"."order", "cases"."id"
      on conflict ("slug") do nothing`.execute(db)
    await sql`alter table "cases" drop column "pastSlugs"`.execute(db)
  },
}
