import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ExternalLink, Mail, Pencil, Trash2 } from 'lucide-react'
import { adminPageQuery } from '#admin/api/queries.ts'
import { useResource } from '#admin/api/use-resource.ts'
import { type Column, DataTable } from '#admin/lists/data-table.tsx'
import { LocalDate } from '#admin/lists/date-time.tsx'
import { emptyList, ListBody } from '#admin/lists/list-body.tsx'
import { ListFrame } from '#admin/lists/list-frame.tsx'
import { pagedPath, useListState } from '#admin/lists/list-state.ts'
import { Pager } from '#admin/lists/pager.tsx'
import { RowAction } from '#admin/lists/row-action.tsx'
import { NotificationsUnderWay } from '#features/blog/notification/notifications-under-way.admin.tsx'
import { Badge } from '#ui/badge.tsx'
import { Link } from '#ui/link.tsx'
import type { StaffPostSummary } from './blog.contract.ts'
import { blogs } from './blog-resource.admin.tsx'

export default function BlogListScreen() {
  const state = useListState()
  const { search, page, change } = state
  const query = useQuery({
    ...adminPageQuery<{ blogs: StaffPostSummary[] }>(pagedPath('/api/blogs/adminblogs', state)),
    placeholderData: keepPreviousData,
  })
  const { remove } = useResource(blogs)
  const total = query.data?.total ?? query.data?.body.blogs.length
  return (
    <ListFrame
      title="Blog Posts"
      count={total}
      create={{ label: 'New Post', to: '/admin/blogs/new' }}
      search={{
        placeholder: 'Search blogs...',
        value: search,
        onSearch: (words) => change({ search: words }, { replace: true }),
      }}
    >
      <NotificationsUnderWay />
      <ListBody
        query={query}
        failure="Failed to fetch blogs"
        empty={({ body }) => (body.blogs.length > 0 ? null : emptyList(search !== '', 'posts'))}
      >
        {({ body }) => (
          <>
            <DataTable label="Blog Posts" columns={columns(remove)} rows={body.blogs} rowKey={({ _id }) => _id} />
            <Pager page={page} total={total ?? 0} onPage={(next) => change({ page: next > 1 ? String(next) : '' })} />
          </>
        )}
      </ListBody>
    </ListFrame>
  )
}

const columns = (remove: (id: string) => void): Column<StaffPostSummary>[] => [
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
    cell: ({ _id, slug, title }) => (
      <span className="inline-flex">
        <RowAction icon={Mail} label={`Notification of ${title}`} to={`/admin/blogs/notification/${_id}`} />
        <RowAction icon={ExternalLink} label={`View ${title}`} to={`/blog/${slug}`} newTab />
        <RowAction icon={Pencil} label={`Edit ${title}`} to={`/admin/blogs/edit/${_id}`} />
        <RowAction icon={Trash2} label={`Delete ${title}`} danger onClick={() => remove(_id)} />
      </span>
    ),
  },
]
