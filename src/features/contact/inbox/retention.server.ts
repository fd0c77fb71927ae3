import type { KindCount } from '#contract/persons.ts'
import { consentSettings } from '#features/consent/consent-settings.contract.ts'
import { forgetRecords } from '#server/activity/activity.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { forAllRecords } from '#server/database/each-record.ts'
import { removeFromSearch } from '#server/database/search.ts'
import { deleteDeliveries } from '#server/mail/queue.ts'
import { chosenTerm, type Retention } from '#server/record/retention.ts'
import { contactRequests } from '../ground/contact.table.ts'

/** How many requests one transaction deletes. */
const batch = 200

/** Requests of a status are kept from the last thing that happened to them. */
const retentionOf = (status: 'resolved' | 'spam', name: string, keep: Retention['keep']): Retention => ({
  name,
  keep,
  entity: contactRequests.name,
  erase({ database }, { time }, log) {
    const old = (db: Database['db'] | Transaction, failed: string[] = []) =>
      db
        .selectFrom('contactRequests')
        .select('id')
        .where('status', '=', status)
        .where('lastAt', '<', time)
        .$if(failed.length > 0, (rows) => rows.where('id', 'not in', failed))
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('contactEvents')
                .select('contactEvents.id')
                .whereRef('contactEvents.contactId', '=', 'contactRequests.id')
                .where('contactEvents.at', '>=', time),
            ),
          ),
        )
    const idsOf = async (rows: ReturnType<typeof old>) => (await rows.execute()).map(({ id }) => id)
    const next = (failed: string[]) => idsOf(old(database.db, failed).limit(batch))
    return forAllRecords(log, 'An old request could not be deleted', next, (ids) =>
      // They may have been changed meanwhile.
      database.transaction(async (trx) => eraseRequests(trx, await idsOf(old(trx).where('id', 'in', ids).forUpdate()))),
    )
  },
})

export const contactRetentions = [
  retentionOf('resolved', 'Resolved messages', (settings) =>
    chosenTerm('months', consentSettings.of(settings).resolvedMonths),
  ),
  retentionOf('spam', 'Spam', (settings) => chosenTerm('days', consentSettings.of(settings).spamDays)),
]

/** How many requests one statement names. */
const named = 500

/** The names of the events that have a text. The others are changes by staff. */
export const eventNames: Record<string, string> = { note: 'note', answer: 'answer', received: 'reply' }

/** Deletes requests for good: their timelines, mails, words in the search, and names in the activity log. @returns how many of each kind */
export async function eraseRequests(trx: Transaction, ids: string[]): Promise<KindCount[]> {
  const counts = { message: 0, answer: 0, reply: 0, note: 0 }
  for (let at = 0; at < ids.length; at += named) {
    const some = ids.slice(at, at + named)
    const events = await trx.selectFrom('contactEvents').select(['id', 'kind']).where('contactId', 'in', some).execute()
    for (const { kind } of events) {
      const name = eventNames[kind] as keyof typeof counts | undefined
      if (name) counts[name]++
    }
    await deleteDeliveries(trx, [...some, ...events.map(({ id }) => id)])
    for (const id of some) await removeFromSearch(trx, contactRequests.name, id)
    await forgetRecords(trx, ['contact', 'contactRequests', 'trash'], some)
    // Their events go with them.
    const { numDeletedRows } = await trx.deleteFrom('contactRequests').where('id', 'in', some).executeTakeFirstOrThrow()
    counts.message += Number(numDeletedRows)
  }
  return Object.entries(counts).map(([kind, count]) => ({ kind, count }))
}
