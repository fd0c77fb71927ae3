import type { Place } from '#admin/shell/finder/places.ts'
import { formatMonth, formatZoned } from '#admin/time.tsx'
import { weekdays } from '../ground/cohort-words.contract.ts'
import { type RegistrationState, statusName } from '../ground/registration-words.contract.ts'
import type { Registration } from '../ground/registrations.contract.ts'

/** The tabs of registrations, each with its address in the list of all courses, which the finder names. */
export const groups = Object.entries({
  '': 'All',
  enrollments: 'Enrollments',
  waiting: 'Waitlist',
  interested: 'Interested',
}).map(([value, label]) => ({ value, label, asks: { group: value } }))
export const waitingList = '/admin/registrations?group=waiting'
export const groupPlaces: Place[] = [
  { to: '/admin/registrations?group=enrollments', label: 'Registrations: enrollments', kind: 'list' },
  { to: waitingList, label: 'Registrations: waitlist', kind: 'list' },
  { to: '/admin/registrations?group=interested', label: 'Registrations: interested', kind: 'list' },
]

type Mark = { label: string; tone?: 'amber' | 'plain' | 'red' | 'teal' | undefined }

/** The usual states have no tone. */
const tones: Partial<Record<RegistrationState, Mark['tone']>> = {
  new: 'amber',
  declined: 'plain',
  waiting: 'amber',
  offered: 'teal',
  lapsed: 'red',
  withdrawn: 'plain',
}

/** The status of a registration. Contacts has that of a question. */
export function markOf(registration: Pick<Registration, 'kind' | 'state' | 'cohort' | 'verifiedAt'>): Mark {
  const { kind, state, cohort, verifiedAt } = registration
  if (kind === 'question') return { label: 'In Contacts', tone: 'plain' }
  const label = statusName(state, cohort !== undefined)
  if (label === 'Interested') return { label }
  // Before the email is confirmed, nothing is to be done.
  const isOpen = state === 'new' || state === 'waiting'
  return { label, tone: isOpen && verifiedAt === undefined ? 'plain' : tones[state] }
}

const suffixes: Record<string, string> = { one: 'st', two: 'nd', few: 'rd' }
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })
const ordinal = (place: number) => `${place}${suffixes[ordinals.select(place)] ?? 'th'}`

/** The addition to the state: '2nd in line', 'until Tue 24 Nov, 10:00 IST'. */
export function stateDetail(registration: Registration, zone: string): string {
  const { state, place, people, offeredPeople, offeredUntil } = registration
  const isOffered = state === 'offered'
  return [
    isOffered && offeredPeople !== undefined && offeredPeople < people && `${offeredPeople} of ${people} seats`,
    isOffered && offeredUntil && `until ${formatZoned(offeredUntil, zone)}`,
    state === 'waiting' && place !== undefined && `${ordinal(place)} in line`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** The months and days that someone wants: 'Sat, Sun in Feb, Mar 2027'; empty without one. */
export function wantedLine({ wanted }: Pick<Registration, 'wanted'>): string {
  const byYear = Map.groupBy(wanted?.months ?? [], (month) => month.slice(0, 4))
  const months = [...byYear].map(([year, some]) => `${some.map(formatMonth).join(', ')} ${year}`)
  const days = (wanted?.weekdays ?? []).map((day) => weekdays[day - 1])
  return [days.join(', '), months.join(', ')].filter(Boolean).join(' in ')
}
