import { adminFetch } from '#admin/api/admin-calls.ts'
import { people } from '#features/letters/sending/notification-data.shared.admin.ts'
import type { NotificationStatus } from '#features/letters/sending/notifications.contract.ts'

/** How a post leaves the site. */
type Way = 'unpublish' | 'trash'

/** What happens to a newsletter when its post leaves the site; undefined if it is neither on hold nor being sent. */
function endOf({ state, recipients, counts }: NotificationStatus, way: Way): string | undefined {
  if (state === 'held')
    return `Its newsletter to ${people(recipients)} has not been sent yet. ${
      way === 'trash' ? 'It is cancelled.' : 'It is on hold until the post is public again.'
    }`
  if (state !== 'sending') return undefined
  return `Its newsletter is being sent: ${counts.sent} of ${people(recipients)} have received it, and their link will lead to “not found”. ${
    way === 'trash' ? 'The others will not receive it.' : 'The others receive it once the post is public again.'
  }`
}

/**
 * Describes the effect on the newsletter of a post that leaves the site.
 * @returns undefined when there is none, or when the server does not answer, since this does not prevent anything
 */
export async function endOfNewsletter(id: string, way: Way): Promise<string | undefined> {
  const path = `/api/blogs/${id}/notification`
  const status = await adminFetch<NotificationStatus>(path, { quiet: true }).catch(() => undefined)
  return status && endOf(status, way)
}

/** The same for several posts, with their titles. */
export async function endOfNewsletters(posts: { _id: string }[], way: Way): Promise<string | undefined> {
  const answer = await adminFetch<{ notifications: NotificationStatus[] }>('/api/newsletter/notifications', {
    quiet: true,
  }).catch(() => undefined)
  const ids = new Set(posts.map(({ _id }) => _id))
  const ends = answer?.notifications.flatMap((status) => {
    const end = status.blogId !== undefined && ids.has(status.blogId) && endOf(status, way)
    return end ? [`“${status.title}”: ${end}`] : []
  })
  return ends?.join(' ') || undefined
}
