import { adminFetch } from '#admin/api/client.ts'
import type { Question } from '#admin/dialogs/confirm.tsx'
import { people } from './notification-data.admin.tsx'
import type { NotificationStatus } from './notifications.contract.ts'

/**
 * What becomes of a newsletter that is on hold or leaving when its post is taken off the site.
 * @returns undefined when there is none, or when the server does not answer, since this does not prevent anything
 */
export async function endOfNewsletter(id: string, way: 'unpublish' | 'trash'): Promise<string | undefined> {
  const path = `/api/blogs/${id}/notification`
  const status = await adminFetch<NotificationStatus>(path, { quiet: true }).catch(() => undefined)
  if (!status) return undefined
  const { state, recipients, counts } = status
  if (state === 'held')
    return `Its newsletter to ${people(recipients)} has not left yet. ${
      way === 'trash' ? 'It is cancelled.' : 'It waits until the post is public again.'
    }`
  if (state !== 'sending') return undefined
  return `Its newsletter is leaving: ${counts.sent} of ${people(recipients)} have been told, and their link will lead to “not found”. ${
    way === 'trash' ? 'The others are not told.' : 'The others wait until the post is public again.'
  }`
}

/** The question before several posts are taken off the site, if newsletters about some of them are on hold or leaving. */
export async function endOfNewsletters(posts: { _id: string }[]): Promise<Question | undefined> {
  const answer = await adminFetch<{ notifications: NotificationStatus[] }>('/api/newsletter/notifications', {
    quiet: true,
  }).catch(() => undefined)
  const ids = new Set(posts.map(({ _id }) => _id))
  const stopped = answer?.notifications.filter(
    ({ blogId, state }) => ids.has(blogId) && (state === 'held' || state === 'sending'),
  )
  if (!stopped?.length) return undefined
  const names = stopped.map(({ title }) => `“${title}”`).join(', ')
  return {
    question: 'Take these posts off the site?',
    detail: `Newsletters are on hold or leaving for ${names}. They wait until the posts are public again.`,
    action: 'Take them off',
  }
}
