import type { Db } from '#server/database/connect.ts'
import { isOneOf } from '#server/database/dialect.ts'
import { hookDeliveries } from '#server/hooks/hooks.table.ts'
import { deleteEvents, deleteLogged } from '#server/mail/queue.ts'
import { factsOf, isAddress, type PersonalData } from '#server/record/personal-data.ts'
import type { Retention } from '#server/record/retention.ts'
import { hookLogDays, hostOf } from './hooks.contract.ts'

/** The records of a person that events are about. */
async function recordsOf(db: Db, email: string): Promise<string[]> {
  const all = await Promise.all(
    (['contactRequests', 'registrations', 'subscribers'] as const).map((table) =>
      db.selectFrom(table).select('id').where(isAddress('email', email)).execute(),
    ),
  )
  return all.flat().map(({ id }) => id)
}

/** Events about a person, as other programs were told of them. What these have stored is theirs. Erased before the records, by which they are found. */
export const hookPersonalData: PersonalData = {
  tables: ['hookDeliveries'],
  async read(db, email, most) {
    const rows = await db
      .selectFrom('hookDeliveries')
      .innerJoin('hooks', 'hooks.id', 'hookDeliveries.hookId')
      .select(hookDeliveries.select(['answer', 'tookMs']))
      .select('url')
      .where(isOneOf(db, 'recordId', await recordsOf(db, email)))
      .orderBy('at', 'desc')
      .limit(most)
      .execute()
    return rows.map((row) => {
      const { url, ...delivery } = row
      const { at, event, body, status } = hookDeliveries.decode(delivery)
      const facts = factsOf({ Event: event, Answer: status === undefined ? undefined : String(status) })
      return {
        ...{ at, kind: 'webhook event', title: `Sent to ${hostOf(url)}`, text: body, facts },
        ...{ path: '/admin/connections/hooks', record: hookDeliveries.decode(delivery) },
      }
    })
  },
  async erase(trx, email) {
    return [{ kind: 'webhook event', count: await deleteEvents(trx, await recordsOf(trx, email)) }]
  },
  // It has no address without a record of the person.
  addresses: async () => [],
  mentions: [{ table: 'hookDeliveries', key: 'id', columns: ['body', 'answer'] }],
}

/** How many rows are deleted at once. */
const atOnce = 1_000

export const hookRetention: Retention = {
  name: 'Events sent to webhooks',
  keep: { days: hookLogDays },
  async erase({ database }, { time }) {
    let count = 0
    for (let deleted = atOnce; deleted === atOnce; count += deleted)
      deleted = await database.transaction((trx) => {
        const old = trx.selectFrom('hookDeliveries').where('at', '<', time)
        return deleteLogged(trx, old.orderBy('at').orderBy('id').limit(atOnce))
      })
    return count
  },
}
