import { useQuery } from '@tanstack/react-query'
import { adminQuery } from '#admin/api/queries.ts'
import { formatNumber } from '#admin/format.ts'
import { ListFrame } from '#admin/lists/list-frame.tsx'
import { isOutsideSchedule } from '#admin/lists/schedule-badge.tsx'
import { useToday } from '#admin/use-time-zone.ts'
import { Link } from '#ui/link.tsx'

const kinds = [
  {
    many: 'cases',
    title: 'Case studies',
    text: 'Projects and their results. Each has its own page under /work, with links from the services used.',
  },
  {
    many: 'testimonials',
    title: 'Testimonials',
    text: 'Quotes from clients who agreed to them. On Home and Services.',
  },
  {
    many: 'questions',
    title: 'Questions',
    text: 'Frequent questions and your answers. On Home, Services, Courses or the page of a course.',
  },
  {
    many: 'openings',
    title: 'Openings',
    text: 'Open positions, under /careers until their closing day.',
  },
]

/** What the records of all lists have; an opening has a last day. */
type Listed = { active: boolean; publishAt?: string; unpublishAt?: string; closesOn?: string }

/** The lists of what shows visitors that the company can be trusted. */
export default function ProofScreen() {
  return (
    <ListFrame title="References">
      <p className="text-small text-muted">A list appears on the site once one of its items is active.</p>
      <ul className="mt-4 divide-y divide-line border-y border-line">
        {kinds.map((kind) => (
          <Kind key={kind.many} {...kind} />
        ))}
      </ul>
    </ListFrame>
  )
}

function Kind({ many, title, text }: (typeof kinds)[number]) {
  const { data } = useQuery(adminQuery<Listed[]>(`/api/${many}`))
  const today = useToday()
  const isShown = (record: Listed) =>
    record.active && !isOutsideSchedule(record) && (record.closesOn === undefined || record.closesOn >= today)
  const shown = data?.filter(isShown).length ?? 0
  return (
    <li className="relative flex flex-wrap items-baseline gap-x-6 gap-y-1 py-4 hover:bg-sunken sm:flex-nowrap">
      <Link to={`/admin/${many}`} className="link-cover link-quiet w-36 shrink-0 text-h3 font-[560]">
        {title}
      </Link>
      <p className="grow text-small text-muted max-sm:order-last max-sm:w-full">{text}</p>
      <p className="shrink-0 text-small tabular-nums">
        {data && (data.length === 0 ? 'None yet' : `${formatNumber(shown)} of ${formatNumber(data.length)} active`)}
      </p>
    </li>
  )
}
