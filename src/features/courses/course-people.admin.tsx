import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  ArrowRightLeft,
  CircleCheck,
  CircleSlash,
  ListPlus,
  type LucideIcon,
  MessageSquare,
  StickyNote,
  Ticket,
  Trash2,
  UserMinus,
} from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { adminPageQuery, adminQuery, invalidateAdmin } from '#admin/api/queries.ts'
import { useShortcut } from '#admin/dialogs/shortcuts.tsx'
import { formatCount } from '#admin/format.ts'
import { type Column, DataTable } from '#admin/lists/data-table.tsx'
import { LocalDate } from '#admin/lists/date-time.tsx'
import { ExportButton } from '#admin/lists/export-button.tsx'
import { FilterButtons } from '#admin/lists/filter-buttons.tsx'
import { ListFrame } from '#admin/lists/list-frame.tsx'
import { PagedRows, usePagedList } from '#admin/lists/paged-list.tsx'
import { PersonLink } from '#admin/lists/person-link.tsx'
import { StateMark } from '#admin/lists/record-badges.tsx'
import { type RowActionProps, RowActions } from '#admin/lists/row-actions.tsx'
import { onCurrentRow } from '#admin/lists/row-keys.ts'
import { useMay, useReadOnly } from '#admin/session/permissions.ts'
import { useRecordTitle } from '#admin/shell/breadcrumb.tsx'
import { useTimeZone } from '#admin/use-time-zone.ts'
import { Button } from '#ui/button.tsx'
import { formatDate } from '#ui/date.tsx'
import { Select } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { listPath } from '#web/api-query.ts'
import type { Cohort, NoticeKind } from './cohorts/cohorts.contract.ts'
import { NoticeDialog, noticesPath, undoNotice } from './cohorts/notice-dialog.admin.tsx'
import type { NoticeList } from './cohorts/notices.contract.ts'
import type { StaffCourse } from './courses.contract.ts'
import type { CourseRequest } from './requests/course-requests.contract.ts'
import { actsFor, stateDetail, stateMarks, wishLine } from './requests/request-words.admin.ts'
import { useRequests } from './requests/use-requests.admin.tsx'
import { WishDrawing } from './requests/wish-drawing.admin.tsx'

const api = '/api/course-requests'
const groups = [
  { value: '', label: 'All' },
  { value: 'enrolments', label: 'Enrolments' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'interested', label: 'Interested' },
]
/** How often the list looks for new requests, in ms. */
const refetchInterval = 20_000

/** The people of a course, or of all courses. */
export default function CoursePeopleScreen() {
  const { id } = useParams()
  const { data: course } = useQuery({ ...adminQuery<StaffCourse>(`/api/courses/id/${id}`), enabled: id !== undefined })
  const { data: dates = [] } = useQuery({
    ...adminQuery<Cohort[]>(`/api/courses/${id}/cohorts`),
    enabled: id !== undefined,
  })
  useRecordTitle(course?.title)
  const fixed: Record<string, string> = id === undefined ? {} : { course: id }
  const list = usePagedList<CourseRequest>({ api, filters: ['group', 'cohort'], fixed, refetchInterval })
  const group = list.filter('group')
  const { group: _, ...shown } = list.shown as Record<string, string>
  const counts = useQueries({
    queries: groups.map(({ value }) => ({
      ...adminPageQuery<unknown>(listPath(api, { limit: 1, ...fixed, ...shown, group: value })),
      refetchInterval,
    })),
  })
  const counted = groups.map((one, index) => ({ ...one, count: counts[index]?.data?.total ?? undefined }))
  const requests = useRequests()
  const rows = list.rows ?? []
  useRequestKeys(rows, requests)
  const cohort = list.filter('cohort')
  const chosen = dates.find(({ _id }) => _id === cohort.value)
  return (
    <ListFrame
      title={id === undefined ? 'People of courses' : 'People'}
      intro={
        course && (
          <>
            <Link to={`/admin/courses/edit/${id}`} className="link-quiet hover:text-primary">
              {course.title}
            </Link>
            {' · '}
            <Link to="/admin/course-requests" className="link-quiet hover:text-primary">
              People of all courses
            </Link>
          </>
        )
      }
      count={list.total}
      actions={
        <ExportButton
          list={list}
          path="/api/course-requests.csv"
          fileName="course-requests.csv"
          failure="Failed to export the people"
        />
      }
      search={{ placeholder: 'Search people...', ...list.search }}
      filters={
        <>
          <FilterButtons label="Group" options={counted} {...group} />
          {dates.length > 0 && (
            <Select
              label="Date"
              hideLabel
              value={cohort.value}
              onChange={({ target }) => cohort.onChoose(target.value)}
              className="min-w-40"
            >
              <option value="">All dates</option>
              {dates.map(({ _id, startsOn, cancelled }) => (
                <option key={_id} value={_id}>
                  {formatDate(startsOn)}
                  {cancelled && ', cancelled'}
                </option>
              ))}
            </Select>
          )}
        </>
      }
    >
      {chosen && <DateNotices cohort={chosen} />}
      {id !== undefined && group.value === 'interested' && <WishDrawing courseId={id} />}
      <PagedRows list={list} what="people" failure="Failed to fetch the people">
        {(people) => <PeopleTable people={people} requests={requests} ofAll={id === undefined} />}
      </PagedRows>
      {requests.dialog}
    </ListFrame>
  )
}

type Requests = ReturnType<typeof useRequests>
type Act = ReturnType<typeof actsFor>[number]

const acts: Record<Act, { icon: LucideIcon; label: string; key: string }> = {
  offer: { icon: Ticket, label: 'Offer a seat', key: 'o' },
  confirm: { icon: CircleCheck, label: 'Confirm', key: 'c' },
  decline: { icon: CircleSlash, label: 'Decline', key: 'd' },
  move: { icon: ArrowRightLeft, label: 'Move to a date', key: 'm' },
  toList: { icon: ListPlus, label: 'Back to the list', key: 'l' },
  note: { icon: StickyNote, label: 'Note', key: 'n' },
  withdraw: { icon: UserMinus, label: 'Withdraw', key: 'w' },
}

/** The keys that do with the current row what its menu does. */
function useRequestKeys(rows: CourseRequest[], requests: Requests) {
  const navigate = useNavigate()
  const readOnly = useReadOnly()
  const keyOf = (act: Act) => {
    const { key, label } = acts[act]
    const run = (id: string) => {
      const row = rows.find(({ _id }) => _id === id)
      if (row && actsFor(row).includes(act)) void requests[act](row)
    }
    return readOnly ? null : { key, label: `${label} (row)`, ...onCurrentRow(run) }
  }
  useShortcut(keyOf('offer'))
  useShortcut(keyOf('confirm'))
  useShortcut(keyOf('decline'))
  useShortcut(keyOf('move'))
  useShortcut(keyOf('toList'))
  useShortcut(keyOf('note'))
  useShortcut(keyOf('withdraw'))
  useShortcut({
    key: 'r',
    label: 'Answer the question of the row',
    ...onCurrentRow((id) => {
      const contactId = rows.find(({ _id }) => _id === id)?.contactId
      if (contactId) navigate(`/admin/contacts/${contactId}`)
    }),
  })
}

/** The first two acts of a request are icons in a wide window; the others are in the menu. */
const icons: Act[] = ['offer', 'confirm']

function actionsFor(request: CourseRequest, requests: Requests): RowActionProps[] {
  const { name, contactId } = request
  return [
    ...(contactId
      ? [
          {
            icon: MessageSquare,
            label: `Open the question of ${name}`,
            short: 'Open',
            to: `/admin/contacts/${contactId}`,
          },
        ]
      : []),
    ...actsFor(request).map(
      (act): RowActionProps => ({
        icon: acts[act].icon,
        label: `${acts[act].label}: ${name}`,
        short: acts[act].label,
        ...(!icons.includes(act) && { place: 'menu' as const }),
        onClick: () => void requests[act](request),
      }),
    ),
    {
      icon: Trash2,
      label: `Delete the request of ${name}`,
      short: 'Delete',
      danger: true,
      place: 'menu',
      onClick: () => requests.remove(request),
    },
  ]
}

type PeopleTableProps = { people: CourseRequest[]; requests: Requests; ofAll: boolean }

function PeopleTable({ people, requests, ofAll }: PeopleTableProps) {
  const zone = useTimeZone()
  const columns: Column<CourseRequest>[] = [
    {
      header: 'Name',
      className: 'xl:min-w-44',
      cell: ({ name, email, phone }) => (
        <>
          <PersonLink email={email}>
            <span className="font-[560]">{name}</span>
          </PersonLink>
          <span className="block text-small text-muted wrap-anywhere max-xl:hidden">
            {email}
            {phone && ` · ${phone}`}
          </span>
        </>
      ),
    },
    { header: 'People', align: 'right', cell: ({ people }) => people },
    {
      header: 'Company',
      className: 'max-xl:md:hidden',
      cell: ({ company, gstin }) =>
        (company || gstin) && (
          <>
            <span className="wrap-anywhere">{company}</span>
            {gstin && <span className="block text-small text-muted">{gstin}</span>}
          </>
        ),
    },
    {
      header: 'Asked',
      className: 'xl:min-w-36',
      cell: (request) => (
        <>
          <LocalDate iso={request.createdAt} />
          <span className="block text-small text-muted wrap-anywhere">
            {ofAll && (
              <Link to={`/admin/courses/${request.course._id}/people`} className="link-quiet hover:text-primary">
                {request.course.title}
              </Link>
            )}
            {ofAll && ' '}
            {askedFor(request)}
          </span>
        </>
      ),
    },
    { header: 'State', className: 'xl:min-w-52', cell: (request) => <State request={request} /> },
    {
      header: 'Actions',
      align: 'right',
      cell: (request) => <RowActions name={request.name} actions={actionsFor(request, requests)} />,
    },
  ]
  return (
    <DataTable
      label="People"
      columns={columns}
      rows={people}
      rowKey={({ _id }) => _id}
      summary={(request) =>
        [
          markOf(request).label,
          request.people > 1 && formatCount(request.people, 'person', 'people'),
          stateDetail(request, zone),
          askedFor(request),
          whyNot(request),
        ]
          .filter(Boolean)
          .join(' · ')
      }
    />
  )
}

/** The lead desk knows the state of a question. */
const markOf = ({ kind, state }: CourseRequest): ComponentProps<typeof StateMark> =>
  kind === 'question' ? { label: 'In Contacts', tone: 'plain' } : stateMarks[state]

/** The date, or what is asked for without one. */
function askedFor(request: CourseRequest): string {
  const { kind, cohort } = request
  if (kind === 'question') return 'A question'
  if (cohort) return `for ${formatDate(cohort.startsOn)}`
  return wishLine(request) || 'for the next date'
}

/** Why nothing was sent, or what became of the message. */
const whyNot = ({ kind, state, verifiedAt, mail }: CourseRequest): string | undefined =>
  mail ??
  (kind !== 'question' && verifiedAt === undefined && (state === 'new' || state === 'waiting')
    ? 'Has not pressed the button in our message'
    : undefined)

function State({ request }: { request: CourseRequest }) {
  const zone = useTimeZone()
  const detail = stateDetail(request, zone)
  const lines = [whyNot(request), request.reason, request.message, request.note && `Note: ${request.note}`]
  return (
    <>
      <span className="inline-flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <StateMark {...markOf(request)} />
        {detail && <span className="text-small">{detail}</span>}
      </span>
      {lines
        .filter((line) => line !== undefined && line !== '')
        .map((line) => (
          <span key={line} className="line-clamp-3 text-small text-muted wrap-anywhere">
            {line}
          </span>
        ))}
    </>
  )
}

const noticeNames: Record<NoticeKind, string> = { moved: 'Moved', cancelled: 'Cancelled', opened: 'New date' }
const buttons: Record<NoticeKind, string> = {
  moved: 'that it has moved',
  cancelled: 'that it is cancelled',
  opened: 'who wish for a date',
}

/** The messages about the chosen date: what was sent, and what can be. */
function DateNotices({ cohort }: { cohort: Cohort }) {
  const client = useQueryClient()
  const [kind, setKind] = useState<NoticeKind | null>(null)
  const maySend = useMay('writeContacts')
  const { data } = useQuery({
    ...adminQuery<NoticeList>(noticesPath(cohort)),
    refetchInterval: ({ state }) => (state.data?.notices.some(({ sending }) => sending > 0) ? 2_000 : false),
  })
  const { state, seats, taken, cancelled } = cohort
  const takesPeople = state === 'open' || state === 'few' || state === 'full'
  const kinds: NoticeKind[] = cancelled
    ? ['cancelled']
    : state === 'past'
      ? []
      : takesPeople
        ? ['moved', 'opened']
        : ['moved']
  const audiences = useQueries({
    queries: kinds.map((one) => adminQuery<NoticeList>(listPath(noticesPath(cohort), { kind: one }))),
  })
  const reached = audiences.flatMap(({ data }) => (data?.audience && data.audience.count > 0 ? [data.audience] : []))
  const undo = (notice: NoticeList['notices'][number]) =>
    undoNotice(cohort, notice).then(() => invalidateAdmin(client, noticesPath(cohort)))
  return (
    <section
      aria-label="Messages about this date"
      className="mb-4 grid gap-2 rounded-control border border-line bg-raised p-4"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="mr-auto">
          <span className="font-[560]">{formatDate(cohort.startsOn)}</span>
          <span className="text-muted">
            {' · '}
            {seats === undefined ? formatCount(taken, 'person', 'people') : `${taken} of ${seats} seats`}
            {cancelled && ' · cancelled'}
          </span>
        </p>
        {maySend &&
          reached.map((one) => (
            <Button key={one.kind} variant="secondary" size="small" onClick={() => setKind(one.kind)}>
              Tell {formatCount(one.count, 'person', 'people')} {buttons[one.kind]}
            </Button>
          ))}
      </div>
      {data && data.notices.length > 0 && (
        <ul className="grid gap-1 text-small">
          {data.notices.map((notice) => {
            const { _id, count, sending, sent, failed, skipped, at, by, undoneAt, leavesAt } = notice
            const counts = [
              sending > 0 && `${sending} to go`,
              sent > 0 && `${sent} sent`,
              failed > 0 && `${failed} failed`,
              skipped > 0 && `${skipped} skipped`,
            ]
            return (
              <li key={_id} className="flex flex-wrap items-center gap-x-3 text-muted">
                <span>
                  <span className="text-ink">{noticeNames[notice.kind]}</span>, {formatCount(count, 'person', 'people')}
                  , <LocalDate iso={at} />
                  {by && `, ${by}`}: {undoneAt ? 'taken back' : counts.filter(Boolean).join(', ')}
                </span>
                {leavesAt && maySend && (
                  <Button variant="quiet" size="small" onClick={() => undo(notice)}>
                    Undo
                  </Button>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {kind && <NoticeDialog cohort={cohort} kind={kind} onClose={() => setKind(null)} />}
    </section>
  )
}
