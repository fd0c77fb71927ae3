import { Copy, ExternalLink, Pencil, Trash2 } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useResource } from '#admin/api/use-resource.ts'
import { UnpublishedChanges } from '#admin/copies/unpublished-changes.tsx'
import { activeWords, deleteAction, featureActions, publishActions } from '#admin/lists/bulk-actions.ts'
import { BulkBar } from '#admin/lists/bulk-bar.tsx'
import { type Column, DataTable } from '#admin/lists/data-table.tsx'
import { ListFrame } from '#admin/lists/list-frame.tsx'
import { PagedRows, usePagedList } from '#admin/lists/paged-list.tsx'
import { RowActions } from '#admin/lists/row-actions.tsx'
import { ScheduleBadge, scheduleWord } from '#admin/lists/schedule-badge.tsx'
import { useSelection } from '#admin/lists/selection.tsx'
import { SortSelect } from '#admin/lists/sort.tsx'
import { StatusFilter, useStatusCounts } from '#admin/lists/status-filter.tsx'
import { ToggleBadge } from '#admin/lists/toggle-badge.tsx'
import { formatRupeesShort } from '#ui/rupees.ts'
import { courses } from './course-resource.admin.tsx'
import type { StaffCourseSummary } from './courses.contract.ts'
import { coursePrice } from './price.tsx'

const api = '/api/courses/adminCourses'
const statuses = [
  { value: '', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
  { value: 'scheduled', label: 'Scheduled' },
  { value: 'ended', label: 'Ended', rare: true },
]
const actions = [...publishActions(activeWords), ...featureActions, deleteAction('Active ones leave the site at once.')]

export default function CourseListScreen() {
  const list = usePagedList<StaffCourseSummary>({ api, filters: ['status'], sortable: true })
  const navigate = useNavigate()
  const open = (id: string) => navigate(`/admin/courses/edit/${id}`)
  const columns = useColumns(open)
  const counted = useStatusCounts(api, list.search.value, statuses)
  const selection = useSelection(list.rows ?? [])
  return (
    <ListFrame
      title="Courses"
      count={list.total}
      create={{ label: 'New Course', to: '/admin/courses/new' }}
      search={{ placeholder: 'Search courses...', ...list.search }}
      filters={
        <>
          <StatusFilter statuses={counted} trash={courses.trash} {...list.filter('status')} />
          <SortSelect keys={Object.values(sortKeys)} sort={list.sort} first="Newest first" />
        </>
      }
    >
      <PagedRows list={list} what="courses" failure="Failed to fetch courses">
        {(rows) => (
          <DataTable
            label="Courses"
            columns={columns}
            rows={rows}
            rowKey={({ _id }) => _id}
            sort={{ ...list.sort, initial: '' }}
            selection={{ of: selection, nameOf: ({ title }) => title }}
            onOpen={open}
            summary={(course) => (
              <>
                {course.active ? scheduleWord(course) : 'Inactive · '}
                {course.featured && 'Featured · '}
                {course.category} · {formatRupeesShort(coursePrice(course).now)}
              </>
            )}
          />
        )}
      </PagedRows>
      <BulkBar resource={courses} one="course" nameOf={({ title }) => title} selection={selection} actions={actions} />
    </ListFrame>
  )
}

const sortKeys = {
  title: { key: 'title', ascending: 'Title, A to Z', descending: 'Title, Z to A' },
  category: { key: 'category', ascending: 'Category, A to Z', descending: 'Category, Z to A' },
  price: { key: 'price', ascending: 'Lowest price first', descending: 'Highest price first' },
}

function useColumns(open: (id: string) => void): Column<StaffCourseSummary>[] {
  const { patch, remove, duplicate } = useResource(courses)
  const setActive = ({ _id, active }: StaffCourseSummary) =>
    patch(
      _id,
      { active: !active },
      {
        success: `Course ${active ? 'deactivated' : 'activated'} successfully`,
        failure: 'Failed to update course status',
      },
    )
  const setFeatured = ({ _id, featured }: StaffCourseSummary) =>
    patch(
      _id,
      { featured: !featured },
      {
        success: `Course ${featured ? 'removed from' : 'added to'} featured successfully`,
        failure: 'Failed to update course featured status',
      },
    )
  return [
    {
      header: 'Title',
      sortBy: sortKeys.title,
      className: 'md:min-w-40',
      cell: ({ title, changesWaiting, active, publishAt, unpublishAt }) => (
        <>
          <span className="font-[560] wrap-anywhere">{title}</span>
          {changesWaiting && <UnpublishedChanges />}
          {active && <ScheduleBadge of={{ publishAt, unpublishAt }} />}
        </>
      ),
    },
    { header: 'Category', sortBy: sortKeys.category, className: 'max-lg:md:hidden', cell: ({ category }) => category },
    { header: 'Level', className: 'max-lg:md:hidden', cell: ({ level }) => level },
    { header: 'Price', sortBy: sortKeys.price, align: 'right', cell: (course) => <ListPrice course={course} /> },
    {
      header: 'Status',
      cell: (course) => (
        <ToggleBadge
          on={course.active}
          labels={['Active', 'Inactive']}
          name={course.title}
          onToggle={() => setActive(course)}
        />
      ),
    },
    {
      header: 'Featured',
      cell: (course) => (
        <ToggleBadge
          on={course.featured}
          labels={['Featured', 'Not Featured']}
          name={course.title}
          onToggle={() => setFeatured(course)}
        />
      ),
    },
    {
      header: 'Actions',
      align: 'right',
      cell: ({ _id, slug, title, active }) => (
        <RowActions
          name={title}
          actions={[
            { icon: ExternalLink, label: `View ${title}`, short: 'View', to: `/courses/${slug}`, newTab: true },
            { icon: Pencil, label: `Edit ${title}`, short: 'Edit', to: `/admin/courses/edit/${_id}` },
            {
              icon: Copy,
              label: `Duplicate ${title}`,
              short: 'Duplicate',
              onClick: () => duplicate(_id).then((copy) => copy && open(copy)),
            },
            {
              icon: Trash2,
              label: `Delete ${title}`,
              short: 'Delete',
              danger: true,
              onClick: () => remove(_id, { name: title, consequence: active ? gone : undefined }),
            },
          ]}
        />
      ),
    },
  ]
}

const gone = 'It leaves the site at once.'

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
