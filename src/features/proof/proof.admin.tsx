import { useQuery } from '@tanstack/react-query'
import { adminQuery } from '#admin/api/queries.ts'
import { formatNumber } from '#admin/format.ts'
import { ListFrame } from '#admin/lists/list-frame.tsx'
import { isOutsideSchedule } from '#admin/lists/record-badges.tsx'
import type { AdminScreen, ScreenSummary } from '#admin/shell/screen.ts'
import { useToday } from '#admin/use-time-zone.ts'
import { Link } from '#ui/link.tsx'

/** The common fields of all lists; an opening also has a last day. */
type Listed = { active: boolean; publishAt?: string; unpublishAt?: string; closesOn?: string }

/** Introduces the lists of case studies, testimonials and the like, each with its number of active items. */
export const References = ({ lists }: { lists: AdminScreen[] }) => (
  <ListFrame title="References">
    <p className="text-small text-muted">A list appears on the site once one of its items is active.</p>
    <ul className="mt-4 divide-y divide-line border-y border-line">
      {lists.map(({ path, summary }) => summary && <List key={path} path={path} {...summary} />)}
    </ul>
  </ListFrame>
)

function List({ path, title, text }: { path: string } & ScreenSummary) {
  const { data } = useQuery(adminQuery<Listed[]>(path.replace('/admin/', '/api/')))
  const today = useToday()
  const isShown = (record: Listed) =>
    record.active && !isOutsideSchedule(record) && (record.closesOn === undefined || record.closesOn >= today)
  const shown = data?.filter(isShown).length ?? 0
  return (
    <li className="relative flex flex-wrap items-baseline gap-x-6 gap-y-1 py-4 hover:bg-sunken sm:flex-nowrap">
      <Link to={path} className="link-cover link-quiet w-36 shrink-0 text-h3 font-[560]">
        {title}
      </Link>
      <p className="grow text-small text-muted max-sm:order-last max-sm:w-full">{text}</p>
      <p className="shrink-0 text-small tabular-nums">
        {data && (data.length === 0 ? 'None yet' : `${formatNumber(shown)} of ${formatNumber(data.length)} active`)}
      </p>
    </li>
  )
}
