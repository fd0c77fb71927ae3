import { type RawBuilder, sql } from 'kysely'
import type { Wanted } from '#features/newsletter/ground/subscribers.shared.server.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { HttpError, invalid } from '#server/runtime/http-error.ts'
import type { Audience } from '../ground/letters.contract.ts'
import type { Mailed } from '../ground/letters.table.ts'
import { findNotification } from './notification-status.shared.server.ts'

type Db = Database['db'] | Transaction

const choose = 'Choose another audience.'
const gone = {
  topics: `A topic of this audience no longer exists. ${choose}`,
  course: `The course of this audience was deleted. ${choose}`,
  import: `The import of this audience was deleted or undone. ${choose}`,
  letter: `The letter that this audience names was deleted. ${choose}`,
  unsent: `The letter that this audience names has not been sent yet. ${choose}`,
}

/** Why nobody is in an audience, since what it names is gone; undefined for one that exists. @param topics all that subscribers can choose */
export async function missingIn(db: Db, audience: Audience, topics: Wanted['of']): Promise<string | undefined> {
  switch (audience.to) {
    case 'everyone':
      return undefined
    case 'topics':
      return audience.topics.every((id) => topics.some((topic) => topic.id === id)) ? undefined : gone.topics
    case 'course': {
      const rows = db.selectFrom('courses').select('id').where('id', '=', audience.courseId)
      return (await rows.where('deletedAt', 'is', null).executeTakeFirst()) ? undefined : gone.course
    }
    case 'import': {
      const rows = db.selectFrom('imports').select('id').where('id', '=', audience.importId)
      const added = rows.where('appliedAt', 'is not', null).where('undoneAt', 'is', null)
      return (await added.executeTakeFirst()) ? undefined : gone.import
    }
    case 'got':
    case 'without': {
      const rows = db.selectFrom('notifications').select('fixedAt').where('id', '=', audience.notificationId)
      const found = await rows.executeTakeFirst()
      return found ? (found.fixedAt === null ? gone.unsent : undefined) : gone.letter
    }
  }
}

/** @throws HttpError 422 for an audience that does not exist */
export async function expectAudience(db: Db, audience: Audience, topics: Wanted['of'], path: string): Promise<void> {
  const missing = await missingIn(db, audience, topics)
  if (missing) throw invalid(path, missing)
}

/** The same for one that is saved. What was stored before may stay, so that a text can be saved after its audience has gone. */
export async function expectChosen(
  db: Db,
  { chosen, stored, path }: { chosen: Audience | null | undefined; stored: Audience | undefined; path: string },
  topics: Wanted['of'],
): Promise<void> {
  if (chosen && JSON.stringify(chosen) !== JSON.stringify(stored)) await expectAudience(db, chosen, topics, path)
}

/**
 * Keeps a letter or a post that the audience of a message names which is not sent yet. Call it before it is deleted for good.
 * @throws HttpError 409 with the names of these messages
 */
export async function refuseIfNamed(trx: Transaction, about: Mailed): Promise<void> {
  const notification = await findNotification({ db: trx }, about)
  if (!notification) return
  const names = await namedBy(trx, notification.id)
  if (names.length === 0) return
  const titles = names.map((name) => `“${name}”`).join(', ')
  throw new HttpError(409, `The audience of ${titles} names this. Choose another audience there first.`)
}

/** The titles of the letters and posts that are not sent yet and whose audience names a notification. */
async function namedBy(trx: Transaction, id: string): Promise<string[]> {
  const names = (audience: RawBuilder<unknown>) => sql<boolean>`cast(${audience} as text) like ${`%"${id}"%`}`
  const letters = await trx
    .selectFrom('letters')
    .leftJoin('notifications', 'notifications.letterId', 'letters.id')
    .select('letters.title')
    .where('letters.deletedAt', 'is', null)
    .where('notifications.fixedAt', 'is', null)
    // A letter that was confirmed goes to the audience of that moment.
    .where(names(sql`coalesce("notifications"."audience", "letters"."audience")`))
    .orderBy('letters.title')
    .limit(5)
    .execute()
  const posts = await trx
    .selectFrom('postMails')
    .innerJoin('blogs', 'blogs.id', 'postMails.blogId')
    .leftJoin('notifications', 'notifications.blogId', 'blogs.id')
    .select('blogs.title')
    .where('blogs.deletedAt', 'is', null)
    .where('notifications.id', 'is', null)
    .where(names(sql`"postMails"."audience"`))
    .orderBy('blogs.title')
    .limit(5)
    .execute()
  return [...letters, ...posts].map(({ title }) => title)
}
