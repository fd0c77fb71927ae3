import { apiQuery, listPath } from '#web/api-query.ts'
import type { LinkPurpose, SubscriptionLink } from './newsletter.contract.ts'

/** The state of the subscription that a link is for; null for an invalid link. */
export const subscriptionLinkQuery = (purpose: LinkPurpose, token: string) =>
  apiQuery<SubscriptionLink | null>(listPath('/api/newsletter/subscription', { purpose, token: token || '-' }))
