import { type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from './connect.ts'
import { kindOf } from './dialect.ts'
import { indexTerms, queryTerms } from './search-terms.ts'

/** The texts of a record by weight: a term in the title counts most, one in the body least. */
export type Searchable = { title: string; excerpt: string; category: string; body: string }

/** So far apart that many terms of a lower weight never outrank one of a higher weight, since SQLite's ranking levels frequent terms. */
const sqliteWeights = sql.raw('1000.0, 50.0, 10.0, 1.0')
/** In PostgreSQL's order: D (body), C (category), B (excerpt), A (title). */
const postgresWeights = sql.raw(`'{0.02, 0.1, 0.3, 1}'`)

/**
 * The records of a source that contain every term of the query, each as the beginning of a word: a subquery of `ref` (their ids) and `rank`
 * (smaller is better), to join in a query.
 * @param query any text
 * @returns null when the query contains no term, so that nothing can match
 */
export function searchHits(
  { db }: Pick<Database, 'db'>,
  source: string,
  query: string,
): RawBuilder<{ ref: string; rank: number }> | null {
  const terms = queryTerms(query)
  if (terms.length === 0) return null
  // Terms contain only letters, digits and marks, so they cannot break out of the quotes.
  if (kindOf(db) === 'sqlite') {
    const match = terms.map((term) => `"${term}"*`).join(' ')
    return sql`(
      select "d"."ref" as "ref", bm25("searchIndex", ${sqliteWeights}) as "rank"
      from "searchIndex" join "searchDocuments" as "d" on "d"."id" = "searchIndex"."rowid"
      where "searchIndex" match ${match} and "d"."source" = ${source}
    )`
  }
  const every = terms.map((term) => `'${term}':*`).join(' & ')
  const any = terms.map((term) => `'${term}':*`).join(' | ')
  return sql`(
    select "ref", -ts_rank(${postgresWeights}, "words", ${any}::tsquery) as "rank"
    from "searchDocuments" where "words" @@ ${every}::tsquery and "source" = ${source}
  )`
}

/** Indexes a record, or replaces its entry. */
export async function indexForSearch(trx: Transaction, source: string, ref: string, texts: Searchable): Promise<void> {
  const parts = [texts.title, texts.excerpt, texts.category, texts.body].map(indexTerms)
  if (kindOf(trx) === 'postgres') {
    await sql`
      insert into "searchDocuments" ("source", "ref", "words") values (${source}, ${ref}, ${vector(parts)}::tsvector)
      on conflict ("source", "ref") do update set "words" = excluded."words"
    `.execute(trx)
    return
  }
  await removeFromSearch(trx, source, ref)
  const { id } = await trx
    .insertInto('searchDocuments')
    .values({ source, ref })
    .returning('id')
    .executeTakeFirstOrThrow()
  const [title, excerpt, category, body] = parts.map((part) => part.join(' '))
  await sql`insert into "searchIndex" (rowid, title, excerpt, category, body) values (${id}, ${title}, ${excerpt}, ${category}, ${body})`.execute(
    trx,
  )
}

/** Removes a record from the index, if it is there. */
export async function removeFromSearch(trx: Transaction, source: string, ref: string): Promise<void> {
  const removed = await trx
    .deleteFrom('searchDocuments')
    .where('source', '=', source)
    .where('ref', '=', ref)
    .returning('id')
    .executeTakeFirst()
  if (removed && kindOf(trx) === 'sqlite') await sql`delete from "searchIndex" where rowid = ${removed.id}`.execute(trx)
}

/** Terms with their positions and weights in PostgreSQL's syntax. Positions end at 16383, and a term has at most 255 of them. */
function vector(parts: string[][]): string {
  const places = new Map<string, Set<string>>()
  let place = 0
  parts.forEach((part, index) => {
    for (const term of part) {
      place = Math.min(place + 1, 16_383)
      const positions = places.get(term) ?? new Set()
      if (positions.size < 255) positions.add(`${place}${'ABCD'[index]}`)
      places.set(term, positions)
    }
  })
  return [...places].map(([term, positions]) => `'${term}':${[...positions].join(',')}`).join(' ')
}
