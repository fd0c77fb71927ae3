import { firstDayOf, later } from '../cohorts/timetable.ts'
import type { Demand, Wanted } from '../ground/registrations.contract.ts'

type Wanting = { wanted?: Wanted | undefined; people: number; verifiedAt?: string | undefined }

/** Counts people by the month and weekday that fit them; someone who names none of one kind takes any. @param month the present one, YYYY-MM; earlier ones are left out */
export function countDemand(all: Wanting[], month: string): Demand {
  const sum = (some: Pick<Wanting, 'people'>[]) => some.reduce((people, one) => people + one.people, 0)
  const open = all.map(({ wanted, people }) => ({
    people,
    months: wanted?.months ?? [],
    weekdays: wanted?.weekdays ?? [],
  }))
  const months = [...new Set(open.flatMap((one) => one.months))].filter((wanted) => wanted >= month).toSorted()
  const weekdays = [1, 2, 3, 4, 5, 6, 7]
  const named = open.filter((one) => one.months.length > 0 || one.weekdays.length > 0)
  const fits = (wanted: (number | string)[], one: number | string) => wanted.length === 0 || wanted.includes(one)
  return {
    people: sum(all),
    unverified: sum(all.filter(({ verifiedAt }) => verifiedAt === undefined)),
    months,
    cells: months.flatMap((one) =>
      weekdays.flatMap((weekday) => {
        const people = sum(named.filter((some) => fits(some.months, one) && fits(some.weekdays, weekday)))
        return people > 0 ? [{ month: one, weekday, people }] : []
      }),
    ),
  }
}

/** The weekday of a month that fits most people; of equal ones the earliest. Without a weekday, all days of the month fit as many. */
export function bestDemand({ months, cells }: Pick<Demand, 'months' | 'cells'>) {
  const most = Math.max(0, ...cells.map(({ people }) => people))
  const month = months.find((one) => cells.some((cell) => cell.month === one && cell.people === most))
  if (month === undefined) return undefined
  const best = cells.filter((cell) => cell.month === month && cell.people === most)
  return { month, people: most, ...(best.length < 7 && { weekday: best[0]?.weekday }) }
}

/** The first such weekday of a month that is after today; without a weekday the first day. @param today YYYY-MM-DD */
export function dayOfDemand(
  { month, weekday }: { month: string; weekday?: number | undefined },
  today: string,
): string {
  const [, from = ''] = [`${month}-01`, later(today, 1)].sort()
  return firstDayOf({ days: weekday === undefined ? [] : [weekday] }, from)
}
