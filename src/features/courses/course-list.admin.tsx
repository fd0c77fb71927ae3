import type { useResource } from '#admin/api/use-resource.ts'
import { ContentList } from '#admin/lists/content-list.tsx'
import type { Column } from '#admin/lists/data-table.tsx'
import { ScheduleBadge, scheduleWord, UnpublishedChanges } from '#admin/lists/record-badges.tsx'
import { ToggleBadge } from '#admin/lists/toggle-badge.tsx'
import { activeWords, deleteAction, featureActions, publishActions } from '#admin/lists/use-bulk.ts'
import { formatRupeesShort } from '#ui/rupees.ts'
import { courses } from './course-resource.admin.tsx'
import type { StaffCourseSummary } from './courses.contract.ts'
import { coursePrice } from './price.tsx'

const actions = [...publishActions(activeWords), ...featureActions, deleteAction('Active ones leave the site at once.')]

export default function CourseListScreen() {
  return (
    <ContentList<StaffCourseSummary>
      resource={courses}
      api="/api/courses/adminCourses"
      noun="course"
      statuses={['Active', 'Inactive']}
      columns={columns}
      summary={(course) => (
        <>
          {course.active ? scheduleWord(course) : 'Inactive · '}
          {course.featured && 'Featured · '}
          {course.category} · {formatRupeesShort(coursePrice(course).now)}
        </>
      )}
      publicPath="/courses"
      consequenceOf={async ({ active }) => (active ? 'It leaves the site at once.' : undefined)}
      bulkActions={actions}
    />
  )
}

type Flag = 'active' | 'featured'

const columns = ({ patch }: ReturnType<typeof useResource>): Column<StaffCourseSummary>[] => {
  const toggle = (header: string, flag: Flag, labels: [string, string], done: [string, string], what: string) => ({
    header,
    cell: ({ _id, title, [flag]: on }: StaffCourseSummary) => {
      const success = `Course ${done[on ? 1 : 0]} successfully`
      const change = () => patch(_id, { [flag]: !on }, { success, failure: `Failed to update course ${what}` })
      return <ToggleBadge on={on} labels={labels} name={title} onToggle={change} />
    },
  })
  return [
    {
      header: 'Title',
      sortBy: { key: 'title', ascending: 'Title, A to Z', descending: 'Title, Z to A' },
      className: 'md:min-w-40',
      cell: ({ title, changesWaiting, active, publishAt, unpublishAt }) => (
        <>
          <span className="font-[560] wrap-anywhere">{title}</span>
          {changesWaiting && <UnpublishedChanges />}
          {active && <ScheduleBadge of={{ publishAt, unpublishAt }} />}
        </>
      ),
    },
    {
      header: 'Category',
      sortBy: { key: 'category', ascending: 'Category, A to Z', descending: 'Category, Z to A' },
      className: 'max-lg:md:hidden',
      cell: ({ category }) => category,
    },
    { header: 'Level', className: 'max-lg:md:hidden', cell: ({ level }) => level },
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
