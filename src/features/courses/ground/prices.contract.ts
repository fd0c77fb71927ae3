/** Apart from the schemas, so that pages load no validator. */
export type Prices = { price: number; discountedPrice?: number | undefined }
type CohortPrices = { [Name in keyof Prices]?: Prices[Name] | undefined } & { discountUntil?: string | undefined }

/** The price to pay, the price without discount, and the amount saved (0 without a discount), in rupees. */
export function coursePrice({ price, discountedPrice }: Prices) {
  const discounted = discountedPrice !== undefined && discountedPrice > 0 && discountedPrice < price
  return { now: discounted ? discountedPrice : price, before: price, saved: discounted ? price - discountedPrice : 0 }
}

/** The prices of a date: its own, which take the place of the course's with its discount, or else those of the course. */
export const priced = ({ price, discountedPrice }: Prices, date: CohortPrices | undefined): Prices => ({
  price: date?.price ?? price,
  discountedPrice: date?.discountedPrice ?? (date?.price === undefined ? discountedPrice : undefined),
})

/** The price of a date for someone who asks at a time, in rupees. @param at ISO 8601 in UTC */
export function priceOfCohort(course: Prices, { discountUntil, ...date }: CohortPrices, at: string): number {
  const isEarly = discountUntil === undefined || discountUntil > at
  return coursePrice(priced(course, isEarly ? date : { price: date.price })).now
}
