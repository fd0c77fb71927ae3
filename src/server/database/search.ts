import { type RawBuilder, sql } from 'kysely'
import type { Database, Db, Transaction } from './connect.ts'
import { createContentCache } from './content-version.ts'
import { kindOf } from './dialect.ts'
import type { ContentList } from './list-pages.ts'
import { type AnyRows, readerFor } from './long-reads.ts'
import { indexTerms, type Phrase, queryPhrases } from './search-terms.ts'

/** The texts of a record by weight: a term in the title counts most, one in the body least. */
export type Searchable = { title: string; excerpt: string; category: string; body: string }

/** The gaps are so large that many terms of a lower weight never outrank one of a higher weight. */
const sqliteWeights = sql.raw('1000.0, 50.0, 10.0, 1.0')
/** In PostgreSQL's order: D (body), C (category), B (excerpt), A (title). */
const postgresWeights = sql.raw(`'{0.02, 0.1, 0.3, 1}'`)

/** Up to this many matching records are all found and ranked, for each kind of reader. Of more, this many are listed. */
export const mostMatches = { visitor: 300, staff: 1_000 }

/** The query: records of a source that contain every word of the query, each as the beginning of a word. */
export type Search = {
  source: string
  /** Any text. */
  query: string
  /** The category of the records, if they all have the same: the search is quicker for it. */
  category?: string | undefined
  /** See `mostMatches`. */
  most: number
}

const matches = createContentCache<string[]>(50)

/**
 * The ids of the records that match, best first. If too many match, those with every term in the title come first, then the
 * others, the newest in each group first: ranking all of them would take seconds.
 * @param key names the filters of `records`: with the same key it has the same rows
 * @param records the records to choose from, in a table with the columns `id` and `createdAt`
 */
export function findMatches(database: Database, search: Search, { table, key, rows }: ContentList): Promise<string[]> {
  const { most } = search
  const terms = queryPhrases(search.query)
  if (terms.length === 0) return Promise.resolve([])
  return matches(database, JSON.stringify([key, search.source, search.category, most, terms]), async () => {
    const db = await readerFor(database, 'searchDocuments')
    const [time, id] = [`${table}.createdAt`, `${table}.id`]
    const ids = async (hits: RawBuilder<unknown>, arrange: (found: AnyRows) => AnyRows) => {
      const found = rows(db, database.now()).innerJoin(hits.as('hit'), 'hit.ref', id).select(id)
      return (await arrange(found).execute()).map((row) => row.id as string)
    }
    const ranked = (hits: RawBuilder<unknown>) =>
      ids(hits, (found) => found.orderBy('hit.rank').orderBy(time, 'desc').orderBy(id, 'desc'))
    // One more than are listed tells whether there are more.
    const newest = (titles: boolean) =>
      ids(newestHits(db, search, terms, titles), (found) => found.orderBy('hit.place', 'desc').limit(most + 1))
    // One after the other, since a common word mostly ends the search with the titles.
    const titled = await newest(true)
    if (titled.length > most) return titled.slice(0, most)
    const matching = await newest(false)
    if (matching.length === 0) return []
    const areRanked = matching.length <= most && (kindOf(db) === 'postgres' || (await areFew(db, terms, most)))
    if (!areRanked) return [...new Set([...titled, ...matching])].slice(0, most)
    return ranked(
      kindOf(db) === 'sqlite' ? rankedInSqlite(search.source, terms) : rankedInPostgres(search.source, terms, matching),
    )
  })
}

/**
 * The ids of the records of a source that match, those that were indexed first last. Unlike `findMatches` it keeps no answers, so it is for
 * records that change while the content stays the same.
 */
export async function findNewestMatches(db: Db, search: Search): Promise<string[]> {
  const terms = queryPhrases(search.query)
  if (terms.length === 0) return []
  const hits = newestHits(db, search, terms, false)
  const { rows } = await sql<{ ref: string }>`
    select "ref" from ${hits} as "hit" order by "place" desc limit ${search.most}
  `.execute(db)
  return rows.map(({ ref }) => ref)
}

/** Whether FTS5 can rank all records with these terms in a short time. */
async function areFew(db: Db, terms: Phrase[][], most: number): Promise<boolean> {
  const match = sql`"searchIndex" match ${sqliteMatch(terms)}`
  const { rows } = await sql`select 1 from "searchIndex" where ${match} limit 1 offset ${most}`.execute(db)
  return rows.length === 0
}

// Terms contain only letters, digits and marks, so they cannot break out of the quotes.
const sqlitePhrase = ({ terms, prefix }: Phrase) => `"${terms.join(' ')}"${prefix ? ' *' : ''}`
const sqliteMatch = (terms: Phrase[][], column = '') =>
  terms.map((phrases) => `${column}(${phrases.map(sqlitePhrase).join(' OR ')})`).join(' AND ')
const postgresPhrase = ({ terms, prefix }: Phrase) =>
  `(${terms.map((term) => `'${term}'`).join(' <-> ')}${prefix ? ':*' : ''})`
const postgresMatch = (terms: Phrase[][], between = ' & ') =>
  terms.map((phrases) => `(${phrases.map(postgresPhrase).join(' | ')})`).join(between)

/** All matching records of a source: a subquery of `ref` (their ids) and `rank` (smaller is better). */
const rankedInSqlite = (source: string, terms: Phrase[][]): RawBuilder<unknown> => sql`(
  select "d"."ref" as "ref", bm25("searchIndex", ${sqliteWeights}) as "rank"
  from "searchIndex" join "searchDocuments" as "d" on "d"."id" = "searchIndex"."rowid"
  where "searchIndex" match ${sqliteMatch(terms)} and "d"."source" = ${source}
)`

/** The same of records that are known to match. */
const rankedInPostgres = (source: string, terms: Phrase[][], refs: string[]): RawBuilder<unknown> => sql`(
  select "ref", -ts_rank(${postgresWeights}, "words", ${postgresMatch(terms, ' | ')}::tsquery) as "rank"
  from "searchDocuments" where "source" = ${source} and "ref" in (${sql.join(refs)})
)`

/** The matching records of a source with `place`, which is higher for one that was indexed later; the database reads only as many as requested. */
function newestHits(
  db: Db,
  { source, category, most }: Search,
  terms: Phrase[][],
  titles: boolean,
): RawBuilder<unknown> {
  const categoryTerms = category ? indexTerms(category) : []
  if (kindOf(db) === 'sqlite') {
    const within = categoryTerms.map((term) => ` AND category : "${term}"`).join('')
    return sql`(
      select "d"."ref" as "ref", "searchIndex"."rowid" as "place"
      from "searchIndex" join "searchDocuments" as "d" on "d"."id" = "searchIndex"."rowid"
      where "searchIndex" match ${sqliteMatch(terms, titles ? 'title : ' : '') + within} and "d"."source" = ${source}
    )`
  }
  if (titles)
    return sql`(
      select "ref", "id" as "place" from "searchTitles"
      where "words" @@ ${postgresMatch(terms)}::tsquery and "source" = ${source}
      order by "id" desc limit ${2 * most}
    )`
  const match = [postgresMatch(terms), ...categoryTerms.map((term) => `'${term}':C`)].join(' & ')
  return sql`(
    select "ref", "id" as "place" from "searchDocuments" where "words" @@ ${match}::tsquery and "source" = ${source}
  )`
}

/** Indexes a record, or replaces its entry. */
export const indexForSearch = (trx: Transaction, source: string, ref: string, texts: Searchable): Promise<void> =>
  indexAllForSearch(trx, source, [{ ref, texts }])

/** Indexes several records, or replaces their entries. */
export async function indexAllForSearch(
  trx: Transaction,
  source: string,
  records: { ref: string; texts: Searchable }[],
): Promise<void> {
  await store(
    trx,
    records.map(({ ref, texts }) => ({ source, ref, parts: partsOf(texts) })),
  )
}

/** Indexes records by terms that `indexTerms` has made, separated by spaces, as a backup has them. */
export const indexTermsForSearch = (
  trx: Transaction,
  records: ({ source: string; ref: string } & Searchable)[],
): Promise<void> => {
  const terms = (text: string) => (text === '' ? [] : text.split(' '))
  return store(
    trx,
    records.map(({ source, ref, title, excerpt, category, body }) => ({
      source,
      ref,
      parts: [title, excerpt, category, body].map(terms),
    })),
  )
}

type Entry = { source: string; ref: string; parts: string[][] }

async function store(trx: Transaction, entries: Entry[]): Promise<void> {
  if (kindOf(trx) === 'postgres') {
    const rows = entries.map(({ source, ref, parts }) => sql`(${source}, ${ref}, ${vector(parts)}::tsvector)`)
    await sql`
      insert into "searchDocuments" ("source", "ref", "words") values ${sql.join(rows)}
      on conflict ("source", "ref") do update set "words" = excluded."words"
    `.execute(trx)
    return
  }
  for (const { source, ref, parts } of entries) {
    const { id } = await trx
      .insertInto('searchDocuments')
      .values({ source, ref })
      .onConflict((conflict) => conflict.columns(['source', 'ref']).doUpdateSet({ ref }))
      .returning('id')
      .executeTakeFirstOrThrow()
    const [title, excerpt, category, body] = parts.map((part) => part.join(' '))
    await sql`replace into "searchIndex" (rowid, title, excerpt, category, body) values (${id}, ${title}, ${excerpt}, ${category}, ${body})`.execute(
      trx,
    )
  }
}

const partsOf = ({ title, excerpt, category, body }: Searchable) => [title, excerpt, category, body].map(indexTerms)

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

/** Removes everything from the index, even entries that belong to no record. */
export async function clearSearch(trx: Transaction): Promise<void> {
  await trx.deleteFrom('searchDocuments').execute()
  if (kindOf(trx) === 'sqlite') await sql`insert into "searchIndex" ("searchIndex") values ('delete-all')`.execute(trx)
}

/** Terms with their positions and weights in PostgreSQL's syntax. Positions end at 16383, and a term has at most 255 of them. */
function vector(parts: string[][]): string {
  const places = new Map<string, Set<string>>()
  let place = 0
  parts.forEach((part, index) => {
    for (const term of part) {
      place = Math.min(place + 1, 16_383)
      const positions = places.getOrInsertComputed(term, () => new Set())
      if (positions.size < 255) positions.add(`${place}${'ABCD'[index]}`)
    }
  })
  return [...places].map(([term, positions]) => `'${term}':${[...positions].join(',')}`).join(' ')
}
