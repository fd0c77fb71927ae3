// On both databases: each has its own search index.
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
import { queryPhrases } from './search-terms.ts'

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

// Each text is found by the queries before the bar, and not by those after it.
test.each([
  ['我们负责数据库迁移和云计算', '数据库 迁移 云计算 云 算 数据库迁移 | 数库 迁云 算数'],
  ['クラウド移行サービスの料金', 'クラウド 移行 サービス 料金 | ドク 金料'],
  ['เราให้บริการคลาวด์และความปลอดภัย', 'บริการ คลาวด์ ความปลอดภัย | การให้'],
  ['សេវាកម្មពពកសម្រាប់ក្រុមហ៊ុន', 'ពពក ក្រុមហ៊ុន សេវា | ហ៊ុនពពក'],
  ['ບໍລິການຄລາວສຳລັບທຸລະກິດ', 'ຄລາວ ທຸລະກິດ'],
  ['AWSクラウド入門2026', 'aws 入門 2026 クラウド入門 | 門入'],
  ['تقدم الشركة الخدمات السحابية والتدريب للمطورين', 'شركة خدمات الخدمات سحابية تدريب التدريب مطورين بالشركة | حاب'],
  ['إِدَارَةُ الأَعْمَالِ وبيانات كـــبيرة', 'ادارة إدارة اعمال أعمال بيانات كبيرة كبيره'],
  ['שָׁלוֹם מֵעִבְרִית', 'שלום שָׁלוֹם מעברית'],
  ['क़ानून और सड़क', 'कानून क़ानून सडक'],
  ['We write C# and F# code', 'C# c# F# csharp C | C++ G# Q#'],
  ['We write C++ code', 'C++ c++ C | C# F#'],
  ['ASP.NET on .NET', '.NET .net net ASP.NET asp'],
  ['A network for example.net', 'network net | .NET'],
  [
    'Node.js, CI/CD, Wi-Fi and A/B tests',
    'node.js nodejs node CI/CD cicd ci Wi-Fi wifi WIFI A/B a/b | A/C a/t js.node',
  ],
  ['About the best wireless cities', 'best | A/B Wi-Fi CI/CD'],
  ['Send an e-mail', 'e-mail email mail E-Mail'],
  ['Send an email, don’t wait', 'e-mail email dont don’t'],
  ['R&D for AT&T', 'R&D at&t AT | R&B'],
  [
    'Tel. +91 98765-43210',
    '9876543210 09876543210 +919876543210 0091-98765-43210 98765 (98765)43210 98765.43210 | 9876543219 +91987654329',
  ],
  ['Anruf: 030 / 9018 20', '030901820 +4930901820 +49(0)30-901820 004930901820'],
  ['ph 020 7946 0018', '+442079460018 02079460018 020-7946-0018'],
  ['٠٩٨٧٦٥٤٣٢١٠', '9876543210 +98-9876543210'],
  ['Zentrale 089 123456-12', '089123456 +4989123456 08912345612 | 089123457'],
  ['हिन्दी और संबंध', 'हिंदी हिन्दी सम्बन्ध संबंध | हिंसा'],
  ['Größe für Müller', 'größe groesse grosse Mueller müller muller Fuer | moller'],
  ['Frau Goeppel', 'göppel Göppel goeppel | goppe'],
  ['We write C♯', 'C# c♯ | F#'],
])('finds in %s the words of it', async (text, queries) => {
  const source = `words-${text}`
  await index(source, 'found', { body: text })
  await index(source, 'title', { title: text })
  const [found, missed] = queries.split(' | ')
  for (const query of found?.split(' ') ?? []) expect((await find(source, query)).length, query).toBe(2)
  for (const query of missed?.split(' ') ?? []) expect(await find(source, query), query).toEqual([])
})

test.each(['98765 43210', '+91 98765 43210', '(+91) 98765 - 43210', '0 98765 43210', 'Asha 98765 43210'])(
  'finds a telephone number that is written with spaces: %s',
  async (query) => {
    await index('phones', 'found', { title: 'Asha', body: 'My number is +919876543210.' })
    expect(await find('phones', query)).toEqual(['found'])
  },
)

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
        if (queryPhrases(query).length > 0) expect(hits).toContain(String(number))
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
