import { useQueries } from '@tanstack/react-query'
import { ChartNoAxesColumn, Copy, Eye, Pencil, Trash2 } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useResource } from '#admin/api/use-act.ts'
import { OptionalSelect } from '#admin/fields/small-form.tsx'
import { formatCount, formatNumber } from '#admin/format.ts'
import type { Column } from '#admin/lists/data-table.tsx'
import { inReviewStatus, proposedStatus, StatusFilter } from '#admin/lists/filter-buttons.tsx'
import { ListScreen } from '#admin/lists/list-screen.tsx'
import { usePagedList } from '#admin/lists/list-state.ts'
import { InReview, ProposedBy, StateMark } from '#admin/lists/record-badges.tsx'
import type { RowAct } from '#admin/lists/row-actions.tsx'
import { RecordLink } from '#admin/lists/rows.tsx'
import { useMay } from '#admin/session/use-auth.ts'
import { formatDayOfMonth, LocalDate, LocalDateTime, LocalTime, useTimeZone } from '#admin/time.tsx'
import type { ListedNewsletter } from '../ground/newsletters.contract.ts'
import { AudienceWords } from '../sending/audience-field.shared.admin.tsx'
import { notificationQuery, sendingPath } from '../sending/notification-data.shared.admin.ts'
import { NotificationsUnderWay } from '../sending/notification-panel.shared.admin.tsx'
import { newsletters } from './newsletter-resource.admin.ts'

const api = '/api/newsletters'
/** How often the list is loaded again, in ms. */
const refetchInterval = 5_000

type State = ListedNewsletter['state']
/** The usual state has no tone. */
const states: Record<State, { label: string; tone?: 'teal' | 'amber' | 'plain' }> = {
  draft: { label: 'Draft', tone: 'plain' },
  scheduled: { label: 'Scheduled', tone: 'amber' },
  held: { label: 'Sending soon', tone: 'teal' },
  paused: { label: 'Paused', tone: 'amber' },
  sending: { label: 'Sending', tone: 'teal' },
  sent: { label: 'Sent' },
}
const statuses = [
  { value: '', label: 'All' },
  ...(['draft', 'scheduled', 'sent'] as const).map((value) => ({ value, label: states[value].label })),
  inReviewStatus,
  proposedStatus,
  ...(['held', 'sending', 'paused'] as const).map((value) => ({ value, label: states[value].label, rare: true })),
]

const types = [
  ['newsletter', 'Newsletters'],
  ['post', 'Posts'],
] as const

const isUnderWay = ({ state }: ListedNewsletter) => state === 'held' || state === 'sending' || state === 'paused'
const aboutOf = ({ kind, _id }: ListedNewsletter) => (kind === 'post' ? { blogId: _id } : { newsletterId: _id })
const editPath = (id: string) => `/admin/newsletters/edit/${id}`
/** A draft opens in its form, a newsletter that was sent as it went out, and the message about a post with its results. */
const pathOf = (row: ListedNewsletter) => (row.kind === 'newsletter' ? editPath(row._id) : sendingPath(aboutOf(row)))

/** A number that is known only after messages were sent. */
const sentNumber = ({ state }: ListedNewsletter, value: number) =>
  state === 'draft' || state === 'scheduled' ? <span className="text-muted">–</span> : formatNumber(value)

const columns: Column<ListedNewsletter>[] = [
  {
    header: 'Subject',
    className: 'md:w-full md:min-w-56',
    cell: (row) => (
      <>
        <RecordLink to={pathOf(row)}>{row.subject}</RecordLink>
        {(row.kind === 'post' || row.title !== row.subject) && (
          <span className="block text-small text-muted wrap-anywhere max-md:hidden">
            {[row.kind === 'post' && 'Post', row.title !== row.subject && row.title].filter(Boolean).join(' · ')}
          </span>
        )}
        <ProposedBy by={row.proposed} />
      </>
    ),
  },
  {
    header: 'Audience',
    className: 'md:max-lg:hidden lg:min-w-48',
    cell: ({ audience }) => (
      <span className="wrap-anywhere">
        <AudienceWords of={audience} />
      </span>
    ),
  },
  {
    header: 'Status',
    className: 'lg:min-w-44',
    cell: ({ state, at, inReview }) => (
      <span className="inline-flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <StateMark {...states[state]} />
        {inReview && <InReview />}
        {at && (state === 'scheduled' || state === 'sent') && (
          <span className="text-small text-muted">
            <LocalDateTime iso={at} />
          </span>
        )}
      </span>
    ),
  },
  { header: 'Sent', align: 'right', cell: (row) => sentNumber(row, row.sent) },
  {
    header: 'Unsubscribed',
    align: 'right',
    className: 'md:max-lg:hidden',
    cell: (row) => sentNumber(row, row.left),
  },
  { header: 'Visits', align: 'right', cell: (row) => sentNumber(row, row.visits) },
]

export default function NewsletterListScreen() {
  const list = usePagedList({
    api,
    filters: ['status', 'kind'],
    rowsOf: ({ newsletters }: { newsletters: ListedNewsletter[] }) => newsletters,
    refetchInterval,
  })
  const calls = useResource(newsletters)
  const navigate = useNavigate()
  const maySend = useMay('sendNewsletters')
  const underWay = useQueries({
    queries: (list.rows ?? []).filter(isUnderWay).map((row) => notificationQuery(aboutOf(row))),
    combine: (answers) => answers.flatMap(({ data }) => data ?? []),
  })
  const duplicate = async (id: string) => {
    const copy = await calls.duplicate(id)
    if (copy) navigate(editPath(copy))
  }
  const actionsOf = (row: ListedNewsletter): RowAct[] => {
    const { kind, _id, title, state } = row
    const isNewsletter = kind === 'newsletter'
    const to = isNewsletter ? editPath(_id) : `/admin/blogs/edit/${_id}`
    return [
      isNewsletter && state !== 'draft' ? { icon: Eye, short: 'View', to } : { icon: Pencil, short: 'Edit', to },
      state !== 'draft' && {
        icon: ChartNoAxesColumn,
        label: `Results of ${title}`,
        short: 'Results',
        to: sendingPath(aboutOf(row)),
      },
      isNewsletter && { icon: Copy, short: 'Duplicate', place: 'menu', onClick: () => duplicate(_id) },
      isNewsletter &&
        (maySend || state === 'draft') && {
          icon: Trash2,
          short: 'Delete',
          danger: true,
          onClick: () => calls.remove(_id, { name: title, consequence: consequences[state] }),
        },
    ]
  }
  return (
    <ListScreen
      title="Newsletters"
      what="newsletters"
      create={{ label: 'New newsletter', to: '/admin/newsletters/new' }}
      list={list}
      filters={
        <>
          <StatusFilter list={list} statuses={statuses} />
          <OptionalSelect
            label="Type"
            hideLabel
            className="w-40"
            none="All types"
            options={[...types]}
            {...list.filter('kind')}
          />
        </>
      }
      nameOf={({ title }) => title}
      columns={columns}
      actionsOf={actionsOf}
      onOpen={(id) => {
        const row = list.rows?.find(({ _id }) => _id === id)
        if (row) navigate(pathOf(row))
      }}
      summary={({ state, at, inReview, audience, sent }) => (
        <>
          {states[state].label} {inReview && '· In review '}
          {at && state === 'scheduled' && <ShortTime iso={at} />}
          {at && state === 'sent' && <LocalDate iso={at} />}
          {' · '}
          {state === 'sent' ? formatCount(sent, 'subscriber') : <AudienceWords of={audience} />}
        </>
      )}
    >
      <NotificationsUnderWay notifications={underWay} />
    </ListScreen>
  )
}

/** A moment in the months around now, where there is little room. */
const ShortTime = ({ iso }: { iso: string }) => (
  <>
    {formatDayOfMonth(iso, useTimeZone())}, <LocalTime iso={iso} />
  </>
)

const consequences: Partial<Record<State, string>> = {
  scheduled: 'It will not be sent.',
  held: 'It will not be sent.',
  sending: 'Sending stops. Emails already sent cannot be recalled.',
  paused: 'The remaining emails will not be sent.',
}
