import type { CohortState } from './cohorts.contract.ts'

/** The states in which a date has free seats. */
export const hasFreeSeats: CohortState[] = ['open', 'few']
/** The states in which a date takes people, also on its waiting list. */
export const takesPeople: CohortState[] = [...hasFreeSeats, 'full']
/** The states in which a date does not take place any more, or did. */
export const overStates: CohortState[] = ['cancelled', 'past']
export const isOver = ({ state }: { state: CohortState }): boolean => overStates.includes(state)

/**
 * The date with which a course is listed: the next one that has a free seat. Only if all are full is it the next full one. Pages and the API both
 * ask here. @param dates in the order of their start
 */
export const nextDate = <Dated extends { state: CohortState }>(dates: Dated[]): Dated | undefined =>
  dates.find(({ state }) => hasFreeSeats.includes(state)) ?? dates.find(({ state }) => takesPeople.includes(state))
