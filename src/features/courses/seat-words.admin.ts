import { formatCount } from '#admin/format.ts'
import type { Cohort } from '#features/courses/cohorts/cohorts.contract.ts'

/** '9 of 12 seats taken', or '9 people' where there is no limit. */
export const seatsInWords = ({ taken, seats }: Pick<Cohort, 'taken' | 'seats'>): string =>
  seats === undefined ? formatCount(taken, 'person', 'people') : `${taken} of ${formatCount(seats, 'seat')} taken`
