import { useQuery } from '@tanstack/react-query'
import { adminQuery } from '#admin/api/queries.ts'
import { asFigure, type DeskFigures, inWords } from '#features/contact/desk/desk-figures.contract.ts'

/** Offers the true time of an answer for the promise of the site. @param onUse receives the end of "We answer within …" */
export function MedianOffer({ value, onUse }: { value: string; onUse: (text: string) => void }) {
  const { data } = useQuery(adminQuery<DeskFigures>('/api/contact/figures'))
  if (data?.median === undefined) return null
  const text = `${inWords(data.median)} of office time, the median of 90 days`
  if (value === text) return null
  return (
    <p className="mt-1.5 text-small text-muted">
      Your median of 90 days is {asFigure(data.median)}.{' '}
      <button type="button" className="link" onClick={() => onUse(text)}>
        Use it
      </button>
    </p>
  )
}
