import { formatCount } from '#admin/format.ts'
import { formatTime, formatZoned } from '#admin/time.tsx'
import type { Audience, AudienceChoices } from './newsletters.contract.ts'
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
  { to: 'everyone', label: 'Everyone' },
  { to: 'topics', label: 'Those who chose a topic', field: 'topics', from: 'topics' },
  { to: 'course', label: 'Those interested in a course', field: 'courseId', from: 'courses' },
  { to: 'import', label: 'Those of an import', field: 'importId', from: 'imports' },
  { to: 'got', label: 'Those who got a newsletter', field: 'notificationId', from: 'newsletters' },
  { to: 'without', label: 'Those who did not get a newsletter', field: 'notificationId', from: 'newsletters' },
]

/** Whether the topics or the record of an audience are chosen. */
export function isChosen(written: string): boolean {
  const { to, ...fields } = Object.fromEntries(new URLSearchParams(written))
  const field = audienceKinds.find((kind) => kind.to === to)?.field
  return field === undefined || Boolean(fields[field])
}

/** An audience in words: 'Those who chose Course dates'. @param choices undefined until they are known */
export function audienceWords(audience: Audience, choices: AudienceChoices | undefined): string {
  switch (audience.to) {
    case 'everyone':
      return 'Everyone'
    case 'topics': {
      const names = audience.topics.map((id) => choices?.topics.find((topic) => topic.id === id)?.name)
      return `Those who chose ${inWords(names.map((name) => name ?? 'a former topic')) || 'a topic'}`
    }
    case 'course':
      return `Those interested in ${choices?.courses.find(({ _id }) => _id === audience.courseId)?.title ?? 'a course'}`
    case 'import': {
      const found = choices?.imports.find(({ _id }) => _id === audience.importId)
      return `Those of the import ${found?.fileName ?? ''}`.trim()
    }
    case 'got':
    case 'without': {
      const found = choices?.newsletters.find(({ notificationId }) => notificationId === audience.notificationId)
      return `Those who ${audience.to === 'got' ? 'got' : 'did not get'} ${found ? `“${found.title}”` : 'another newsletter'}`
    }
  }
}

const inWords = (names: string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`

export const people = (count: number) => formatCount(count, 'subscriber')

/** The effect of sending a newsletter, in one sentence. @param size undefined until it is known @param sendAt ISO 8601; '' for at once */
export function consequenceOf(size: AudienceSize | undefined, sendAt: string, now: number, zone: string): string {
  if (!size) return 'The recipients are counted…'
  const { subscribers, hold } = size
  if (subscribers === 0) return 'Nobody would get this newsletter. Choose another audience.'
  const isScheduled = sendAt !== '' && Date.parse(sendAt) > now
  if (isScheduled)
    return `Goes to ${people(subscribers)} on ${formatZoned(sendAt, zone)}. You can cancel it until then.`
  if (hold === 0) return `Goes to ${people(subscribers)} at once. This cannot be undone.`
  const time = formatTime(new Date(now + hold * 1_000).toISOString(), zone)
  return `Goes to ${people(subscribers)} at ${time}. You can undo until then.`
}
