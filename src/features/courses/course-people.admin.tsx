import { useQueries, useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { adminPageQuery, adminQuery } from '#admin/api/queries.ts'
import { ExportButton } from '#admin/lists/export-button.tsx'
import { FilterButtons } from '#admin/lists/filter-buttons.tsx'
import { ListFrame } from '#admin/lists/list-frame.tsx'
import { PagedRows, usePagedList } from '#admin/lists/paged-list.tsx'
import { useRecordTitle } from '#admin/shell/breadcrumb.tsx'
import { formatDate } from '#ui/date.tsx'
import { Select } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { listPath } from '#web/api-query.ts'
import type { Cohort } from './cohorts/cohorts.contract.ts'
import { DateNotices } from './cohorts/notice-dialog.admin.tsx'
import type { StaffCourse } from './courses.contract.ts'
import type { CourseRequest } from './requests/course-requests.contract.ts'
import { PeopleTable, useRequestKeys } from './requests/people-table.admin.tsx'
import { useRequests } from './requests/use-requests.admin.tsx'
import { WishDrawing } from './requests/wish-drawing.admin.tsx'

const api = '/api/course-requests'
const groups = [
  { value: '', label: 'All' },
  { value: 'enrolments', label: 'Enrolments' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'interested', label: 'Interested' },
]
/** How often the list looks for new requests, in ms. */
const refetchInterval = 20_000

/** The people of a course, or of all courses. */
export default function CoursePeopleScreen() {
  const { id } = useParams()
  const { data: course } = useQuery({ ...adminQuery<StaffCourse>(`/api/courses/id/${id}`), enabled: id !== undefined })
  const { data: dates = [] } = useQuery({
    ...adminQuery<Cohort[]>(`/api/courses/${id}/cohorts`),
    enabled: id !== undefined,
  })
  useRecordTitle(course?.title)
  const fixed: Record<string, string> = id === undefined ? {} : { course: id }
  const list = usePagedList<CourseRequest>({ api, filters: ['group', 'cohort'], fixed, refetchInterval })
  const group = list.filter('group')
  const { group: _, ...shown } = list.shown as Record<string, string>
  const counts = useQueries({
    queries: groups.map(({ value }) => ({
      ...adminPageQuery<unknown>(listPath(api, { limit: 1, ...fixed, ...shown, group: value })),
      refetchInterval,
    })),
  })
  const counted = groups.map((one, index) => ({ ...one, count: counts[index]?.data?.total ?? undefined }))
  const requests = useRequests()
  const rows = list.rows ?? []
  useRequestKeys(rows, requests)
  const cohort = list.filter('cohort')
  const chosen = dates.find(({ _id }) => _id === cohort.value)
  return (
    <ListFrame
      title={id === undefined ? 'People of courses' : 'People'}
      intro={
        course && (
          <>
            <Link to={`/admin/courses/edit/${id}`} className="link-quiet hover:text-primary">
              {course.title}
            </Link>
            {' · '}
            <Link to="/admin/course-requests" className="link-quiet hover:text-primary">
              People of all courses
            </Link>
          </>
        )
      }
      count={list.total}
      actions={
        <ExportButton
          list={list}
          path="/api/course-requests.csv"
          fileName="course-requests.csv"
          failure="Failed to export the people"
        />
      }
      search={{ placeholder: 'Search people...', ...list.search }}
      filters={
        <>
          <FilterButtons label="Group" options={counted} {...group} />
          {dates.length > 0 && (
            <Select
              label="Date"
              hideLabel
              value={cohort.value}
              onChange={({ target }) => cohort.onChoose(target.value)}
              className="min-w-40"
            >
              <option value="">All dates</option>
              {dates.map(({ _id, startsOn, cancelled }) => (
                <option key={_id} value={_id}>
                  {formatDate(startsOn)}
                  {cancelled && ', cancelled'}
                </option>
              ))}
            </Select>
          )}
        </>
      }
    >
      {chosen && <DateNotices cohort={chosen} />}
      {id !== undefined && group.value === 'interested' && <WishDrawing courseId={id} />}
      <PagedRows list={list} what="people" failure="Failed to fetch the people">
        {(people) => <PeopleTable people={people} requests={requests} ofAll={id === undefined} />}
      </PagedRows>
      {requests.dialog}
    </ListFrame>
  )
}
