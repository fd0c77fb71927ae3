import { formatCount } from '#admin/format.ts'
import type { Cohort } from './cohorts.contract.ts'

type Seats = Pick<Cohort, 'taken' | 'seats'>

/** '9 of 12 taken' in a column of seats, or '9 taken' where there is no limit. */
export const seatsInColumn = ({ taken, seats }: Seats): string =>
  seats === undefined ? `${taken} taken` : `${taken} of ${seats} taken`

/** '9 of 12 seats taken', or '9 people' where there is no limit. */
export const seatsInWords = ({ taken, seats }: Seats): string =>
  seats === undefined ? formatCount(taken, 'person', 'people') : `${taken} of ${formatCount(seats, 'seat')} taken`
