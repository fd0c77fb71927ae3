import { useQueries } from '@tanstack/react-query'
import { ExternalLink, Mail, Pencil, Trash2 } from 'lucide-react'
import { adminPageQuery } from '#admin/api/queries.ts'
import { useResource } from '#admin/api/use-resource.ts'
import { ChangesWaiting } from '#admin/copies/changes-waiting.tsx'
import { type Column, DataTable } from '#admin/lists/data-table.tsx'
import { LocalDate } from '#admin/lists/date-time.tsx'
import { FilterButtons } from '#admin/lists/filter-buttons.tsx'
import { ListFrame } from '#admin/lists/list-frame.tsx'
import { PagedRows, usePagedList } from '#admin/lists/paged-list.tsx'
import { RowActions } from '#admin/lists/row-actions.tsx'
import { isOutsideSchedule, ScheduleBadge } from '#admin/lists/schedule-badge.tsx'
import { TrashLink } from '#admin/lists/trash-link.tsx'
import { NotificationsUnderWay } from '#features/blog/notification/notifications-under-way.admin.tsx'
import { Badge } from '#ui/badge.tsx'
import { Link } from '#ui/link.tsx'
import { listPath } from '#web/api-query.ts'
import type { StaffPostSummary } from './blog.contract.ts'
import { blogs } from './blog-resource.admin.tsx'

const api = '/api/blogs/adminblogs'
const statuses = [
  { value: '', label: 'All' },
  { value: 'published', label: 'Published' },
  { value: 'draft', label: 'Draft' },
  { value: 'scheduled', label: 'Scheduled' },
]

export default function BlogListScreen() {
  const list = usePagedList({
    api,
    filters: ['status'],
    rowsOf: ({ blogs }: { blogs: StaffPostSummary[] }) => blogs,
  })
  const { remove } = useResource(blogs)
  const counts = useQueries({
    queries: statuses.map(({ value: status }) =>
      adminPageQuery<unknown>(listPath(api, { limit: 1, search: list.search.value, status })),
    ),
  })
  const options = statuses.map((option, index) => ({ ...option, count: counts[index]?.data?.total ?? undefined }))
  return (
    <ListFrame
      title="Blog Posts"
      count={list.total}
      actions={<TrashLink />}
      create={{ label: 'New Post', to: '/admin/blogs/new' }}
      search={{ placeholder: 'Search blogs...', ...list.search }}
      filters={<FilterButtons label="Status" options={options} {...list.filter('status')} />}
    >
      <NotificationsUnderWay />
      <PagedRows list={list} what="posts" failure="Failed to fetch blogs">
        {(rows) => (
          <DataTable
            label="Blog Posts"
            columns={columns(remove)}
            rows={rows}
            rowKey={({ _id }) => _id}
            summary={({ published, changesWaiting, category, createdAt }) => (
              <>
                {published ? '' : 'Draft · '}
                {changesWaiting && 'Changes waiting · '}
                {category} · <LocalDate iso={createdAt} />
              </>
            )}
          />
        )}
      </PagedRows>
    </ListFrame>
  )
}

/** Most posts are published, so the state is said quietly; a draft stands out. */
const PublishedDot = () => (
  <span className="inline-flex items-center gap-2">
    <span aria-hidden="true" className="size-1.5 rounded-full bg-primary" />
    Published
  </span>
)

const gone = 'It leaves the site at once, and a newsletter about it stops.'

const columns = (remove: ReturnType<typeof useResource>['remove']): Column<StaffPostSummary>[] => [
  {
    header: 'Title',
    cell: ({ _id, title }) => (
      <Link to={`/admin/blogs/edit/${_id}`} className="link-quiet font-[560] max-md:line-clamp-1">
        {title}
      </Link>
    ),
  },
  { header: 'Category', className: 'whitespace-nowrap max-lg:md:hidden', cell: ({ category }) => category },
  {
    header: 'Status',
    cell: ({ published, publishAt, unpublishAt, changesWaiting }) => (
      <>
        {published ? (
          !isOutsideSchedule({ publishAt, unpublishAt }) && <PublishedDot />
        ) : (
          <Badge tone="plain">Draft</Badge>
        )}
        {published && <ScheduleBadge of={{ publishAt, unpublishAt }} />}
        {changesWaiting && <ChangesWaiting />}
      </>
    ),
  },
  { header: 'Date', cell: ({ createdAt }) => <LocalDate iso={createdAt} /> },
  {
    header: 'Actions',
    align: 'right',
    cell: ({ _id, slug, title, published }) => (
      <RowActions
        name={title}
        actions={[
          {
            icon: Mail,
            label: `Notification of ${title}`,
            short: 'Notification',
            to: `/admin/blogs/notification/${_id}`,
          },
          { icon: ExternalLink, label: `View ${title}`, short: 'View', to: `/blog/${slug}`, newTab: true },
          { icon: Pencil, label: `Edit ${title}`, short: 'Edit', to: `/admin/blogs/edit/${_id}` },
          {
            icon: Trash2,
            label: `Delete ${title}`,
            short: 'Delete',
            danger: true,
            onClick: () => remove(_id, { name: title, consequence: published ? gone : 'It is a draft.' }),
          },
        ]}
      />
    ),
  },
]
