import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { anyText } from '#testing/any-text.ts'
import { openTestDatabase } from '#testing/test-database.ts'
import type { Database } from './connect.ts'
import { changeContent } from './content-version.ts'
import { kindOf } from './dialect.ts'
import type { ContentList } from './list-pages.ts'
import { findMatches, indexForSearch, mostMatches, removeFromSearch, type Searchable } from './search.ts'
import { queryTerms } from './search-terms.ts'

const most = mostMatches.visitor

let database: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ database, close } = await openTestDatabase())
})
afterAll(() => close())

const nothing: Searchable = { title: '', excerpt: '', category: '', body: '' }
const index = (source: string, ref: string, texts: Partial<Searchable>) =>
  changeContent(database, (trx) => indexForSearch(trx, source, ref, { ...nothing, ...texts }))

/** All records that were indexed, in place of an entity's table. */
const records: ContentList = {
  table: 'searchDocuments',
  key: 'all',
  rows: (db) =>
    db.selectFrom(
      sql`(select "ref" as "id", "source", '' as "createdAt" from "searchDocuments")`.as('searchDocuments'),
    ),
}

const find = (source: string, query: string): Promise<string[]> =>
  findMatches(
    database,
    { source, query, most },
    { ...records, key: source, rows: (db, now) => records.rows(db, now).where('source', '=', source) },
  )

test('every term must match the beginning of a word in any of the texts', async () => {
  await index('parts', 'a', {
    title: 'Landing zones',
    excerpt: 'For ten people',
    category: 'Cloud',
    body: 'Accounts and networks.',
  })
  for (const query of ['landing', 'LAND', 'zon ten clou netw', 'people landing', 'zones.', '"landing zones"']) {
    expect(await find('parts', query), query).toEqual(['a'])
  }
  for (const query of ['anding', 'landing nowhere', 'landings']) expect(await find('parts', query), query).toEqual([])
})

test('accents and case make no difference, in either direction', async () => {
  await index('accents', 'plain', { title: 'Creme fraiche' })
  await index('accents', 'accented', { title: 'Crème fraîche' })
  for (const query of ['crème', 'creme', 'CRÈME', 'cre\u0300me']) {
    expect((await find('accents', query)).toSorted(), query).toEqual(['accented', 'plain'])
  }
})

test('a match in the title outranks many in the excerpt, then in the category, then in the body', async () => {
  const filler = Array.from({ length: 300 }, (_, word) => `filler${word}`).join(' ')
  await index('rank', 'body', { title: 'Other', body: `${'kubernetes '.repeat(40)} ${filler}` })
  await index('rank', 'category', { title: 'Other', category: 'Kubernetes', body: filler })
  await index('rank', 'excerpt', { title: 'Other', excerpt: 'About kubernetes', body: filler })
  await index('rank', 'title', { title: 'Kubernetes in production', body: filler })
  for (let other = 0; other < 20; other++)
    await index('rank', `other-${other}`, { title: 'Something else', body: filler })
  const found = await find('rank', 'kubernetes')
  expect(found[0]).toBe('title')
  expect(found[1]).toBe('excerpt')
  expect(found.toSorted()).toEqual(['body', 'category', 'excerpt', 'title'])
})

test('sources are separate, a record indexed again replaces its entry, and a removed one is not found', async () => {
  await index('one', 'same', { title: 'Penguin' })
  await index('two', 'same', { title: 'Penguin' })
  await index('one', 'same', { title: 'Albatross' })
  expect(await find('one', 'penguin')).toEqual([])
  expect(await find('one', 'albatross')).toEqual(['same'])
  expect(await find('two', 'penguin')).toEqual(['same'])
  await changeContent(database, (trx) => removeFromSearch(trx, 'one', 'same'))
  await changeContent(database, (trx) => removeFromSearch(trx, 'one', 'never-there'))
  expect(await find('one', 'albatross')).toEqual([])
  expect(await find('two', 'penguin')).toEqual(['same'])
})

test('a query without terms has no hits', async () => {
  for (const query of ['', '   ', '🚀', '"', '***', '\0', '()', '-'])
    expect(await find('parts', query), JSON.stringify(query)).toEqual([])
})

const languages = ['near', 'and', 'or', 'not', 'title', 'body'].flatMap((word) => [
  word,
  `${word.toUpperCase()}(`,
  `${word}:x`,
])

test.each([
  ...languages,
  `'; drop table blogs; --`,
  '"unbalanced',
  'a* OR b',
  ':*',
  "l'été",
  '\\',
  '{}',
  '^a',
  'a\0b',
  '\ud800',
  'x'.repeat(10_000),
])('accepts any text as a query: %j', async (query) => {
  expect(await find('hostile', query)).toEqual([])
})

test('any text can be indexed, and finds itself when it has terms', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(anyText, { minLength: 20, maxLength: 40 }), async (texts) => {
      const source = `any-${run++}`
      await changeContent(database, async (trx) => {
        for (const [number, body] of texts.entries())
          await indexForSearch(trx, source, String(number), { ...nothing, body })
      })
      for (const [number, query] of texts.entries()) {
        const hits = await find(source, query)
        if (queryTerms(query).length > 0) expect(hits).toContain(String(number))
        else expect(hits).toEqual([])
      }
    }),
    { numRuns: 5 },
  )
})

test('indexes a text as long as a book', async () => {
  const book = Array.from({ length: 60_000 }, (_, word) => `word${word}`).join(' ')
  await index('book', 'long', { title: 'Long', body: `${book} ${'same '.repeat(50_000)}` })
  expect(await find('book', 'long word59')).toEqual(['long'])
})

test('entries can be changed and removed in a large index', async () => {
  const body = (seed: number) =>
    Array.from({ length: 300 }, (_, at) => `word${(at * 37 + seed * 101) % 2000}`).join(' ')
  for (let one = 0; one < 30; one++) await index('again', `post-${one}`, { title: `Post ${one}`, body: body(one) })
  for (let one = 0; one < 30; one++) {
    await index('again', `post-${one}`, { title: `Changed ${one}`, body: body(one + 30) })
    if (one % 3 === 0) await changeContent(database, (trx) => removeFromSearch(trx, 'again', `post-${one}`))
  }
  expect(await find('again', 'changed')).toHaveLength(20)
  expect(await find('again', 'post')).toEqual([])
})

test('of more matches than can be ranked, those in the title come first, then the newest', async () => {
  const count = most + 100
  const category = (one: number) => (one % 10 === 0 ? 'Security & trust' : 'Cloud')
  await changeContent(database, async (trx) => {
    for (let one = 0; one < count; one++) {
      const title = one < 3 ? 'Quokkas and wombats' : 'Wombats'
      await indexForSearch(trx, 'many', `${one}`, { title, excerpt: '', category: category(one), body: 'quokka here' })
    }
    await indexForSearch(trx, 'many', 'in body', { ...nothing, body: 'wombats' })
    await indexForSearch(trx, 'few', 'few', { ...nothing, title: 'Quokka' })
  })
  const newest = Array.from({ length: count }, (_, place) => `${count - 1 - place}`)
  const others = newest.slice(0, most - 3)
  expect(await find('many', 'quokka')).toEqual(['2', '1', '0', ...others])
  expect(await find('many', 'quokka here')).toEqual(newest.slice(0, most))
  expect(await find('many', 'wombat')).toEqual(newest.slice(0, most))
  expect(await find('few', 'quokka')).toEqual(['few'])
  const isSecure = (ref: string) => Number(ref) % 10 === 0
  const secure = await findMatches(
    database,
    { source: 'many', query: 'quokka', category: 'Security & trust', most },
    {
      ...records,
      key: 'secure',
      rows: (db, now) => records.rows(db, now).where('source', '=', 'many').where('id', 'in', newest.filter(isSecure)),
    },
  )
  if (kindOf(database.db) === 'sqlite')
    expect(secure).toEqual(['0', ...newest.filter((ref) => isSecure(ref) && ref !== '0')])
  else expect(secure.toSorted()).toEqual(newest.filter(isSecure).toSorted())
})

test.runIf(inject('postgresUrl'))('the titles are a complete copy, whatever was changed and removed', async () => {
  const { rows } = await sql<{ titles: number; wrong: number }>`
    select count("t"."id") as "titles", count(*) filter (where ("d"."source", "d"."ref", strip(ts_filter("d"."words", '{a}')))
      is distinct from ("t"."source", "t"."ref", "t"."words")) as "wrong"
    from "searchDocuments" as "d" full join "searchTitles" as "t" on "t"."id" = "d"."id"`.execute(database.db)
  expect(rows).toEqual([{ titles: expect.any(Number), wrong: 0 }])
  expect(rows[0]?.titles).toBeGreaterThan(most)
})
