import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ExternalLink, Pencil, Trash2 } from 'lucide-react'
import { adminPageQuery } from '#admin/api/queries.ts'
import { useResource } from '#admin/api/use-resource.ts'
import { type Column, DataTable } from '#admin/lists/data-table.tsx'
import { emptyList, ListBody } from '#admin/lists/list-body.tsx'
import { ListFrame } from '#admin/lists/list-frame.tsx'
import { pagedPath, useListState } from '#admin/lists/list-state.ts'
import { Pager } from '#admin/lists/pager.tsx'
import { RowAction } from '#admin/lists/row-action.tsx'
import { ToggleBadge } from '#admin/lists/toggle-badge.tsx'
import { formatRupeesShort } from '#ui/rupees.ts'
import { courses } from './course-resource.admin.tsx'
import type { StaffCourseSummary } from './courses.contract.ts'
import { coursePrice } from './price.tsx'

export default function CourseListScreen() {
  const state = useListState()
  const { search, page, change } = state
  const query = useQuery({
    ...adminPageQuery<StaffCourseSummary[]>(pagedPath('/api/courses/adminCourses', state)),
    placeholderData: keepPreviousData,
  })
  const columns = useColumns()
  const total = query.data?.total ?? query.data?.body.length
  return (
    <ListFrame
      title="Courses"
      count={total}
      create={{ label: 'New Course', to: '/admin/courses/new' }}
      search={{
        placeholder: 'Search courses...',
        value: search,
        onSearch: (words) => change({ search: words }, { replace: true }),
      }}
    >
      <ListBody
        query={query}
        failure="Failed to fetch courses"
        empty={({ body }) => (body.length > 0 ? null : emptyList(search !== '', 'courses'))}
      >
        {({ body }) => (
          <>
            <DataTable label="Courses" columns={columns} rows={body} rowKey={({ _id }) => _id} />
            <Pager page={page} total={total ?? 0} onPage={(next) => change({ page: next > 1 ? String(next) : '' })} />
          </>
        )}
      </ListBody>
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
      cell: ({ title }) => <span className="font-[560]">{title}</span>,
    },
    { header: 'Category', cell: ({ category }) => category },
    { header: 'Level', cell: ({ level }) => level },
    { header: 'Price', align: 'right', cell: (course) => <ListPrice course={course} /> },
    {
      header: 'Status',
      cell: (course) => (
        <ToggleBadge
          on={course.active}
          words={['Active', 'Inactive']}
          of={course.title}
          onToggle={() => setActive(course)}
        />
      ),
    },
    {
      header: 'Featured',
      cell: (course) => (
        <ToggleBadge
          on={course.featured}
          words={['Featured', 'Not Featured']}
          of={course.title}
          onToggle={() => setFeatured(course)}
        />
      ),
    },
    {
      header: 'Actions',
      align: 'right',
      cell: ({ _id, slug, title }) => (
        <span className="inline-flex">
          <RowAction icon={ExternalLink} label={`View ${title}`} to={`/courses/${slug}`} newTab />
          <RowAction icon={Pencil} label={`Edit ${title}`} to={`/admin/courses/edit/${_id}`} />
          <RowAction icon={Trash2} label={`Delete ${title}`} danger onClick={() => remove(_id)} />
        </span>
      ),
    },
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
