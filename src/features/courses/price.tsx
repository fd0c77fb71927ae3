import { formatRupees } from '#ui/rupees.ts'
import type { CourseSummary } from './courses.contract.ts'

/** The price to pay, the price without discount, and the amount saved (0 without a discount), in rupees. */
export function coursePrice({ price, discountedPrice }: Pick<CourseSummary, 'price' | 'discountedPrice'>) {
  const discounted = discountedPrice !== undefined && discountedPrice > 0 && discountedPrice < price
  return { now: discounted ? discountedPrice : price, before: price, saved: discounted ? price - discountedPrice : 0 }
}

/** An amount as it is specified, `₹14,999.00`; paise are shown only where there are any. */
export function Rupees({ amount }: { amount: number }) {
  const [whole, paise] = formatRupees(amount).split('.')
  return (
    <>
      {whole}
      <span className={paise === '00' ? 'sr-only' : 'text-[0.7em] font-[550]'}>.{paise}</span>
    </>
  )
}

type PriceProps = { course: Pick<CourseSummary, 'price' | 'discountedPrice'>; className?: string }

/** The price to pay, with the original price struck through if there is a discount. */
export function Price({ course, className }: PriceProps) {
  const { now, before, saved } = coursePrice(course)
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 tabular-nums">
      {saved > 0 && <span className="sr-only">Discounted price </span>}
      <span className={className}>
        <Rupees amount={now} />
      </span>
      {saved > 0 && (
        <>
          <span className="sr-only"> original price </span>
          <s className="text-small text-muted">
            <Rupees amount={before} />
          </s>
        </>
      )}
    </p>
  )
}
