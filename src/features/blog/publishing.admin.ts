import { adminFetch } from '#admin/api/admin-calls.ts'
import type { Question } from '#admin/dialogs/confirm.tsx'
import { formatCount } from '#admin/format.ts'
import { type AskedRecord, advances, type StageFields, stageOf } from '#admin/forms/form-resource.ts'
import { people, writeAudience } from '#features/newsletters/ground/newsletter-words.shared.admin.ts'
import type { Finding, PostMail } from '#features/newsletters/ground/newsletters.contract.ts'
import type { AudienceSize, NotificationStatus } from '#features/newsletters/ground/notifications.contract.ts'
import { momentPath } from '#features/newsletters/sending/notification-data.shared.admin.ts'

type PostStage = StageFields & { sendNotification?: boolean }

/** Whether a save asks for a newsletter for the first time: it takes the post towards the public, or ticks the box. @param before null for a new post */
export function asksForMail(before: PostStage | null, after: PostStage, now: number): boolean {
  if (after.sendNotification !== true || stageOf(after, now) === 'draft') return false
  return advances(before, after, now) || before?.sendNotification !== true
}

/** The question before subscribers are mailed, since a message cannot be taken back. @param audience undefined when it is unknown */
export function mailQuestion(
  after: StageFields,
  audience: AudienceSize | undefined,
  now: number,
): Question | undefined {
  const { subscribers, hold = 0 } = audience ?? {}
  if (subscribers === 0) return undefined
  const planned = stageOf(after, now) === 'scheduled'
  const whom = subscribers === undefined ? 'all subscribers' : people(subscribers)
  const action = `${planned ? 'Schedule' : 'Publish'} and email ${whom}`
  const detail = planned
    ? 'The newsletter is sent when the post appears. You can turn it off until then.'
    : hold > 0
      ? `The newsletter is sent in ${formatCount(hold, 'second')}. You can undo it until then.`
      : 'The newsletter is sent immediately. This cannot be undone.'
  return { question: `${action}?`, detail, action, harmless: true }
}

export async function askBeforeMail(
  before: AskedRecord | null,
  after: PostStage & { mail: string },
): Promise<Question | undefined> {
  const now = Date.now()
  if (!asksForMail(before, after, now) || (before && (await wasTold(before)))) return undefined
  const [audience, moment] = await Promise.all([
    quietly<AudienceSize>(`/api/newsletters/audience?${audienceOfMail(after.mail)}`),
    quietly<{ findings: Finding[] }>(momentPath({ blogId: before?._id }, after.publishAt ?? '')),
  ])
  const question = mailQuestion(after, audience, now)
  const warnings = moment?.findings.map(({ message }) => message) ?? []
  return question && { ...question, detail: [question.detail, ...warnings].join(' ') }
}

/** The question before several posts become public, if there are newsletters about them. */
export async function askBeforeMails(posts: (AskedRecord & { published: boolean })[]): Promise<Question | undefined> {
  const now = Date.now()
  const asking = posts.filter((post) => !post.published && asksForMail(post, { ...post, published: true }, now))
  const told = await Promise.all(asking.map(wasTold))
  const count = told.filter((one) => !one).length
  if (count === 0) return undefined
  const action = 'Publish and email subscribers'
  return {
    question: `${action}?`,
    detail: `The newsletters are about ${formatCount(count, 'post')}.`,
    action,
    harmless: true,
  }
}

/** Whether the newsletter about a post was sent or is under way: a post is mailed only once. */
async function wasTold({ _id }: { _id: string }): Promise<boolean> {
  const status = await quietly<NotificationStatus>(`/api/blogs/${_id}/notification`)
  return status !== undefined && !willBeSent(status)
}

/** Whether the newsletter about a post is still to come, if it has one. */
export const willBeSent = ({ state }: Pick<NotificationStatus, 'state'>) => state === 'none' || state === 'scheduled'

/** The answer of a call, or undefined when there is none, since a question prevents nothing. */
const quietly = <Answer>(path: string) => adminFetch<Answer>(path, { quiet: true }).catch(() => undefined)

/** The own texts and audience of the message as a value of the form: '' if they did not change, 'usual' where they are removed, else JSON. */
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

/** The effect on the newsletter of a post that leaves the site; undefined for none, or when the server does not answer. */
export async function endOfNewsletter(id: string, way: Way): Promise<string | undefined> {
  const status = await quietly<NotificationStatus>(`/api/blogs/${id}/notification`)
  return status && endOf(status, way)
}

/** The same for several posts, with their titles. */
export async function endOfNewsletters(posts: { _id: string }[], way: Way): Promise<string | undefined> {
  const answer = await quietly<{ notifications: NotificationStatus[] }>('/api/newsletters/notifications')
  const ids = new Set(posts.map(({ _id }) => _id))
  const ends = answer?.notifications.flatMap((status) => {
    const end = status.blogId !== undefined && ids.has(status.blogId) && endOf(status, way)
    return end ? [`“${status.title}”: ${end}`] : []
  })
  return ends?.join(' ') || undefined
}
