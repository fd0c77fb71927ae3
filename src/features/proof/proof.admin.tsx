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
    text: 'Projects with what they led to. On pages of their own under /work, linked from the services that they used.',
  },
  {
    many: 'testimonials',
    title: 'Testimonials',
    text: 'What clients say, with the day on which they agreed to be quoted. On Home and Services.',
  },
  {
    many: 'questions',
    title: 'Questions',
    text: 'Questions that you are asked, and your answers. On Home, Services, Courses or the page of a course.',
  },
  {
    many: 'openings',
    title: 'Openings',
    text: 'Places in your team, under /careers until the day on which they close.',
  },
]

/** What the records of all lists have; an opening has a last day. */
type Listed = { active: boolean; publishAt?: string; unpublishAt?: string; closesOn?: string }

/** The lists of what shows visitors that the company can be trusted. */
export default function ProofScreen() {
  return (
    <ListFrame title="Proof">
      <p className="text-small text-muted">What a list holds is on the site as soon as something in it is active.</p>
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
