import { formatNumber } from '#admin/format.ts'
import { classNames } from '#ui/class-names.ts'
import { Link } from '#ui/link.tsx'

type StatCardProps = {
  label: string
  value: number
  /** The list of the counted records; absent for roles that may not see it. */
  to?: string
  /** The change of the figure, below it. */
  news?: string
  /** The figure is being loaded. */
  pending: boolean
  /** It is in a card with its own frame. */
  bare?: boolean
}

/** A figure with its name, which links to the counted records. */
export const StatCard = ({ label, value, to, news, pending, bare }: StatCardProps) => (
  <div
    className={classNames(
      'relative flex flex-col rounded-control',
      !bare && 'border border-line bg-raised px-4 py-3.5 transition-colors',
      !bare && to !== undefined && 'hover:border-primary',
    )}
  >
    <dl className="flex flex-col-reverse">
      <dt className="text-small text-muted">
        {to === undefined ? (
          label
        ) : (
          <Link to={to} className="link-quiet link-cover">
            {label}
          </Link>
        )}
      </dt>
      <dd className="font-display text-[1.75rem] leading-tight font-[640] tracking-[-0.02em] tabular-nums">
        {pending ? <span aria-hidden="true">&nbsp;</span> : formatNumber(value)}
      </dd>
    </dl>
    {news && <p className="pt-2 text-small text-muted tabular-nums">{news}</p>}
  </div>
)
