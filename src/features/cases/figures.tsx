import { formatDate } from '#ui/date.tsx'
import type { Figure } from './cases.contract.ts'

/** The results of a project in large figures, each with the day of its measurement. */
export const Figures = ({ figures }: { figures: Figure[] }) => (
  <dl className="divide-y divide-line border-y border-line">
    {figures.map(({ figure, name, asOf }) => (
      <div key={name} className="flex flex-col-reverse py-5">
        <dt className="mt-1.5 text-small text-muted wrap-anywhere">
          {name}
          <span className="block text-fine">{`as of ${formatDate(asOf)}`}</span>
        </dt>
        <dd className="font-display text-figure font-[640] tabular-nums wrap-anywhere">{figure}</dd>
      </div>
    ))}
  </dl>
)
