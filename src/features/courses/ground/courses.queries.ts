import { lookup } from '#contract/lookup.ts'
import { formatDate } from '#ui/date.tsx'
import { apiQuery } from '#web/api-query.ts'
import { nextCohort, takesPeople } from './cohort-words.contract.ts'
import type { PublicCohort } from './cohorts.contract.ts'
import type { Course, CourseSummary, EndedCourse } from './courses.contract.ts'
import type { RegistrationKind } from './registration-words.contract.ts'

/** A course as pages load it: without the syllabus as typed, only rendered. */
export type ShownCourse = Omit<Course, 'syllabus'>

/** A course that visitors can ask for. */
export type AskedCourse = Pick<ShownCourse, '_id' | 'slug' | 'cohorts'> | EndedCourse

/** The course, or the event of a page, that someone asks for. */
export type Asked = {
  form: 'course' | 'event'
  /** The address to which the form is sent, which shows its answer. */
  action: string
  /** The ids of what is asked for. */
  hidden: Record<string, string>
  /** The first day of the date, YYYY-MM-DD. */
  startsOn?: string | undefined
}

/** An active course by its current slug, a former one or its id; one that was public, or null. */
export const courseQuery = (slug: string) =>
  apiQuery<ShownCourse | EndedCourse | null>(`/api/courses/${encodeURIComponent(slug)}`, { omit: ['syllabus'] })

/** The dates that take people, also on a waitlist, the next one first. */
export const openCohorts = ({ cohorts = [] }: Pick<CourseSummary, 'cohorts'>): PublicCohort[] =>
  cohorts.filter(({ state }) => takesPeople.includes(state))

/** The date with which lists show a course. */
export const shownCohort = ({ cohorts = [] }: Pick<CourseSummary, 'cohorts'>) => nextCohort(cohorts)

/** '6 Dec is full', where dates before the one of the lists are; undefined without one. */
export function fullBefore(course: Pick<CourseSummary, 'cohorts'>): string | undefined {
  const next = shownCohort(course)
  const all = openCohorts(course)
  const [first, ...others] = next ? all.slice(0, all.indexOf(next)) : []
  if (!first) return undefined
  return others.length > 0 ? 'earlier dates are full' : `${formatDate(first.startsOn).replace(/ \d+$/, '')} is full`
}

/** Says how few seats a date has; undefined for one with enough. */
export const seatsText = ({ state, seatsLeft }: PublicCohort): string | undefined =>
  state === 'full'
    ? 'Full · waitlist'
    : seatsLeft === undefined
      ? undefined
      : `${seatsLeft} seat${seatsLeft > 1 ? 's' : ''} left`

/** The address at which the page of a course has the form for a request. */
export const askAddress = (slug: string, ask: RegistrationKind, date = '') =>
  `/courses/${slug}?ask=${ask}${date && `&date=${date}`}#ask`

const kinds: Record<RegistrationKind, true> = { enrol: true, waitlist: true, nextDate: true, question: true }
/** The kind of request that an address names; null for none. */
export const kindOf = (value: string | null) => (lookup(kinds, value) ? (value as RegistrationKind) : null)

/** Marks a link to the enrollment page: the boot script counts its presses. */
export const enrollGoal = (courseId: string) => ({ 'data-goal': 'enrol', 'data-subject': `courses/${courseId}` })

/** The button of a date, or of a course that has none which takes people. */
export const enrollLabel = (date: PublicCohort | undefined) =>
  date ? (date.state === 'full' ? 'Join the waitlist' : 'Enroll Now') : 'Notify me'
