import { formatCount } from '#admin/format.ts'
import { formatTime, formatZoned } from '#admin/time.tsx'
import { type Audience, type AudienceChoices, emptyAudience } from './newsletters.contract.ts'
import type { AudienceSize } from './notifications.contract.ts'

/** An audience as the parameters of its calls and the value of a form: 'to=topics&topics=a,b'. A text, so that versions of a newsletter compare it. */
export function writeAudience(audience: Audience): string {
  const { to, ...fields } = audience
  return Object.entries<string | string[]>({ to, ...fields })
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&')
}

/** The audience of a form's value, and everyone for none. */
export function readAudience(written: string): Audience {
  const { to = 'everyone', topics, ...fields } = Object.fromEntries(new URLSearchParams(written))
  return { to, ...fields, ...(topics !== undefined && { topics: topics.split(',').filter(Boolean) }) } as Audience
}

/** The kinds of an audience, in the order of the form. */
export const audienceKinds: { to: Audience['to']; label: string; field?: string; from?: keyof AudienceChoices }[] = [
  { to: 'everyone', label: 'All subscribers' },
  { to: 'topics', label: 'Topic', field: 'topics', from: 'topics' },
  { to: 'course', label: 'Interested in a course', field: 'courseId', from: 'courses' },
  { to: 'import', label: 'Import', field: 'importId', from: 'imports' },
  { to: 'got', label: 'Received…', field: 'notificationId', from: 'newsletters' },
  { to: 'without', label: 'Did not receive…', field: 'notificationId', from: 'newsletters' },
]

/** Whether the topics or the record of an audience are chosen. */
export function isChosen(written: string): boolean {
  const { to, ...fields } = Object.fromEntries(new URLSearchParams(written))
  const field = audienceKinds.find((kind) => kind.to === to)?.field
  return field === undefined || Boolean(fields[field])
}

export const people = (count: number) => formatCount(count, 'subscriber')

/** The effect of sending a newsletter, in one sentence. @param size undefined until it is known @param sendAt ISO 8601; '' for at once */
export function consequenceOf(size: AudienceSize | undefined, sendAt: string, now: number, zone: string): string {
  if (!size) return 'Counting recipients…'
  const { subscribers, hold } = size
  if (subscribers === 0) return emptyAudience
  const isScheduled = sendAt !== '' && Date.parse(sendAt) > now
  if (isScheduled)
    return `Goes to ${people(subscribers)} on ${formatZoned(sendAt, zone)}. You can unschedule it until then.`
  if (hold === 0) return `Goes to ${people(subscribers)} now. This cannot be undone.`
  const time = formatTime(new Date(now + hold * 1_000).toISOString(), zone)
  return `Goes to ${people(subscribers)} at ${time}. You can undo until then.`
}
