import { adminFetch } from '#admin/api/admin-calls.ts'
import type { ReviewedRecord } from '#admin/forms/form-resource.ts'
import { formatTime, formatZoned } from '#admin/zoned-time.ts'
import { writeAudience } from '#features/letters/letter-words.shared.admin.ts'
import type { PostMail } from '#features/letters/letters.contract.ts'
import { people } from '#features/letters/sending/notification-data.shared.admin.ts'
import type { AudienceSize, NotificationStatus } from '#features/letters/sending/notifications.contract.ts'

/** The steps of a post towards the public, in their order. */
const stages = ['draft', 'planned', 'public'] as const

/** A post whose time is over is public to no one, like a draft. */
function stageOf({ published, publishAt = '', unpublishAt = '' }: ReviewedRecord, now: number) {
  if (!published || (unpublishAt !== '' && Date.parse(unpublishAt) <= now)) return 'draft'
  return publishAt !== '' && Date.parse(publishAt) > now ? 'planned' : 'public'
}

/**
 * Whether a save takes a post a step towards the public, or asks for a newsletter about a public one.
 * @param before the stored post, or null for a new one
 */
export function becomesPublic(before: ReviewedRecord | null, after: ReviewedRecord, now: number): boolean {
  const stage = stageOf(after, now)
  if (stage === 'draft') return false
  const was = before ? stageOf(before, now) : 'draft'
  const asks = after.sendNotification === true && before?.sendNotification !== true
  return stages.indexOf(stage) > stages.indexOf(was) || asks
}

type Saved = {
  before: ReviewedRecord | null
  after: ReviewedRecord
  /** Whether the save asks for a newsletter that has not been sent. */
  mails: boolean
  /** Undefined until it is known. */
  audience: AudienceSize | undefined
}

/** The consequence of a save in one sentence. @param zone the company's time zone */
export function consequenceOf({ before, after, mails, audience }: Saved, now: number, zone: string): string {
  const { publishAt = '' } = after
  const planned = stageOf(after, now) === 'planned'
  const appears = planned
    ? `Appears on ${formatZoned(publishAt, zone)}`
    : before && stageOf(before, now) === 'public'
      ? 'Is public already'
      : 'Appears now'
  if (!mails) return `${appears}. Subscribers are not notified.`
  if (!audience) return `${appears} and goes to all subscribers.`
  const { subscribers, hold } = audience
  if (subscribers === 0) return `${appears}. There are no subscribers to notify.`
  const sent = (planned ? Date.parse(publishAt) : now) + hold * 1_000
  const time = hold > 0 || planned ? `at ${formatTime(new Date(sent).toISOString(), zone)}` : 'at once'
  const undo = hold > 0 || planned ? 'You can undo until then.' : 'This cannot be undone.'
  return `${appears} and goes to ${people(subscribers)} ${time}. ${undo}`
}

/**
 * How the message about a post differs from the usual one, as a value of the form: '' where nothing was changed, 'usual' where that is taken back,
 * else JSON.
 */
export const readMail = (value: string): PostMail | null | undefined =>
  value === '' ? undefined : value === 'usual' ? null : JSON.parse(value)

/** @param back the value without a difference: '' for a post that has stored none, else 'usual' */
export function writeMail(mail: PostMail, back: '' | 'usual'): string {
  const differs = Object.entries(mail).filter(([, value]) => Boolean(value))
  return differs.length === 0 ? back : JSON.stringify(Object.fromEntries(differs))
}

/** The audience of the message as parameters of its calls, '' for the usual one. */
export function audienceOfMail(value: string): string {
  const audience = readMail(value)?.audience
  return audience ? writeAudience(audience) : ''
}

/** How a post leaves the site. */
type Way = 'unpublish' | 'trash'

/** The effect on a newsletter when its post leaves the site; undefined if it is neither on hold nor being sent. */
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
