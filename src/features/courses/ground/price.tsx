import { formatRupees } from '#ui/rupees.ts'
import { coursePrice, type Prices } from './prices.contract.ts'

/** The price to pay in large, and the amount saved. @param until the end of the discount, in words */
export function LargePrice({ course, until }: { course: Prices; until?: string | undefined }) {
  const { saved } = coursePrice(course)
  return (
    <>
      <Price course={course} className="font-display text-h2 font-[640]" />
      {saved > 0 && (
        <p className="mt-1 text-small font-[560] text-success">
          Save <Rupees amount={saved} />
          {until && ` until ${until}`}
        </p>
      )}
    </>
  )
}

/** An amount as it is specified, `₹14,999.00`; paise are shown only where there are any. */
function Rupees({ amount }: { amount: number }) {
  const [whole, paise] = formatRupees(amount).split('.')
  return (
    <>
      {whole}
      <span className={paise === '00' ? 'sr-only' : 'text-[0.7em] font-[550]'}>.{paise}</span>
    </>
  )
}

/** The price to pay, with the original price struck through if there is a discount. */
export function Price({ course, className }: { course: Prices; className?: string }) {
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
