type StatCardProps = {
  label: string
  value: number
  /** The figure is on its way. */
  pending: boolean
}

/** One figure with its name. */
export const StatCard = ({ label, value, pending }: StatCardProps) => (
  <dl className="flex flex-col-reverse justify-end rounded-control border border-line bg-raised px-4 py-3.5">
    <dt className="text-small text-muted">{label}</dt>
    <dd className="font-display text-[1.75rem] leading-tight font-[640] tracking-[-0.02em] tabular-nums">
      {pending ? <span aria-hidden="true"> </span> : value.toLocaleString('en-IN')}
    </dd>
  </dl>
)
