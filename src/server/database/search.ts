import { type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from './connect.ts'
import { kindOf } from './dialect.ts'
import { wordsOfQuestion, wordsToIndex } from './search-words.ts'

/** What can be found of a thing, by weight: a word in the title counts most, one in the body least. */
export type Searchable = { title: string; excerpt: string; category: string; body: string }

/** So far apart that many words below never outweigh one above (SQLite's ranking flattens frequent words). */
const sqliteWeights = sql.raw('1000.0, 50.0, 10.0, 1.0')
/** In PostgreSQL's order: D (body), C (category), B (excerpt), A (title). */
const postgresWeights = sql.raw(`'{0.02, 0.1, 0.3, 1}'`)

/**
 * The things of a kind that hold every word of the question, each as a beginning of a word: a table of `ref` (their ids) and `rank`
 * (the smaller, the better), to join in a query. Any text is a question.
 * @returns null when the question holds no word, so that nothing can match
 */
export function searchHits(
  { db }: Pick<Database, 'db'>,
  source: string,
  question: string,
): RawBuilder<{ ref: string; rank: number }> | null {
  const asked = wordsOfQuestion(question)
  if (asked.length === 0) return null
  // Words hold letters and digits alone, so the quotes around them are safe in both languages.
  if (kindOf(db) === 'sqlite') {
    const match = asked.map((word) => `"${word}"*`).join(' ')
    return sql`(
      select "d"."ref" as "ref", bm25("searchIndex", ${sqliteWeights}) as "rank"
      from "searchIndex" join "searchDocuments" as "d" on "d"."id" = "searchIndex"."rowid"
      where "searchIndex" match ${match} and "d"."source" = ${source}
    )`
  }
  const every = asked.map((word) => `'${word}':*`).join(' & ')
  const any = asked.map((word) => `'${word}':*`).join(' | ')
  return sql`(
    select "ref", -ts_rank(${postgresWeights}, "words", ${any}::tsquery) as "rank"
    from "searchDocuments" where "words" @@ ${every}::tsquery and "source" = ${source}
  )`
}

/** Puts a thing into the index, in place of what the index held of it. */
export async function indexForSearch(trx: Transaction, source: string, ref: string, texts: Searchable): Promise<void> {
  const parts = [texts.title, texts.excerpt, texts.category, texts.body].map(wordsToIndex)
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

/** Takes a thing out of the index; one that is not there is no error. */
export async function removeFromSearch(trx: Transaction, source: string, ref: string): Promise<void> {
  const gone = await trx
    .deleteFrom('searchDocuments')
    .where('source', '=', source)
    .where('ref', '=', ref)
    .returning('id')
    .executeTakeFirst()
  if (gone && kindOf(trx) === 'sqlite') await sql`delete from "searchIndex" where rowid = ${gone.id}`.execute(trx)
}

/** Words with their places and weights, as PostgreSQL writes a vector. Places end at 16383, and a word keeps at most 255 of them. */
function vector(parts: string[][]): string {
  const places = new Map<string, Set<string>>()
  let place = 0
  parts.forEach((part, index) => {
    for (const word of part) {
      place = Math.min(place + 1, 16_383)
      const of = places.get(word) ?? new Set()
      if (of.size < 255) of.add(`${place}${'ABCD'[index]}`)
      places.set(word, of)
    }
  })
  return [...places].map(([word, of]) => `'${word}':${[...of].join(',')}`).join(' ')
}
