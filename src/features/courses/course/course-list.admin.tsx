import { adminFetch } from '#admin/api/admin-calls.ts'
import { useResource } from '#admin/api/use-act.ts'
import type { Consequence } from '#admin/dialogs/confirm.tsx'
import { inBar } from '#admin/dialogs/undo.tsx'
import { formatNumber } from '#admin/format.ts'
import { activeWords, type BulkAction, deleteAction, featureActions, publishActions } from '#admin/lists/bulk.tsx'
import type { Column } from '#admin/lists/data-table.tsx'
import {
  inReviewStatus,
  proposedStatus,
  publishedStatuses,
  type Status,
  StatusFilter,
} from '#admin/lists/filter-buttons.tsx'
import { ListScreen } from '#admin/lists/list-screen.tsx'
import { usePagedList } from '#admin/lists/list-state.ts'
import { RecordMarks, scheduleWord, ToggleBadge } from '#admin/lists/record-badges.tsx'
import { ReorderList } from '#admin/lists/reorder-list.tsx'
import { type RowAct, RowActions, useRecordActions } from '#admin/lists/row-actions.tsx'
import { RecordLink } from '#admin/lists/rows.tsx'
import { useMay } from '#admin/session/use-auth.ts'
import { formatDayOfYear, useToday } from '#admin/time.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { formatRupeesShort } from '#ui/rupees.ts'
import { hangingOnRows, seatsBooked } from '../cohorts/occupied.admin.ts'
import { courses } from '../ground/course-resource.admin.tsx'
import type { StaffCourseSummary } from '../ground/courses.contract.ts'
import { coursePrice } from '../ground/prices.contract.ts'
import { waitingList } from '../registrations/registration-words.admin.ts'

const actions: BulkAction<StaffCourseSummary>[] = [
  ...publishActions(activeWords).map((one) => (one.action === 'unpublish' ? { ...one, after: hangingOnRows } : one)),
  ...featureActions,
  deleteAction('Active ones are removed from the site immediately.', hangingOnRows),
]

export default function CourseListScreen() {
  const today = useToday()
  const list = usePagedList<StaffCourseSummary>({
    api: '/api/courses/adminCourses',
    filters: ['status', 'featured', 'dates'],
    sort: '',
  })
  const calls = useResource(courses)
  const readsContacts = useMay('readContacts')
  const byHand = list.sort?.value === 'order' && list.search.value === '' && list.filter('featured').value !== ''
  const acts = useRecordActions<StaffCourseSummary>(courses, {
    nameOf: ({ title }) => title,
    pathOf: ({ slug }) => `/courses/${slug}`,
    consequenceOf: async (course) => {
      const found = await hangingOnRows([course])
      return {
        ...found,
        detail: [course.active && 'It is removed from the site immediately.', found?.detail].filter(Boolean).join(' '),
      }
    },
  })
  return (
    <ListScreen
      {...acts}
      title="Courses"
      what="courses"
      create={{ label: 'New Course', to: '/admin/courses/new' }}
      list={list}
      filters={<StatusFilter list={list} statuses={statuses} />}
      columns={columns(calls, today)}
      summary={(course) => (
        <>
          {course.active ? scheduleWord(course) : 'Inactive · '}
          {course.featured && 'Featured · '}
          {[nextDateOf(course, today), waitingIn(course)].filter(Boolean).join(' · ') || course.category} ·{' '}
          {formatRupeesShort(coursePrice(course).now)}
        </>
      )}
      bulk={{ resource: courses, one: 'course', actions }}
      actions={
        <>
          <ButtonLink to="/admin/dates" variant="quiet" size="small" className="max-sm:-ml-3.5">
            {readsContacts ? 'Dates' : 'My dates'}
          </ButtonLink>
          <ButtonLink to="/admin/registrations" variant="quiet" size="small">
            Registrations
          </ButtonLink>
          <ButtonLink to={waitingList} variant="quiet" size="small">
            Waitlist
          </ButtonLink>
          <ButtonLink to="/admin/instructors" variant="quiet" size="small">
            Instructors
          </ButtonLink>
        </>
      }
      onOpen={byHand ? undefined : acts.onOpen}
      drawRows={byHand ? (rows) => <FeaturedOrder rows={rows} actionsOf={acts.actionsOf} /> : undefined}
    />
  )
}

const statuses: Status[] = [
  ...publishedStatuses('Active', 'Inactive'),
  inReviewStatus,
  proposedStatus,
  { value: 'featured', label: 'Featured', asks: { featured: 'true', sort: 'order' } },
  { value: 'none', label: 'No upcoming date', asks: { dates: 'none' }, rare: true },
  { value: 'waiting', label: 'With waitlist', asks: { dates: 'waiting' }, rare: true },
]

type FeaturedOrderProps = { rows: StaffCourseSummary[]; actionsOf: (row: StaffCourseSummary) => RowAct[] }

/** The featured courses in the order of the home page, which staff change by dragging. */
function FeaturedOrder({ rows, actionsOf }: FeaturedOrderProps) {
  const { act } = useResource(courses)
  const today = useToday()
  const reorder = (rows: StaffCourseSummary[]) => {
    const json = { courses: rows.map(({ _id }) => ({ _id })) }
    return act(() => adminFetch(`${courses.api}/order`, { method: 'PUT', json }), {
      failed: 'Failed to update course order',
    })
  }
  return (
    <ReorderList
      label="Featured courses"
      items={rows}
      idOf={({ _id }) => _id}
      nameOf={({ title }) => title}
      onReorder={reorder}
    >
      {(course) => (
        <>
          <div className="min-w-0 flex-1 py-1.5 md:grid md:grid-cols-[minmax(0,5fr)_minmax(0,4fr)] md:items-center md:gap-4 md:pr-3">
            <p>
              <CourseLink course={course} />
            </p>
            <p className="text-small text-muted max-md:truncate">
              {!course.active && 'Inactive · '}
              {nextDateOf(course, today) ?? course.category}
            </p>
          </div>
          <RowActions name={course.title} actions={actionsOf(course)} />
        </>
      )}
    </ReorderList>
  )
}

/** '9 Jan': the day of the next date. */
function dayOf({ nextDate, startDate = '' }: StaffCourseSummary, today: string): string | undefined {
  if (nextDate) return formatDayOfYear(nextDate.startsOn)
  return startDate >= today ? formatDayOfYear(startDate) : undefined
}

/** '9 / 12 booked' of the next date; undefined where there is no limit. */
const bookedOf = ({ nextDate }: StaffCourseSummary) => nextDate?.seats !== undefined && seatsBooked(nextDate)

const nextDateOf = (course: StaffCourseSummary, today: string) =>
  [dayOf(course, today), bookedOf(course)].filter(Boolean).join(' · ') || undefined

const waitingIn = ({ waiting = 0 }: StaffCourseSummary) => waiting > 0 && `${formatNumber(waiting)} on the waitlist`

const CourseLink = ({ course: { _id, title } }: { course: StaffCourseSummary }) => (
  <RecordLink to={`/admin/courses/edit/${_id}`}>{title}</RecordLink>
)

const columns = ({ patch }: ReturnType<typeof useResource>, today: string): Column<StaffCourseSummary>[] => {
  const toggle = (
    header: string,
    flag: 'active' | 'featured',
    labels: [string, string],
    done: [string, string],
    what: string,
  ) => ({
    header,
    cell: ({ _id, title, [flag]: on }: StaffCourseSummary) => {
      const failed = `Failed to update course ${what}`
      const set = (next: boolean, found?: Consequence) => {
        const told = `Course ${done[next ? 0 : 1]} successfully`
        const bar = found && { done: told, ...inBar(found), undo: () => set(true) }
        return patch(_id, { [flag]: next }, { done: bar ?? told, failed })
      }
      const change = async () => set(!on, flag === 'active' && on ? await hangingOnRows([{ _id }]) : undefined)
      return <ToggleBadge on={on} labels={labels} usuallyOn={flag === 'active'} name={title} onToggle={change} />
    },
  })
  return [
    {
      header: 'Title',
      sortBy: { key: 'title', ascending: 'Title, A to Z', descending: 'Title, Z to A' },
      className: 'md:min-w-40',
      cell: (course) => (
        <>
          <CourseLink course={course} />
          <RecordMarks of={course} />
          {/* Where there is no room for its column. */}
          <span className="hidden text-small text-muted max-lg:md:block">{nextDateOf(course, today)}</span>
        </>
      ),
    },
    {
      header: 'Category',
      sortBy: { key: 'category', ascending: 'Category, A to Z', descending: 'Category, Z to A' },
      className: 'max-lg:md:hidden',
      cell: ({ category }) => category,
    },
    { header: 'Level', className: 'max-xl:md:hidden', cell: ({ level }) => level },
    {
      header: 'Next date',
      className: 'max-lg:md:hidden',
      cell: (course) => (
        <span className="whitespace-nowrap tabular-nums">
          {dayOf(course, today) ?? <span className="text-muted">None</span>}
          {bookedOf(course) && <span className="block text-small text-muted">{bookedOf(course)}</span>}
          {waitingIn(course) && (
            <Link
              to={`/admin/courses/${course._id}/registrations?group=waiting`}
              className="link-quiet block w-fit text-small text-muted"
            >
              {waitingIn(course)}
            </Link>
          )}
        </span>
      ),
    },
    {
      header: 'Price',
      sortBy: { key: 'price', ascending: 'Lowest price first', descending: 'Highest price first' },
      align: 'right',
      cell: (course) => <ListPrice course={course} />,
    },
    toggle('Status', 'active', ['Active', 'Inactive'], ['activated', 'deactivated'], 'status'),
    toggle(
      'Featured',
      'featured',
      ['Featured', 'Not Featured'],
      ['added to featured', 'removed from featured'],
      'featured status',
    ),
  ]
}

function ListPrice({ course }: { course: StaffCourseSummary }) {
  const { now, before, saved } = coursePrice(course)
  return (
    <span className="whitespace-nowrap tabular-nums">
      {saved > 0 && (
        <s className="mr-1.5 text-fine text-muted">
          <span className="sr-only">Original price </span>
          {formatRupeesShort(before)}
        </s>
      )}
      {formatRupeesShort(now)}
    </span>
  )
}
