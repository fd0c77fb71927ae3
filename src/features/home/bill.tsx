import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { numberIn, rowsOf } from '#contract/rows.ts'
import { serviceCasesQuery } from '#features/cases/cases.queries.ts'
import { Link } from '#ui/link.tsx'
import { formatRupeesShort } from '#ui/rupees.ts'

/** The stylesheet knows so many lines. */
const mostLines = 5

/**
 * A bill of a month. A press strikes a line out, and the sum follows; the stylesheet adds up, so that it needs no script. It counts in thousand
 * rupees. At first the largest line is struck out.
 */
export function Bill({ of }: { of: string }) {
  const lines = rowsOf(of)
    .slice(0, mostLines)
    .map(([name, owner, amount]) => ({ name, owner, amount: Math.round(numberIn(amount) / 1_000) }))
  const whole = lines.reduce((sum, { amount }) => sum + amount, 0)
  const largest = Math.max(...lines.map(({ amount }) => amount))
  const amounts = lines.map(({ amount }, place) => [`--line-${place + 1}`, amount])
  return (
    <fieldset className="bill" style={{ '--whole': whole, ...Object.fromEntries(amounts) } as CSSProperties}>
      <legend className="sr-only">A monthly bill. Strike out lines to see the total of the others.</legend>
      {lines.map(({ name, owner, amount }) => (
        <label key={name}>
          <input type="checkbox" className="sr-only" defaultChecked={amount === largest} />
          <span className="sr-only">Strike out </span>
          <span>{name}</span>
          <span className="sr-only">, owner: </span>
          <span>{owner}</span>
          <span className="amount">{formatRupeesShort(amount * 1_000)}</span>
          <span className="sr-only">{`, ${Math.round((amount / whole) * 100)} % of the bill`}</span>
        </label>
      ))}
      <p className="bill-sum">Total</p>
    </fieldset>
  )
}

/** A result of a case study that is about a lower bill. */
const lower = ({ figure, name }: { figure: string; name: string }) =>
  /^[−–-].*%/.test(figure) && /\b(bill|costs?|spend)/i.test(name)

/** A client whose bill became lower, with the case study. */
export function LowerBill() {
  const found = useQuery(serviceCasesQuery()).data?.find(({ figures }) => figures.some(lower))
  if (!found) return null
  return (
    <Link to={`/work/${found.slug}`} className="link whitespace-nowrap">
      {`${found.figures.find(lower)?.figure} at ${found.client}`}
    </Link>
  )
}
