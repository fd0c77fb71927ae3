import { expect } from 'vitest'
import type { MadeReview, Review, ReviewList } from '#contract/reviews.ts'
import type { Transaction } from '#server/database/connect.ts'
import { presentVersion } from '#server/record/present-version.ts'
import { addPreviewLink } from '#server/record/preview-links.ts'
import { reviews } from '#server/record/records.table.ts'
import { askReview, type StoredReview } from '#server/record/reviews.ts'
import { callAs } from './staff-calls.ts'
import type { SignedIn, TestApp } from './start-app.ts'

type Written = { _id: string; version: number; title: string; slug: string; content: string }

let counter = 0

/** Posts and their reviews, as staff make them. @param siteNow the site, once it has started */
export function reviewCalls(siteNow: () => TestApp) {
  const as = (by: SignedIn) => callAs(siteNow(), by)

  /** The JSON of an answer with this status. */
  async function json<Body>(answer: Promise<Response>, status = 200): Promise<Body> {
    const given = await answer
    expect(given.status, await given.clone().text()).toBe(status)
    return given.json()
  }

  const shared = { excerpt: 'How it began.', category: 'Cloud' }

  /** Creates a draft. */
  async function write(by: SignedIn, changes: object = {}): Promise<Written> {
    const number = ++counter
    const input = { title: `Forty servers ${number}`, slug: `forty-servers-${number}`, ...shared }
    const body = { ...input, content: 'One two three four five.', ...changes }
    return json(as(by)('POST', '/api/blogs', body), 201)
  }

  /** @param path such as `/working-copy` */
  const save = (by: SignedIn, { _id, title, slug }: Written, changes: object, path = ''): Promise<Written> =>
    json(as(by)('PUT', `/api/blogs/${_id}${path}`, { title, slug, ...shared, ...changes }))

  async function setPublished(by: SignedIn, { _id }: Written, published: boolean): Promise<void> {
    const body = { action: published ? 'publish' : 'unpublish', records: [{ _id }] }
    const { changed } = await json<{ changed: unknown[] }>(as(by)('POST', '/api/blogs/bulk', body))
    expect(changed).toHaveLength(1)
  }

  const tryAsking = (by: SignedIn, id: string, of: unknown, more: object = {}, headers = {}) =>
    as(by)('POST', '/api/reviews', { entity: 'blogs', id, of, ...more }, headers)

  /** Asks a colleague or a guest. */
  const ask = (
    by: SignedIn,
    { _id }: { _id: string },
    of: SignedIn | { name: string; email?: string },
    more: object = {},
  ) => json<MadeReview>(tryAsking(by, _id, 'user' in of ? of.user.id : of, more), 201)

  const tryAnswering = (by: SignedIn, { _id }: { _id: string }, body: object = { state: 'approved' }, headers = {}) =>
    as(by)('POST', `/api/reviews/${_id}/answer`, body, headers)

  const answer = (...given: Parameters<typeof tryAnswering>) => json<Review>(tryAnswering(...given))

  const list = (by: SignedIn, query: string) => json<ReviewList>(as(by)('GET', `/api/reviews?${query}`))

  const reviewsOf = async (by: SignedIn, { _id }: { _id: string }) => (await list(by, `entity=blogs&id=${_id}`)).reviews

  const mine = async (by: SignedIn) => (await list(by, 'mine')).reviews

  return { as, json, write, save, setPublished, tryAsking, ask, tryAnswering, answer, list, reviewsOf, mine }
}

/** The person whom a test asks, and more values of the review. */
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
