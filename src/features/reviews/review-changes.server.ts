import { inSentence } from '#contract/labels.ts'
import type { NewReview, ReviewAnswer } from '#contract/reviews.ts'
import { may } from '#contract/roles.ts'
import { noteRecord } from '#server/activity/activity.ts'
import type { Transaction } from '#server/database/connect.ts'
import { anyTable } from '#server/database/rows.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { type Entity, reviewedEntity } from '#server/record/entity.ts'
import { presentVersion } from '#server/record/present-version.ts'
import { addPreviewLink } from '#server/record/preview-links.ts'
import { askReview, findReview, type StoredReview, settleReview } from '#server/record/reviews.ts'
import type { RecordKey } from '#server/record/revisions.ts'
import { type LockedRow, lockRow } from '#server/record/versions.ts'
import { HttpError, invalid, notFound } from '#server/runtime/http-error.ts'
import { isSecondPerson, requireAct } from './review-acts.server.ts'

/** For how many days a guest can open and answer a review. */
const linkDays = 30

/** @throws HttpError 404 for a kind without reviews */
export function expectReviewed(entities: Entity[], name: string): Entity {
  const entity = reviewedEntity(entities, name)
  if (!entity) throw notFound('Records of this kind are not reviewed.')
  return entity
}

/**
 * Locks a record, so that those who ask and answer at once take turns.
 * @param expected the version that the caller has read, if the caller says
 * @throws HttpError 404, 409 for one in the trash; VersionMismatch
 */
async function lockRecord(
  trx: Transaction,
  { table, label }: Entity,
  id: string,
  expected?: number,
): Promise<LockedRow> {
  const row = await lockRow(trx, table, id, expected)
  if (row) return row
  const trashed = await anyTable(trx).selectFrom(table.name).select('id').where('id', '=', id).executeTakeFirst()
  if (!trashed) throw notFound(`${label} not found`)
  throw new HttpError(409, `This ${inSentence(label)} is in the trash. Restore it first.`)
}

/** Finds a review, and locks its record. @throws HttpError 404, 409 when the record is in the trash */
async function lockReview(
  trx: Transaction,
  entities: Entity[],
  id: string,
): Promise<{ review: StoredReview; entity: Entity; row: LockedRow }> {
  const found = await trx.selectFrom('reviews').select(['entity', 'recordId']).where('id', '=', id).executeTakeFirst()
  const entity = found && reviewedEntity(entities, found.entity)
  if (!entity) throw notFound('Review not found')
  const row = await lockRecord(trx, entity, found.recordId)
  const review = await findReview(trx, id)
  if (!review) throw notFound('Review not found')
  return { review, entity, row }
}

/** Asks for a review of the present version of a record. @returns it, with the path of a guest's link */
export async function ask(
  trx: Transaction,
  entity: Entity,
  { id, of, note }: Pick<NewReview, 'id' | 'of' | 'note'>,
  by: Staff,
  expected?: number,
): Promise<{ review: StoredReview; link?: string }> {
  const record: RecordKey = { table: entity.table, id }
  const row = await lockRecord(trx, entity, id, expected)
  const colleague = typeof of === 'string' ? await expectColleague(trx, of, by) : undefined
  const version = await presentVersion(trx, record)
  if (!version) throw notFound(`${entity.label} not found`)
  const asked = colleague ?? (of as Exclude<typeof of, string>)
  const review = await askReview(trx, record, { of: asked, by, note, version })
  // Guests' data must be erasable, so the log does not name them.
  noteAct(trx, record, row, `Ask ${colleague?.name ?? 'a guest'} to review a record`)
  if (colleague) return { review }
  const link = await addPreviewLink(trx, record, { by: by.name, days: linkDays, reviewId: review.id })
  return { review, link: link.path }
}

/** @throws HttpError 422 for someone who cannot answer */
async function expectColleague(trx: Transaction, id: string, by: Staff): Promise<{ id: string; name: string }> {
  if (id === by.id) throw invalid('of', 'Ask somebody else: nobody reviews their own request.')
  // Locked, so that a colleague who leaves at this moment is asked before, and gives it back, or not at all.
  const rows = trx.selectFrom('users').select(['id', 'name', 'active', 'role']).where('id', '=', id)
  const user = await rows.forUpdate().executeTakeFirst()
  if (!user?.active) throw invalid('of', 'This colleague has no access. Choose somebody else.')
  if (!may(user.role, 'staff')) throw invalid('of', `The role of ${user.name} does not allow reviews.`)
  return { id: user.id, name: user.name }
}

/**
 * Answers a review as a colleague.
 * @param expected the version that they have read, if they say: then the answer is about that one
 * @throws HttpError 403, 404, 409 for a record in the trash; VersionMismatch; AlreadySettled
 */
export async function answer(
  trx: Transaction,
  entities: Entity[],
  id: string,
  { state, note }: ReviewAnswer,
  by: Staff,
  expected?: number,
): Promise<StoredReview> {
  const { review, entity, row } = await lockReview(trx, entities, id)
  requireAct(review, by, 'answer')
  const record = { table: entity.table, id: review.recordId }
  if (expected !== undefined && review.state === 'asked') await lockRow(trx, record.table, record.id, expected)
  const version = expected === undefined ? undefined : await presentVersion(trx, record)
  const { writtenById } = version ?? review
  const counts = state === 'approved' && isSecondPerson(review, by, writtenById)
  const settled = await settleReview(trx, review, { state, answer: note, by, counts, version })
  noteAct(trx, record, row, state === 'approved' ? 'Approve a record' : 'Request changes in a record')
  return settled
}

/** Takes a review back; a guest's link says so. @throws HttpError 403, 404, 409 for a record in the trash; AlreadySettled */
export async function withdraw(trx: Transaction, entities: Entity[], id: string, by: Staff): Promise<StoredReview> {
  const { review, entity, row } = await lockReview(trx, entities, id)
  requireAct(review, by, 'withdraw')
  const settled = await settleReview(trx, review, { state: 'withdrawn', by })
  noteAct(trx, { table: entity.table, id: review.recordId }, row, 'Withdraw the review of a record')
  return settled
}

const noteAct = (trx: Transaction, { table, id }: RecordKey, row: LockedRow, what: string) =>
  noteRecord(trx, { entity: table.name, recordId: id, named: row, kind: 'change', what })
