import { withDetails } from '#contract/company.ts'
import { automatic, type MailKind } from '#server/mail/mail-kind.ts'
import { listHeaders, reasonToSkip } from '../ground/subscribers.shared.server.ts'
import { subscriptionSettings } from '../ground/subscription-settings.contract.ts'
import { findSubscriber, markBounced } from './subscription.shared.server.ts'
import { confirmDays, confirmUrl, preferencesUrl, unsubscribeUrl } from './subscription-links.shared.server.ts'

declare module '#server/mail/deliveries.table.ts' {
  interface DeliveryKinds {
    /** Its subject is the subscriber. */
    confirmation: undefined
    /** The email to a new subscriber, who is its recipient. */
    welcome: undefined
  }
}

export const confirmation: MailKind<'confirmation'> = ({ database, site, render }) => ({
  async compose({ subjectId = '' }) {
    const row = await findSubscriber(database.db, { id: subjectId })
    if (!row) return { skip: 'Removed' }
    if (row.state === 'confirmed') return { skip: 'Already confirmed' }
    const { company, publicUrl } = await site.now()
    const rendered = await render('Confirmation', {
      company,
      days: confirmDays,
      confirmUrl: await confirmUrl(database, publicUrl, subjectId),
    })
    const replyTo = { name: company.brand, address: company.email }
    const subject = `Confirm your subscription to the ${company.brand} newsletter`
    return { message: { to: row.email, subject, replyTo, headers: automatic, ...rendered } }
  },
  refused: (trx, { subjectId = '' }, reason) => markBounced(trx, subjectId, reason),
})

export const welcome: MailKind<'welcome'> = ({ database, site, render }) => ({
  async compose({ recipientId = '' }) {
    const row = await findSubscriber(database.db, { id: recipientId })
    if (!row) return { skip: 'Removed' }
    const skip = reasonToSkip(row, database.now())
    if (skip) return { skip }
    const settings = await site.now()
    const { company, publicUrl } = settings
    const { welcomeSubject, welcomeText } = subscriptionSettings.of(settings)
    const [preferences, unsubscribe] = await Promise.all([
      preferencesUrl(database, publicUrl, recipientId),
      unsubscribeUrl(database, publicUrl, recipientId),
    ])
    const subject = withDetails(welcomeSubject, company)
    const paragraphs = withDetails(welcomeText, company).split(/\n\s*\n/)
    const rendered = await render('Welcome', { company, subject, paragraphs, links: { preferences, unsubscribe } })
    const replyTo = { name: company.brand, address: company.email }
    return {
      message: { to: row.email, subject, replyTo, headers: listHeaders(company, unsubscribe), ...rendered },
    }
  },
  refused: (trx, { recipientId = '' }, reason) => markBounced(trx, recipientId, reason),
})
