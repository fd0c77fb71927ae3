import type { Review } from '#contract/reviews.ts'
import type { Db } from '#server/database/connect.ts'
import { isOneOf } from '#server/database/dialect.ts'
import type { Stored } from '#server/database/table.ts'
import type { Staff } from '#server/identity/accounts.ts'
import type { Entity } from '#server/record/entity.ts'
import { type PresentContent, presentContents } from '#server/record/present-version.ts'
import { reviews } from '#server/record/records.table.ts'
import { isTyped, reviewedFields, type StoredReview, wordsBetween } from '#server/record/reviews.ts'
import { actsOf } from './review-acts.server.ts'

/** A review without the fields of its version, which only counting its words needs. */
export type ReviewRow = Omit<StoredReview, 'fields'>
export const reviewRows = (db: Db) => db.selectFrom('reviews').select(reviews.select(['fields']))

export const toReviewRow = (row: Omit<Stored<typeof reviews>, 'fields'>): ReviewRow => reviews.decode(row)

/** The kind of a record that can be reviewed; undefined for all others. */
export const reviewedEntity = (entities: Entity[], name: string): Entity | undefined =>
  entities.find(({ table, reviewed }) => reviewed && table.name === name)

const keyOf = ({ entity, recordId }: Pick<ReviewRow, 'entity' | 'recordId'>) => `${entity} ${recordId}`

/** The present content of the records of reviews. Records in the trash have none. */
export async function contentsOf(
  db: Db,
  entities: Entity[],
  rows: ReviewRow[],
): Promise<(row: Pick<ReviewRow, 'entity' | 'recordId'>) => PresentContent | undefined> {
  const contents = new Map<string, PresentContent>()
  for (const [entity, named] of Map.groupBy(rows, (row) => row.entity)) {
    const kind = reviewedEntity(entities, entity)
    if (!kind) continue
    const ids = [...new Set(named.map(({ recordId }) => recordId))]
    for (const [recordId, content] of await presentContents(db, kind.table, ids))
      contents.set(keyOf({ entity, recordId }), content)
  }
  return (row) => contents.get(keyOf(row))
}

/** How long the words of all versions in an answer are compared, in milliseconds. */
const longestComparison = 300

/** The number of words in which the present version differs from those of reviews, each version once, by record and digest. */
async function wordsSince(
  db: Db,
  rows: ReviewRow[],
  contentOf: (row: ReviewRow) => PresentContent | undefined,
): Promise<(row: ReviewRow) => number> {
  const versionOf = (row: ReviewRow) => `${keyOf(row)} ${row.digest}`
  const changed = new Map(
    rows.filter((row) => contentOf(row)?.digest !== row.digest).map((row) => [versionOf(row), row]),
  )
  const ids = [...changed.values()].map(({ id }) => id)
  const stored = ids.length === 0 ? [] : await fieldsOf(db, ids)
  const end = performance.now() + longestComparison
  const words = new Map<string, number>()
  for (const [version, row] of changed) {
    const [before, content] = [stored.find(({ id }) => id === row.id), contentOf(row)]
    if (!before || !content) continue
    // Versions can differ in a comma.
    words.set(version, Math.max(1, wordsBetween(reviewedFields(before), content.fields, end - performance.now())))
  }
  return (row) => words.get(versionOf(row)) ?? 0
}

const fieldsOf = (db: Db, ids: string[]) =>
  db
    .selectFrom('reviews')
    .select(['id', 'fields'])
    .where(isOneOf(db, 'id', ids))
    .execute() as Promise<Pick<StoredReview, 'id' | 'fields'>[]>

/** Reviews as the calls answer them to a member of staff. */
export async function toReviews(
  db: Db,
  entities: Entity[],
  rows: ReviewRow[],
  caller: Pick<Staff, 'id' | 'role'>,
): Promise<Review[]> {
  const contentOf = await contentsOf(db, entities, rows)
  const words = await wordsSince(db, rows, contentOf)
  return rows.map((row) => {
    const content = contentOf(row)
    const { id, entity, recordId, ofId, ofName, ofEmail, state, askedAt, askedBy, askedById } = row
    const { note, settledAt, settledBy, answer, counts, digest, undelivered } = row
    return {
      _id: id,
      entity,
      record: recordId,
      name: content ? nameOf(entities, row, content) : '',
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

export const nameOf = (entities: Entity[], { entity }: Pick<ReviewRow, 'entity'>, { row }: PresentContent): string =>
  String(row[reviewedEntity(entities, entity)?.nameColumn ?? 'id'])
