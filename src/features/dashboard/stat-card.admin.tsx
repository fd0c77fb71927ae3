import { formatNumber } from '#admin/format.ts'

type StatCardProps = {
  label: string
  value: number
  /** The change of the figure, below it. */
  news?: string
  /** The figure is being loaded. */
  pending: boolean
}

/** A figure with its name. */
export const StatCard = ({ label, value, news, pending }: StatCardProps) => (
  <div className="flex flex-col rounded-control border border-line bg-raised px-4 py-3.5">
    <dl className="flex flex-col-reverse">
      <dt className="text-small text-muted">{label}</dt>
      <dd className="font-display text-[1.75rem] leading-tight font-[640] tracking-[-0.02em] tabular-nums">
        {pending ? <span aria-hidden="true">&nbsp;</span> : formatNumber(value)}
      </dd>
    </dl>
    {news && <p className="mt-auto pt-2 text-small text-muted tabular-nums">{news}</p>}
  </div>
)
