import { useQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { deleteAction, publishActions } from '#admin/lists/bulk.tsx'
import type { Column } from '#admin/lists/data-table.tsx'
import { inReviewStatus, proposedStatus, publishedStatuses, StatusFilter } from '#admin/lists/filter-buttons.tsx'
import { ListScreen } from '#admin/lists/list-screen.tsx'
import { usePagedList } from '#admin/lists/list-state.ts'
import {
  InReview,
  ProposedBy,
  ScheduleBadge,
  scheduleState,
  scheduleWord,
  UnpublishedChanges,
  UsualState,
} from '#admin/lists/record-badges.tsx'
import { useRecordActions } from '#admin/lists/row-actions.tsx'
import { RecordLink } from '#admin/lists/rows.tsx'
import { LocalDate } from '#admin/time.tsx'
import { runningNotificationsQuery } from '#features/newsletters/sending/notification-data.shared.admin.ts'
import { NotificationsUnderWay } from '#features/newsletters/sending/notification-panel.shared.admin.tsx'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/states.tsx'
import type { StaffPostSummary } from './blog.contract.ts'
import { blogs } from './blog-resource.admin.tsx'
import { askBeforeMails, endOfNewsletter, endOfNewsletters } from './publishing.admin.ts'

const actions = [
  ...publishActions({ on: ['Publish', 'published'], off: ['Unpublish', 'unpublished'] }).map((one) => ({
    ...one,
    asks: one.action === 'unpublish' ? askBeforeUnpublishing : askBeforeMails,
  })),
  deleteAction(
    'They are removed from the site immediately, and their newsletters stop.',
    async (posts: { _id: string }[]) => {
      const detail = await endOfNewsletters(posts, 'trash')
      return detail === undefined ? undefined : { detail }
    },
  ),
]

async function askBeforeUnpublishing(posts: { _id: string }[]) {
  const detail = await endOfNewsletters(posts, 'unpublish')
  return detail === undefined ? undefined : { question: 'Unpublish these posts?', detail, action: 'Unpublish' }
}

async function consequenceOf({ _id, published }: StaffPostSummary) {
  if (!published) return { detail: 'It is a draft.' }
  const detail = await endOfNewsletter(_id, 'trash')
  return { detail: detail || 'It is removed from the site immediately, and its newsletter stops.' }
}

const statuses = [...publishedStatuses('Published', 'Draft'), inReviewStatus, proposedStatus]

export default function BlogListScreen() {
  const underWay = useQuery(runningNotificationsQuery())
  const list = usePagedList({
    api: '/api/blogs/adminblogs',
    filters: ['status'],
    sort: '-createdAt',
    rowsOf: ({ blogs }: { blogs: StaffPostSummary[] }) => blogs,
  })
  const acts = useRecordActions<StaffPostSummary>(blogs, {
    nameOf: ({ title }) => title,
    pathOf: ({ slug }) => `/blog/${slug}`,
    further: ({ _id, title }) => [
      {
        icon: Mail,
        label: `Newsletter about ${title}`,
        short: 'Newsletter',
        place: 'menu',
        to: `/admin/blogs/notification/${_id}`,
      },
    ],
    consequenceOf,
  })
  return (
    <ListScreen
      {...acts}
      title="Blog Posts"
      what="posts"
      searched="blogs"
      create={{ label: 'New Post', to: '/admin/blogs/new' }}
      list={list}
      empty={
        <EmptyState title="No posts yet">
          <ButtonLink variant="quiet" size="small" to="/admin/system/import">
            Import from WordPress, Ghost or Markdown
          </ButtonLink>
        </EmptyState>
      }
      filters={<StatusFilter list={list} statuses={statuses} />}
      columns={columns}
      summary={({ published, changesWaiting, inReview, category, createdAt, ...schedule }) => (
        <>
          {published ? scheduleWord(schedule) : 'Draft · '}
          {changesWaiting && 'Unpublished changes · '}
          {inReview && 'In review · '}
          {category} · <LocalDate iso={createdAt} />
        </>
      )}
      bulk={{ resource: blogs, one: 'post', actions }}
    >
      <NotificationsUnderWay notifications={underWay.data?.notifications ?? []} />
    </ListScreen>
  )
}

const columns: Column<StaffPostSummary>[] = [
  {
    header: 'Title',
    sortBy: { key: 'title', ascending: 'Title, A to Z', descending: 'Title, Z to A' },
    className: 'md:w-full',
    cell: ({ _id, title, proposed }) => (
      <>
        <RecordLink to={`/admin/blogs/edit/${_id}`}>{title}</RecordLink>
        <ProposedBy by={proposed} />
      </>
    ),
  },
  {
    header: 'Category',
    sortBy: { key: 'category', ascending: 'Category, A to Z', descending: 'Category, Z to A' },
    className: 'whitespace-nowrap max-lg:md:hidden',
    cell: ({ category }) => category,
  },
  {
    header: 'Status',
    className: 'md:min-w-40 xl:whitespace-nowrap',
    cell: ({ published, publishAt, unpublishAt, changesWaiting, inReview }) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 xl:flex-nowrap">
        {published ? (
          !scheduleState({ publishAt, unpublishAt }) && <UsualState>Published</UsualState>
        ) : (
          <Badge tone="plain">Draft</Badge>
        )}
        {published && <ScheduleBadge of={{ publishAt, unpublishAt }} />}
        {changesWaiting && <UnpublishedChanges />}
        {inReview && <InReview />}
      </span>
    ),
  },
  {
    header: 'Date',
    sortBy: { key: 'createdAt', ascending: 'Oldest first', descending: 'Newest first' },
    cell: ({ createdAt }) => <LocalDate iso={createdAt} />,
  },
]
