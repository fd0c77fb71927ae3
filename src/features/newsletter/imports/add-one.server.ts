import type * as z from 'zod/mini'
import { erasedAmong } from '#features/persons/erasures.shared.server.ts'
import type { Database } from '#server/database/connect.ts'
import { queueDelivery } from '#server/mail/queue.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import type { oneSubscriber } from '../ground/imports.contract.ts'
import type { SubscriberState } from '../ground/newsletter.contract.ts'
import { addSubscribers, delayForMailbox, mailboxOf } from '../subscription/subscription.shared.server.ts'
import { consentIssues } from './apply-import.server.ts'
import { readDate } from './read-date.ts'
import { firstState } from './sort-addresses.server.ts'

const known: Record<SubscriberState, string> = {
  confirmed: 'This address is a subscriber already.',
  pending: 'This address has been asked to confirm already.',
  unsubscribed: 'This address has unsubscribed, and stays so until its owner signs up again.',
  bounced: 'This address has bounced: it accepts no mail.',
}
const refused = (message: string) => new HttpError(409, message, [{ path: 'email', message }])

/**
 * Adds one address by the rules of an import: it needs a consent, and one that is known or was erased does not change.
 * @param zone the company's time zone
 * @throws HttpError 409 for an address that cannot be added, 422 without a consent
 */
export async function addOne(database: Database, given: z.infer<typeof oneSubscriber>, zone: string): Promise<void> {
  const { name, agreed, agreedOn, mode = 'confirmed' } = given
  const email = given.email.toLowerCase()
  const now = database.now()
  const issues = consentIssues({ agreed, agreedOn }, now, zone)
  if (issues.length > 0) throw new HttpError(422, issues.map(({ message }) => message).join('. '), issues)
  const mailbox = await mailboxOf(database, email)
  await database.transaction(async (trx) => {
    if ((await erasedAmong(trx, [email])).size > 0) throw refused('This address was erased on request.')
    const state = firstState({ mode }, { email })
    const consentAt = readDate(agreedOn, { zone }, Date.parse(now))
    const row = {
      email,
      name: name?.trim() || undefined,
      state,
      consentAt,
      source: 'staff',
      sourceDetail: agreed,
    } as const
    const added = await addSubscribers(trx, [{ ...row, subscribedAt: now }])
    const stored = await trx
      .selectFrom('subscribers')
      .select(['id', 'state'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    if (added === 0) throw refused(known[stored.state])
    if (state === 'pending')
      await queueDelivery(trx, 'confirmation', { subjectId: stored.id, wait: await delayForMailbox(trx, mailbox) })
  })
}
