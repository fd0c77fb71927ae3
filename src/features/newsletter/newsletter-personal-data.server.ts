import { consentTextOf } from '#features/consent/consent.shared.server.ts'
import { forgetRecords } from '#server/activity/activity.ts'
import { deleteDeliveries } from '#server/mail/queue.ts'
import type { PersonalData } from '#server/record/personal-data.ts'
import { subscribers } from './newsletter.table.ts'
import { topicNames, topicsIn } from './subscribers.shared.server.ts'

/** The subscription, of which an address has at most one. */
export const newsletterPersonalData: PersonalData = {
  tables: ['subscribers'],
  async read(db, email) {
    const row = await db
      .selectFrom('subscribers')
      .selectAll()
      .select(consentTextOf('subscribers'))
      .where('email', '=', email)
      .executeTakeFirst()
    if (!row) return []
    const subscriber = subscribers.decode(row)
    const imported = await db
      .selectFrom('imports')
      .select(['agreed', 'agreedOn'])
      .where('id', '=', row.importId ?? '')
      .executeTakeFirst()
    const { subscribedAt, state, stateSince, stateReason, name, source, sourceDetail, consent, consentPage } =
      subscriber
    const { topics, pausedUntil, leftReason } = subscriber
    const facts = {
      Name: name,
      State: state,
      Since: stateSince?.slice(0, 10),
      Reason: stateReason,
      'Left because': leftReason,
      Topics: topics && topicNames({ topics }, await topicsIn(db))?.join(', '),
      'Paused until': pausedUntil && `${pausedUntil.slice(0, 16).replace('T', ' ')} UTC`,
      Source: [source, sourceDetail].filter(Boolean).join(': ') || undefined,
      Agreed: [imported?.agreed, imported?.agreedOn].filter(Boolean).join(', ') || undefined,
      'Wording under the form': consent,
      'Signed up on': consentPage,
    }
    return [
      {
        at: subscribedAt,
        kind: 'subscription',
        title: 'Newsletter',
        ...(name !== undefined && { name }),
        facts: Object.entries(facts).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }])),
        record: { ...subscriber },
      },
    ]
  },
  async erase(trx, email) {
    const row = await trx.selectFrom('subscribers').select('id').where('email', '=', email).executeTakeFirst()
    if (!row) return []
    await deleteDeliveries(trx, { kind: 'confirmation', subjectId: row.id })
    await deleteDeliveries(trx, { recipientId: row.id })
    await forgetRecords(trx, ['subscribers'], [row.id])
    await trx.deleteFrom('subscribers').where('id', '=', row.id).execute()
    return [{ kind: 'subscription', count: 1 }]
  },
  addresses: async (db) => (await db.selectFrom('subscribers').select('email').execute()).map(({ email }) => email),
  mentions: [{ table: 'subscribers', key: 'id', columns: ['stateReason', 'name', 'sourceDetail'] }],
}
