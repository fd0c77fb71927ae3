import { hunksBetween } from '#content/markup/word-changes.ts'
import type { Review } from '#contract/reviews.ts'
import type { Db } from '#server/database/connect.ts'
import { isOneOf } from '#server/database/dialect.ts'
import { type Stored, textIn } from '#server/database/table.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { type Entity, reviewedEntity } from '#server/record/entity.ts'
import { contentOf, inOrder, type PresentContent, presentContents } from '#server/record/present-version.ts'
import { reviews } from '#server/record/records.table.ts'
import { isTyped, reviewedFields, type StoredReview } from '#server/record/reviews.ts'
import { actsOf } from './review-acts.server.ts'

type Fields = PresentContent['fields']

/** A review without the fields of its version, which only counting its words needs. */
export type ReviewRow = Omit<StoredReview, 'fields'>
export const reviewRows = (db: Db) => db.selectFrom('reviews').select(reviews.select(['fields']))

export const toReviewRow = (row: Omit<Stored<typeof reviews>, 'fields'>): ReviewRow => reviews.decode(row)

const keyOf = ({ entity, recordId }: Pick<ReviewRow, 'entity' | 'recordId'>) => `${entity} ${recordId}`

/** The present content of a record, with its kind and its title. */
export type ReviewedContent = PresentContent & { kind: Entity; name: string }

/** The present content of the records of reviews. Records in the trash have none. */
export async function contentsOf(
  db: Db,
  entities: Entity[],
  rows: ReviewRow[],
): Promise<(row: ReviewRow) => ReviewedContent | undefined> {
  const contents = new Map<string, ReviewedContent>()
  for (const [entity, named] of Map.groupBy(rows, (row) => row.entity)) {
    const kind = reviewedEntity(entities, entity)
    if (!kind) continue
    const ids = [...new Set(named.map(({ recordId }) => recordId))]
    for (const [recordId, content] of await presentContents(db, kind.table, ids))
      contents.set(keyOf({ entity, recordId }), { ...content, kind, name: String(content.row[kind.nameColumn]) })
  }
  return (row) => contents.get(keyOf(row))
}

/** How long the words of all versions in an answer are compared, in milliseconds. */
const longestComparison = 300

/** The number of words in which the present version differs from those of reviews, each version once, by record and digest. */
async function wordsSince(
  db: Db,
  rows: ReviewRow[],
  presentOf: (row: ReviewRow) => ReviewedContent | undefined,
): Promise<(row: ReviewRow) => number> {
  const versionOf = (row: ReviewRow) => `${keyOf(row)} ${row.digest}`
  const changed = new Map(
    rows.filter((row) => presentOf(row)?.digest !== row.digest).map((row) => [versionOf(row), row]),
  )
  const ids = [...changed.values()].map(({ id }) => id)
  const stored = ids.length === 0 ? [] : await fieldsOf(db, ids)
  const end = performance.now() + longestComparison
  const words = new Map<string, number>()
  for (const [version, row] of changed) {
    const [before, content] = [stored.find(({ id }) => id === row.id), presentOf(row)]
    if (!before || !content) continue
    // Versions can differ in a comma.
    const texts = [textsOf(content.kind, reviewedFields(before)), textsOf(content.kind, content.fields)] as const
    words.set(version, Math.max(1, wordsBetween(...texts, end - performance.now())))
  }
  return (row) => words.get(versionOf(row)) ?? 0
}

const fieldsOf = (db: Db, ids: string[]) =>
  db
    .selectFrom('reviews')
    .select(['id', 'fields'])
    .where(isOneOf(db, 'id', ids))
    .execute() as Promise<Pick<StoredReview, 'id' | 'fields'>[]>

/**
 * The number of words in which two versions differ: the removed or the added ones of each change, whichever are more.
 * @param within how long they are compared, in milliseconds; then the words are counted in any order
 */
function wordsBetween(one: Fields, other: Fields, within: number): number {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  const end = performance.now() + within
  return [...names].reduce((sum, name) => sum + wordsApart(wordsIn(one[name]), wordsIn(other[name]), end), 0)
}

/** The content of a version. Columns with objects that have texts of staff are those texts. */
const textsOf = ({ table }: Entity, fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(contentOf(fields)).map(([name, value]) => [name, textIn(table.columns[name], value) ?? value]),
  )

/** A word with its marks and joiners, in every script, without the punctuation around it. */
const word = /[\p{L}\p{M}\p{N}\p{So}](?:(?:\u200c|\u200d|['’.:/_-])*[\p{L}\p{M}\p{N}\p{So}])*/gu

const wordsIn = (value: unknown): string[] =>
  (typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value, inOrder)).match(word) ?? []

const wordsApart = (before: string[], after: string[], end: number): number =>
  hunksBetween(before, after, end - performance.now()).reduce(
    (sum, { a, b, c, d, same }) => sum + (same ? 0 : apartInAnyOrder(before.slice(a, b), after.slice(c, d))),
    0,
  )

function apartInAnyOrder(before: string[], after: string[]): number {
  const counts = new Map<string, number>()
  for (const word of before) counts.set(word, (counts.get(word) ?? 0) + 1)
  for (const word of after) counts.set(word, (counts.get(word) ?? 0) - 1)
  const [removed, added] = [1, -1].map((sign) =>
    [...counts.values()].reduce((sum, count) => sum + Math.max(0, sign * count), 0),
  )
  return Math.max(removed ?? 0, added ?? 0)
}

/** Reviews as the calls answer them to a member of staff. */
export async function toReviews(
  db: Db,
  entities: Entity[],
  rows: ReviewRow[],
  caller: Pick<Staff, 'id' | 'role' | 'granted'>,
): Promise<Review[]> {
  const presentOf = await contentsOf(db, entities, rows)
  const words = await wordsSince(db, rows, presentOf)
  return rows.map((row) => {
    const content = presentOf(row)
    const { id, entity, recordId, ofId, ofName, ofEmail, state, askedAt, askedBy, askedById } = row
    const { note, settledAt, settledBy, answer, counts, digest, undelivered } = row
    return {
      _id: id,
      entity,
      record: recordId,
      name: content?.name ?? '',
      ...{ state, askedAt, askedBy, askedById },
      of: { id: ofId, name: ofName, email: ofEmail },
      ...{ note, settledAt, settledBy, answer },
      isTyped: isTyped(row) || undefined,
      undelivered: state === 'asked' ? undelivered : undefined,
      isPresent: content?.digest === digest,
      words: words(row),
      counts,
      // A record in the trash comes back first.
      acts: content ? actsOf(row, caller) : [],
    }
  })
}
