import type { Database } from '#server/database/connect.ts'
import { cohorts } from './cohorts.table.ts'

type Prices = { price: number; discountedPrice?: number | undefined }
type OwnPrices = {
  price?: number | undefined
  discountedPrice?: number | undefined
  discountUntil?: string | undefined
}

/**
 * The price of a date for someone who asks at a time, in rupees. A price of the date takes the place of the course's with its discount.
 * @param at ISO 8601 in UTC
 */
export function priceOfDate(course: Prices, { price, discountedPrice, discountUntil }: OwnPrices, at: string): number {
  const whole = price ?? course.price
  const isEarly = discountedPrice !== undefined && (discountUntil === undefined || discountUntil > at)
  const reduced = isEarly ? discountedPrice : price === undefined ? course.discountedPrice : undefined
  return reduced && reduced < whole ? reduced : whole
}

/** The days and prices of all dates, by their ids. They are few. */
export async function readDatePrices(db: Database['db']) {
  const rows = await db
    .selectFrom('cohorts')
    .select(['id', 'startsOn', 'price', 'discountedPrice', 'discountUntil'])
    .execute()
  return new Map(rows.map((row) => [row.id, cohorts.decode(row)]))
}
