import { writeActivity } from '#server/activity/activity.ts'
import { type Db, nowIn, type Transaction } from '#server/database/connect.ts'
import { isOneOf } from '#server/database/dialect.ts'
import { toColleague } from '#server/mail/mail-kind.ts'
import { queueDelivery } from '#server/mail/queue.ts'
import { day } from '#server/security/counters.ts'
import { hostOf } from './hooks.contract.ts'

const restored = 'Paused after a restore'

/** Settles what waits for webhooks that are off: they get no event of that time. */
export async function skipWaiting(trx: Transaction, hookIds: string[], reason: string): Promise<void> {
  await trx
    .updateTable('deliveries')
    .set({ state: 'skipped', reason, payload: null, settledAt: nowIn(trx) })
    .where('kind', '=', 'hook')
    .where('state', '=', 'waiting')
    .where(
      'subjectId',
      'in',
      trx
        .selectFrom('hookDeliveries')
        .select('id')
        .where(isOneOf(trx, 'hookId', hookIds)),
    )
    .execute()
}

/**
 * Switches a webhook off, since it can receive nothing, and tells the owners.
 * @returns whether it was on
 */
export async function switchOff(trx: Transaction, id: string, reason: string): Promise<boolean> {
  const row = await trx
    .updateTable('hooks')
    .set((hook) => ({
      active: false,
      offReason: reason,
      version: hook('version', '+', 1),
      updatedAt: nowIn(trx),
      updatedBy: null,
    }))
    .where('id', '=', id)
    .where('active', '=', true)
    .returning('url')
    .executeTakeFirst()
  if (!row) return false
  await skipWaiting(trx, [id], 'The webhook was switched off')
  const about = { entity: 'hooks', recordId: id, recordName: hostOf(row.url) }
  await writeActivity({ db: trx }, { kind: 'change', what: `Webhook switched off: ${reason}`, ...about })
  const owners = trx.selectFrom('users').select('id').where('role', '=', 'owner').where('active', '=', true)
  for (const { id: recipientId } of await owners.execute())
    await queueDelivery(trx, 'hookOff', { subjectId: id, recipientId, payload: { host: hostOf(row.url), reason } })
  return true
}

declare module '#server/mail/deliveries.table.ts' {
  interface DeliveryKinds {
    /** Its subject is the webhook, its recipient the owner. */
    hookOff: { host: string; reason: string }
  }
}

export const hookOff = toColleague<'hookOff'>(
  7 * day,
  async ({ database, site, render }, { subjectId = '', payload }, to) => {
    if (to.role !== 'owner') return { skip: 'Is no longer an owner' }
    const hook = await database.db.selectFrom('hooks').select('active').where('id', '=', subjectId).executeTakeFirst()
    if (!hook) return { skip: 'The webhook was deleted' }
    if (hook.active) return { skip: 'The webhook is on again' }
    const { company, publicUrl } = await site.now()
    const { host, reason } = payload
    const title = `The webhook to ${host} is off`
    const rendered = await render('AccountMessage', {
      company,
      name: to.name,
      title,
      preheader: `${reason}.`,
      paragraphs: [
        `${reason}. It gets no more events until you turn it on again.`,
        'Its log has the answers of the last 30 days. Events that did not arrive can be sent again from there.',
      ],
      button: 'Open webhooks',
      url: `${publicUrl}/#/admin/connections/hooks`,
    })
    return { subject: `${title} (${company.brand})`, ...rendered }
  },
)

/**
 * Switches all webhooks off after a restore. What waited when the backup was made may have been sent since, and a copy of the site for a try must
 * not tell other programs of its events.
 * @returns how many
 */
export async function pauseHooks(trx: Transaction): Promise<number> {
  const rows = await trx
    .updateTable('hooks')
    .set({ active: false, offReason: restored })
    .where('active', '=', true)
    .returning('id')
    .execute()
  await skipWaiting(
    trx,
    rows.map(({ id }) => id),
    restored,
  )
  return rows.length
}

/** A sentence for each webhook that the program has switched off. */
export async function hooksOff(db: Db): Promise<string[]> {
  const rows = db.selectFrom('hooks').select(['url', 'offReason']).where('offReason', 'is not', null)
  return (await rows.orderBy('createdAt').execute()).map(
    ({ url, offReason }) => `The webhook to ${hostOf(url)} is off. ${offReason}.`,
  )
}
