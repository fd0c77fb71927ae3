/** How the people of a date meet: online, in one place, or some here and some there. Apart from the schemas, so that pages load no validator. */
export const cohortModes = ['online', 'place', 'both'] as const
/** Where Enroll Now leads: to a page of the company's choice, or to a request here. */
export const enrollWays = ['link', 'request'] as const
export const gstWords = { included: 'Prices include 18 % GST', plus: 'plus 18 % GST' } as const
export const gstLines = Object.keys(gstWords) as (keyof typeof gstWords)[]
/** The reminders that a new date begins with, in days before it. */
export const usualReminders = [7, 1]
/** The days of a week in texts, from Monday, which is 1. */
export const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** The states of a date, of which the first that applies is shown. */
export const cohortStates = ['cancelled', 'past', 'running', 'closed', 'full', 'few', 'open'] as const
export type CohortState = (typeof cohortStates)[number]

export const hasFreeSeats: CohortState[] = ['open', 'few']
/** The states in which a date takes people, also on its waitlist. */
export const takesPeople: CohortState[] = [...hasFreeSeats, 'full']
/** The states in which a date does not take place any more, or did. */
export const overStates: CohortState[] = ['cancelled', 'past']
export const isOver = ({ state }: { state: CohortState }): boolean => overStates.includes(state)

/** The id of the course or the page to which a date or a registration belongs. */
export const offerIdOf = ({ courseId, pageId }: { courseId?: string | undefined; pageId?: string | undefined }) =>
  courseId ?? pageId ?? ''

/** The date with which a course is listed: the next one with a free seat, or else the next full one. @param dates in the order of their start */
export const nextCohort = <Dated extends { state: CohortState }>(dates: Dated[]): Dated | undefined =>
  dates.find(({ state }) => hasFreeSeats.includes(state)) ?? dates.find(({ state }) => takesPeople.includes(state))
