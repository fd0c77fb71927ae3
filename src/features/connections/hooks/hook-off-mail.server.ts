import { toColleague } from '#server/mail/mail-kind.ts'
import { day } from '#server/security/counters.ts'

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
