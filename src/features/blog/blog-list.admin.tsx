import { Copy, ExternalLink, Mail, Pencil, Trash2 } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useResource } from '#admin/api/use-resource.ts'
import { UnpublishedChanges } from '#admin/copies/unpublished-changes.tsx'
import { deleteAction, publishActions } from '#admin/lists/bulk-actions.ts'
import { BulkBar } from '#admin/lists/bulk-bar.tsx'
import { type Column, DataTable } from '#admin/lists/data-table.tsx'
import { LocalDate } from '#admin/lists/date-time.tsx'
import { ListFrame } from '#admin/lists/list-frame.tsx'
import { PagedRows, usePagedList } from '#admin/lists/paged-list.tsx'
import { RowActions } from '#admin/lists/row-actions.tsx'
import { isOutsideSchedule, ScheduleBadge, scheduleWord } from '#admin/lists/schedule-badge.tsx'
import { useSelection } from '#admin/lists/selection.tsx'
import { SortSelect } from '#admin/lists/sort.tsx'
import { StatusFilter, useStatusCounts } from '#admin/lists/status-filter.tsx'
import { Badge } from '#ui/badge.tsx'
import { Link } from '#ui/link.tsx'
import type { StaffPostSummary } from './blog.contract.ts'
import { blogs } from './blog-resource.admin.tsx'
import { endOfNewsletter, endOfNewsletters } from './notification/end-of-newsletter.admin.ts'
import { NotificationsUnderWay } from './notification/notifications-under-way.admin.tsx'

const api = '/api/blogs/adminblogs'
const statuses = [
  { value: '', label: 'All' },
  { value: 'published', label: 'Published' },
  { value: 'draft', label: 'Draft' },
  { value: 'scheduled', label: 'Scheduled' },
  { value: 'ended', label: 'Ended', rare: true },
]
const actions = [
  ...publishActions({ on: ['Publish', 'published'], off: ['Unpublish', 'unpublished'] }).map((one) =>
    one.action === 'unpublish' ? { ...one, asks: askBeforeUnpublishing } : one,
  ),
  deleteAction('They leave the site at once, and newsletters about them stop.', (posts: { _id: string }[]) =>
    endOfNewsletters(posts, 'trash'),
  ),
]

async function askBeforeUnpublishing(posts: { _id: string }[]) {
  const detail = await endOfNewsletters(posts, 'unpublish')
  return detail === undefined ? undefined : { question: 'Unpublish these posts?', detail, action: 'Unpublish' }
}

export default function BlogListScreen() {
  const list = usePagedList({
    api,
    filters: ['status'],
    sortable: true,
    rowsOf: ({ blogs }: { blogs: StaffPostSummary[] }) => blogs,
  })
  const resource = useResource(blogs)
  const navigate = useNavigate()
  const counted = useStatusCounts(api, list.search.value, statuses)
  const selection = useSelection(list.rows ?? [])
  const open = (id: string) => navigate(`/admin/blogs/edit/${id}`)
  const duplicate = async (id: string) => {
    const copy = await resource.duplicate(id)
    if (copy) open(copy)
  }
  return (
    <ListFrame
      title="Blog Posts"
      count={list.total}
      create={{ label: 'New Post', to: '/admin/blogs/new' }}
      search={{ placeholder: 'Search blogs...', ...list.search }}
      filters={
        <>
          <StatusFilter statuses={counted} trash={blogs.trash} {...list.filter('status')} />
          <SortSelect keys={Object.values(sortKeys)} sort={list.sort} first="Newest first" />
        </>
      }
    >
      <NotificationsUnderWay />
      <PagedRows list={list} what="posts" failure="Failed to fetch blogs">
        {(rows) => (
          <DataTable
            label="Blog Posts"
            columns={columns(resource.remove, duplicate)}
            rows={rows}
            sort={{ ...list.sort, initial: '-createdAt' }}
            selection={{ of: selection, nameOf: ({ title }) => title }}
            onOpen={open}
            rowKey={({ _id }) => _id}
            summary={({ published, changesWaiting, category, createdAt, ...schedule }) => (
              <>
                {published ? scheduleWord(schedule) : 'Draft · '}
                {changesWaiting && 'Unpublished changes · '}
                {category} · <LocalDate iso={createdAt} />
              </>
            )}
          />
        )}
      </PagedRows>
      <BulkBar resource={blogs} one="post" nameOf={({ title }) => title} selection={selection} actions={actions} />
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

const sortKeys = {
  title: { key: 'title', ascending: 'Title, A to Z', descending: 'Title, Z to A' },
  category: { key: 'category', ascending: 'Category, A to Z', descending: 'Category, Z to A' },
  date: { key: 'createdAt', ascending: 'Oldest first', descending: 'Newest first' },
}

const columns = (
  remove: ReturnType<typeof useResource>['remove'],
  duplicate: (id: string) => void,
): Column<StaffPostSummary>[] => [
  {
    header: 'Title',
    sortBy: sortKeys.title,
    className: 'md:w-full',
    cell: ({ _id, title }) => (
      <Link to={`/admin/blogs/edit/${_id}`} className="link-quiet font-[560] wrap-anywhere max-md:line-clamp-1">
        {title}
      </Link>
    ),
  },
  {
    header: 'Category',
    sortBy: sortKeys.category,
    className: 'whitespace-nowrap max-lg:md:hidden',
    cell: ({ category }) => category,
  },
  {
    header: 'Status',
    className: 'md:min-w-40',
    cell: ({ published, publishAt, unpublishAt, changesWaiting }) => (
      <>
        {published ? (
          !isOutsideSchedule({ publishAt, unpublishAt }) && <PublishedDot />
        ) : (
          <Badge tone="plain">Draft</Badge>
        )}
        {published && <ScheduleBadge of={{ publishAt, unpublishAt }} />}
        {changesWaiting && <UnpublishedChanges />}
      </>
    ),
  },
  { header: 'Date', sortBy: sortKeys.date, cell: ({ createdAt }) => <LocalDate iso={createdAt} /> },
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
          { icon: Copy, label: `Duplicate ${title}`, short: 'Duplicate', onClick: () => duplicate(_id) },
          {
            icon: Trash2,
            label: `Delete ${title}`,
            short: 'Delete',
            danger: true,
            onClick: async () => {
              const newsletter = published && (await endOfNewsletter(_id, 'trash'))
              remove(_id, { name: title, consequence: published ? newsletter || gone : 'It is a draft.' })
            },
          },
        ]}
      />
    ),
  },
]
