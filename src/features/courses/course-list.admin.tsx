import { ExternalLink, Pencil, Trash2 } from 'lucide-react'
import { useResource } from '#admin/api/use-resource.ts'
import { ChangesWaiting } from '#admin/copies/changes-waiting.tsx'
import { type Column, DataTable } from '#admin/lists/data-table.tsx'
import { ListFrame } from '#admin/lists/list-frame.tsx'
import { PagedRows, usePagedList } from '#admin/lists/paged-list.tsx'
import { RowAction } from '#admin/lists/row-action.tsx'
import { ScheduleBadge } from '#admin/lists/schedule-badge.tsx'
import { ToggleBadge } from '#admin/lists/toggle-badge.tsx'
import { TrashLink } from '#admin/lists/trash-link.tsx'
import { formatRupeesShort } from '#ui/rupees.ts'
import { courses } from './course-resource.admin.tsx'
import type { StaffCourseSummary } from './courses.contract.ts'
import { coursePrice } from './price.tsx'

export default function CourseListScreen() {
  const list = usePagedList<StaffCourseSummary>({ api: '/api/courses/adminCourses' })
  const columns = useColumns()
  return (
    <ListFrame
      title="Courses"
      count={list.total}
      actions={<TrashLink />}
      create={{ label: 'New Course', to: '/admin/courses/new' }}
      search={{ placeholder: 'Search courses...', ...list.search }}
    >
      <PagedRows list={list} what="courses" failure="Failed to fetch courses">
        {(rows) => <DataTable label="Courses" columns={columns} rows={rows} rowKey={({ _id }) => _id} />}
      </PagedRows>
    </ListFrame>
  )
}

function useColumns(): Column<StaffCourseSummary>[] {
  const { patch, remove } = useResource(courses)
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
      cell: ({ title, changesWaiting, active, publishAt, unpublishAt }) => (
        <>
          <span className="font-[560]">{title}</span>
          {changesWaiting && <ChangesWaiting />}
          {active && <ScheduleBadge of={{ publishAt, unpublishAt }} />}
        </>
      ),
    },
    { header: 'Category', className: 'max-lg:md:hidden', cell: ({ category }) => category },
    { header: 'Level', className: 'max-lg:md:hidden', cell: ({ level }) => level },
    { header: 'Price', align: 'right', cell: (course) => <ListPrice course={course} /> },
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
        <span className="inline-flex pointer-coarse:gap-2">
          <RowAction icon={ExternalLink} label={`View ${title}`} to={`/courses/${slug}`} newTab />
          <RowAction icon={Pencil} label={`Edit ${title}`} to={`/admin/courses/edit/${_id}`} />
          <RowAction
            icon={Trash2}
            label={`Delete ${title}`}
            danger
            onClick={() => remove(_id, { name: title, consequence: active ? gone : undefined })}
          />
        </span>
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
