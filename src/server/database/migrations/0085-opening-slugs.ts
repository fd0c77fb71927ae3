import { createHash } from 'node:crypto'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { type QueryExecutorProvider, sql } from 'kysely'
import { addColumns, type Migration, makeIndexes, makeTables } from './make-table.ts'

/** Openings have pages of their own, and former slugs lead to them. */
export const openingSlugs: Migration = {
  name: '0085-opening-slugs',
  async up(db, kind) {
    await addColumns(db, kind, 'openings', { slug: 'text' }, { slug: '' })
    const slugs = await slugsOf(db)
    for (const [id, slug] of slugs) await sql`update "openings" set "slug" = ${slug} where "id" = ${id}`.execute(db)
    await makeIndexes(db, 'openings', { slug: { on: ['slug'], unique: true } })
    await makeTables(db, kind, {
      openingPastSlugs: {
        key: ['slug'],
        columns: { slug: 'text', openingId: 'text' },
        references: { openingId: 'openings.id+' },
        indexes: { opening: ['openingId'] },
      },
    })
    await addToHistory(db, slugs)
    await addToReviews(db, slugs)
  },
}

/** A slug for each opening. Of several with the same title, the one that closes last has it without a number. */
async function slugsOf(db: QueryExecutorProvider): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; title: string }>`
    select "id", "title" from "openings"
    order by "deletedAt" is not null, "closesOn" desc, "id"`.execute(db)
  const slugs = new Map<string, string>()
  const used = new Set(['', 'id', 'new', 'adminblogs', 'admincourses'])
  const { default: anyAscii } = await import('any-ascii')
  for (const { id, title } of rows) {
    const plain = slugOf(title, anyAscii).slice(0, 190).replace(/-+$/, '') || 'opening'
    let slug = plain
    for (let number = 2; used.has(slug); number++) slug = `${plain}-${number}`
    used.add(slug)
    slugs.set(id, slug)
  }
  return slugs
}

/** Emoji are no words. A capital begins each syllable of Chinese and Korean. */
const slugOf = (title: string, toAscii: (text: string) => string) =>
  title
    .toWellFormed()
    .slice(0, 500)
    .replace(/[\p{So}\p{Extended_Pictographic}\p{Emoji_Modifier}]/gu, ' ')
    .split(/([^\p{L}\p{M}]+)/u)
    .map((word) =>
      /^[\p{Script=Han}\p{Script=Hangul}]/u.test(word)
        ? toAscii(word).replace(/(?<=[a-z])(?=[A-Z])/g, '-')
        : toAscii(word),
    )
    .join('')
    .replace(/[`'’]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')

type Revision = { recordId: string; number: number; packed: Uint8Array }

/** The states of the history get the slug too: otherwise the next save would begin with one that differs, and to restore one would leave none. */
async function addToHistory(db: QueryExecutorProvider, slugs: Map<string, string>): Promise<void> {
  const { rows } = await sql<Revision>`
    select "recordId", "number", "fields" as "packed" from "revisions" where "entity" = 'openings'`.execute(db)
  for (const { recordId, number, packed } of rows) {
    const slug = slugs.get(recordId)
    if (slug === undefined) continue
    const fields: Record<string, unknown> = { ...JSON.parse(zstdDecompressSync(packed).toString()), slug }
    const digests = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, digest(value)]))
    await sql`update "revisions"
      set "fields" = ${zstdCompressSync(JSON.stringify(fields))}, "digests" = ${JSON.stringify(digests)}
      where "entity" = 'openings' and "recordId" = ${recordId} and "number" = ${number}`.execute(db)
  }
}

const digest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 12)

const notReviewed = ['active', 'publishAt', 'unpublishAt', 'createdAt']
const isContent = ([name, value]: [string, unknown]) => !notReviewed.includes(name) && (value ?? '') !== ''

/** A reviewed version stays the present one. */
async function addToReviews(db: QueryExecutorProvider, slugs: Map<string, string>): Promise<void> {
  const { rows } = await sql<{ id: string; recordId: string; packed: Uint8Array }>`
    select "id", "recordId", "fields" as "packed" from "reviews" where "entity" = 'openings'`.execute(db)
  for (const { id, recordId, packed } of rows) {
    const slug = slugs.get(recordId)
    if (slug === undefined) continue
    const fields: Record<string, unknown> = { ...JSON.parse(zstdDecompressSync(packed).toString()), slug }
    // The fields of an opening are texts, numbers and flags, so only their own names are put into an order.
    const content = Object.entries(fields).filter(isContent)
    const ordered = Object.fromEntries(content.toSorted(([one], [other]) => (one < other ? -1 : 1)))
    await sql`update "reviews"
      set "fields" = ${zstdCompressSync(JSON.stringify(fields))},
        "digest" = ${createHash('sha256').update(JSON.stringify(ordered)).digest('base64url')}
      where "id" = ${id}`.execute(db)
  }
}
