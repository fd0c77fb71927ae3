import { apiQuery, listPath } from '#web/api-query.ts'
import type { LinkPurpose, SubscriptionLink } from './newsletter.contract.ts'

/** How things stand for whoever holds a link; null for a link that we never wrote. */
export const subscriptionLinkQuery = (purpose: LinkPurpose, token: string) =>
  apiQuery<SubscriptionLink | null>(listPath('/api/newsletter/subscription', { purpose, token: token || '-' }))
