import type { Transaction } from '#server/database/connect.ts'
import { presentVersion } from '#server/record/present-version.ts'
import { addPreviewLink } from '#server/record/preview-links.ts'
import { reviews } from '#server/record/records.table.ts'
import { askReview, type StoredReview } from '#server/record/reviews.ts'
import type { SignedIn, TestApp } from './start-app.ts'

/** Whom a test asks, and more values of the review. */
type Asked = Partial<Pick<StoredReview, 'note' | 'ofId' | 'ofName' | 'ofEmail'>>

/**
 * Asks for the review of a record's present version, with the link of a guest.
 * @param work of the same transaction
 */
export async function askForReview(
  site: TestApp,
  { user }: SignedIn,
  [entity, id]: [entity: string, id: string],
  { ofId, ofName = 'R. Kulkarni', ofEmail, note }: Asked = {},
  work: (trx: Transaction, review: StoredReview, link: string) => Promise<void> = async () => {},
) {
  const { table } = site.entities.find(({ table }) => table.name === entity) as TestApp['entities'][number]
  return site.database.transaction(async (trx) => {
    const version = await presentVersion(trx, { table, id })
    if (!version) throw new Error('There is no such record')
    const of = ofId === undefined ? { name: ofName, email: ofEmail } : { id: ofId, name: ofName }
    const review = await askReview(trx, { table, id }, { of, by: user, note, version })
    const days = { by: user.name, days: 30, reviewId: review.id }
    const { path } = await addPreviewLink(trx, { table, id }, days)
    await work(trx, review, path)
    return { id: review.id, token: path.slice('/preview/'.length) }
  })
}

/** Changes the state of a review. */
export const setReview = (site: TestApp, id: string, changes: Partial<StoredReview>) =>
  site.database.db.updateTable('reviews').set(reviews.encode(changes)).where('id', '=', id).execute()
