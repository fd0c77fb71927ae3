import { ExternalLink, Mail, Pencil, Trash2 } from 'lucide-react'
import { useResource } from '#admin/api/use-resource.ts'
import { type Column, DataTable } from '#admin/lists/data-table.tsx'
import { LocalDate } from '#admin/lists/date-time.tsx'
import { ListFrame } from '#admin/lists/list-frame.tsx'
import { PagedRows, usePagedList } from '#admin/lists/paged-list.tsx'
import { RowAction } from '#admin/lists/row-action.tsx'
import { NotificationsUnderWay } from '#features/blog/notification/notifications-under-way.admin.tsx'
import { Badge } from '#ui/badge.tsx'
import { Link } from '#ui/link.tsx'
import type { StaffPostSummary } from './blog.contract.ts'
import { blogs } from './blog-resource.admin.tsx'

export default function BlogListScreen() {
  const list = usePagedList({
    api: '/api/blogs/adminblogs',
    rowsOf: ({ blogs }: { blogs: StaffPostSummary[] }) => blogs,
  })
  const { remove } = useResource(blogs)
  return (
    <ListFrame
      title="Blog Posts"
      count={list.total}
      create={{ label: 'New Post', to: '/admin/blogs/new' }}
      search={{ placeholder: 'Search blogs...', ...list.search }}
    >
      <NotificationsUnderWay />
      <PagedRows list={list} what="posts" failure="Failed to fetch blogs">
        {(rows) => <DataTable label="Blog Posts" columns={columns(remove)} rows={rows} rowKey={({ _id }) => _id} />}
      </PagedRows>
    </ListFrame>
  )
}

const gone = 'Its page answers “not found” from then on.'

const columns = (remove: ReturnType<typeof useResource>['remove']): Column<StaffPostSummary>[] => [
  {
    header: 'Title',
    cell: ({ _id, title }) => (
      <Link to={`/admin/blogs/edit/${_id}`} className="link-quiet font-[560]">
        {title}
      </Link>
    ),
  },
  { header: 'Category', className: 'whitespace-nowrap', cell: ({ category }) => category },
  {
    header: 'Status',
    cell: ({ published }) => <Badge tone={published ? 'teal' : 'plain'}>{published ? 'Published' : 'Draft'}</Badge>,
  },
  { header: 'Date', cell: ({ createdAt }) => <LocalDate iso={createdAt} /> },
  {
    header: 'Actions',
    align: 'right',
    cell: ({ _id, slug, title, published }) => (
      <span className="inline-flex">
        <RowAction icon={Mail} label={`Notification of ${title}`} to={`/admin/blogs/notification/${_id}`} />
        <RowAction icon={ExternalLink} label={`View ${title}`} to={`/blog/${slug}`} newTab />
        <RowAction icon={Pencil} label={`Edit ${title}`} to={`/admin/blogs/edit/${_id}`} />
        <RowAction
          icon={Trash2}
          label={`Delete ${title}`}
          danger
          onClick={() => remove(_id, { name: title, consequence: published ? gone : 'It is a draft.' })}
        />
      </span>
    ),
  },
]
