import type { KindCount } from '#contract/persons.ts'
import { forgetRecords } from '#server/activity/activity.ts'
import type { Transaction } from '#server/database/connect.ts'
import { removeFromSearch } from '#server/database/search.ts'
import { contactRequests } from './contact.table.ts'

/** How many requests one statement names. */
const batch = 500

/** The names of the events of a request that have a text; the others only say what staff have changed. */
export const eventNames: Record<string, string> = { note: 'note', answer: 'answer', received: 'reply' }

/** Deletes requests for good: their timelines, mails, words in the search, and names in the activity log. @returns how many of each kind */
export async function eraseRequests(trx: Transaction, ids: string[]): Promise<KindCount[]> {
  const counts = { message: 0, answer: 0, reply: 0, note: 0 }
  for (let at = 0; at < ids.length; at += batch) {
    const some = ids.slice(at, at + batch)
    const events = await trx.selectFrom('contactEvents').select(['id', 'kind']).where('contactId', 'in', some).execute()
    for (const { kind } of events) {
      const name = eventNames[kind] as keyof typeof counts | undefined
      if (name) counts[name]++
    }
    await deleteMails(trx, [...some, ...events.map(({ id }) => id)])
    for (const id of some) await removeFromSearch(trx, contactRequests.name, id)
    await forgetRecords(trx, ['contact', 'contactRequests', 'trash'], some)
    // Their events go with them.
    const { numDeletedRows } = await trx.deleteFrom('contactRequests').where('id', 'in', some).executeTakeFirstOrThrow()
    counts.message += Number(numDeletedRows)
  }
  return Object.entries(counts).map(([kind, count]) => ({ kind, count }))
}

/** Deletes the deliveries about requests and their answers, sent or not. */
export async function deleteMails(trx: Transaction, subjects: string[]): Promise<void> {
  for (let at = 0; at < subjects.length; at += batch)
    await trx
      .deleteFrom('deliveries')
      // Every kind of message about a request begins so.
      .where('kind', '>=', 'contact' as 'contact')
      .where('kind', '<', 'contacu' as 'contact')
      .where('subjectId', 'in', subjects.slice(at, at + batch))
      .execute()
}
