import { randomUUIDv7 } from 'node:crypto'
import { type Transaction, timeIn } from '#server/database/connect.ts'
import { addPreviewLink } from '#server/record/preview-links.ts'
import { reviews } from '#server/record/records.table.ts'
import { presentVersion, type StoredReview, versionColumns } from '#server/record/reviews.ts'
import type { SignedIn, TestApp } from './start-app.ts'

type Asked = Partial<Pick<StoredReview, 'note' | 'ofId' | 'ofName' | 'ofEmail' | 'afterId'>>

/**
 * Stores the review of a record's present version, with the link of a guest.
 * @param work of the same transaction
 */
export async function askReview(
  site: TestApp,
  { user }: SignedIn,
  [entity, recordId]: [entity: string, id: string],
  of: Asked = {},
  work: (trx: Transaction, review: StoredReview, link: string) => Promise<void> = async () => {},
) {
  const { table } = site.entities.find(({ table }) => table.name === entity) as TestApp['entities'][number]
  const id = randomUUIDv7()
  const token = await site.database.transaction(async (trx) => {
    const version = await presentVersion(trx, { table, id: recordId })
    if (!version) throw new Error('There is no such record')
    const asker = { askedBy: user.name, askedById: user.id, askedAt: site.database.now() }
    const review = {
      ...{ id, entity, recordId, ofName: 'R. Kulkarni', state: 'asked' as const, counts: false, version: 1 },
      ...versionColumns(version),
      ...asker,
      ...of,
    }
    await trx.insertInto('reviews').values(reviews.encode(review)).execute()
    const database = { db: trx, clock: () => timeIn(trx) }
    const { path } = await addPreviewLink(database, { table, id: recordId }, { by: user.name, days: 30, reviewId: id })
    await work(trx, review as StoredReview, path)
    return path.slice('/preview/'.length)
  })
  return { id, token }
}

/** Changes the state of a review. */
export const setReview = (site: TestApp, id: string, changes: Partial<StoredReview>) =>
  site.database.db.updateTable('reviews').set(reviews.encode(changes)).where('id', '=', id).execute()
