import type { CourseSummary } from './courses.contract.ts'

/** The day on which a course starts next; undefined once that has passed. */
export const nextStartOf = ({ startDate, upcoming }: Pick<CourseSummary, 'startDate' | 'upcoming'>) =>
  upcoming ? startDate : undefined
