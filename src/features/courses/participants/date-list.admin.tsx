import { useNavigate } from 'react-router'
import type { Column } from '#admin/lists/data-table.tsx'
import { StatusFilter } from '#admin/lists/filter-buttons.tsx'
import { ListScreen } from '#admin/lists/list-screen.tsx'
import { usePagedList } from '#admin/lists/list-state.ts'
import { StateMark } from '#admin/lists/record-badges.tsx'
import { useMay } from '#admin/session/use-auth.ts'
import { formatDate } from '#ui/date.tsx'
import { Link } from '#ui/link.tsx'
import { EmptyState } from '#ui/states.tsx'
import { marks, modes } from '../cohorts/cohort-columns.admin.tsx'
import { seatsBooked } from '../cohorts/occupied.admin.ts'
import { isOver } from '../ground/cohort-words.contract.ts'
import { dateScreen } from '../ground/course-resource.admin.tsx'
import { offerOf } from '../ground/offers.contract.ts'
import { useOutbox } from './attendance-outbox.admin.ts'
import type { ListedDate } from './date-list.contract.ts'
import { datesApi, NoDates, unnamedWords } from './date-list.shared.admin.tsx'

/** The dates that the reader teaches; all dates for those who may read registrations. */
export default function DateListScreen() {
  const readsAll = useMay('readContacts')
  const navigate = useNavigate()
  useOutbox()
  const list = usePagedList<ListedDate>({ api: datesApi, filters: ['status'] })
  return (
    <ListScreen
      title={readsAll ? 'Dates' : 'My dates'}
      what="dates"
      list={list}
      filters={<StatusFilter list={list} statuses={statuses} />}
      columns={columns}
      nameOf={(date) => `${offerOf(date).title}, ${formatDate(date.startsOn)}`}
      summary={(date) => [isOver(date) && marks[date.state].label, offerOf(date).title].filter(Boolean).join(' · ')}
      onOpen={(id) => navigate(dateScreen({ _id: id }))}
      empty={
        readsAll ? (
          <EmptyState title="No dates yet">
            <p>The dates of all courses and events appear here.</p>
          </EmptyState>
        ) : (
          <NoDates />
        )
      }
    />
  )
}

const statuses = [
  { value: '', label: 'All' },
  { value: 'upcoming', label: 'Upcoming' },
  { value: 'past', label: 'Past' },
]

const columns: Column<ListedDate>[] = [
  {
    header: 'Date',
    className: 'md:w-56',
    cell: (date) => (
      <>
        <Link to={dateScreen(date)} className="link-quiet font-[560] whitespace-nowrap">
          {formatDate(date.startsOn)}
          {date.endsOn && <span className="max-md:hidden"> – {formatDate(date.endsOn)}</span>}
        </Link>
        <span className="block text-small text-muted wrap-anywhere max-md:hidden">{date.timetable}</span>
      </>
    ),
  },
  { header: 'Course or event', cell: (date) => <span className="wrap-anywhere">{offerOf(date).title}</span> },
  {
    header: 'Location',
    className: 'md:max-xl:hidden',
    cell: ({ mode, place }) => <span className="wrap-anywhere">{place ?? modes[mode]}</span>,
  },
  { header: 'Status', cell: ({ state }) => <StateMark {...marks[state]} /> },
  {
    header: 'Seats',
    align: 'right',
    className: 'max-md:px-3!',
    cell: (date) => (
      <span className="whitespace-nowrap tabular-nums">
        {seatsBooked(date)}
        <span className="block text-small text-muted">{unnamedWords(date)}</span>
      </span>
    ),
  },
]
