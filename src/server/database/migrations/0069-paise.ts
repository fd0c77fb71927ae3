import { sql } from 'kysely'
import { type Migration, makeIndexes } from './make-table.ts'

/** Prices are whole paise. Those of courses were rupees, and those of dates whole paise in a column for any number. */
export const paise: Migration = {
  name: '0069-paise',
  async up(db, kind) {
    const run = (statement: string) => sql.raw(statement).execute(db)
    const type = kind === 'sqlite' ? 'integer' : 'bigint'
    await run('drop index "courses_by_price"')
    for (const rule of ['price', 'discount']) await run(`alter table "courses" drop constraint "courses_${rule}"`)
    for (const [table, factor] of Object.entries({ courses: 100, cohorts: 1 }))
      for (const column of ['price', 'discountedPrice']) {
        await run(`alter table "${table}" add column "whole" ${type}`)
        await run(`update "${table}" set "whole" = cast(round("${column}" * ${factor}) as ${type})`)
        await run(`alter table "${table}" drop column "${column}"`)
        await run(`alter table "${table}" rename column "whole" to "${column}"`)
      }
    await run('alter table "courses" alter column "price" set not null')
    for (const [rule, condition] of Object.entries({
      price: '"price" >= 0',
      discount: '"discountedPrice" is null or ("discountedPrice" > 0 and "discountedPrice" < "price")',
    }))
      await run(`alter table "courses" add constraint "courses_${rule}" check (${condition})`)
    await makeIndexes(db, 'courses', {
      by_price: { on: ['coalesce("discountedPrice", "price")', 'id'], where: '"deletedAt" is null' },
    })
  },
}
