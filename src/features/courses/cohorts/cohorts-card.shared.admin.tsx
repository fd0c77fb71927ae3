import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  CircleCheck,
  CircleSlash,
  CopyPlus,
  Lock,
  LockOpen,
  type LucideIcon,
  Pencil,
  Plus,
  Trash2,
  Users,
} from 'lucide-react'
import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { adminFetch, adminQuery } from '#admin/api/admin-calls.ts'
import { useResource } from '#admin/api/use-act.ts'
import { confirm } from '#admin/dialogs/confirm.tsx'
import { formatCount } from '#admin/format.ts'
import { FormPanel } from '#admin/forms/form-layout.tsx'
import { type Column, DataTable } from '#admin/lists/data-table.tsx'
import { StateMark } from '#admin/lists/record-badges.tsx'
import { type RowAct, RowActions } from '#admin/lists/row-actions.tsx'
import { useMay, usePublishesNothing } from '#admin/session/use-auth.ts'
import { Button } from '#ui/button.tsx'
import { formatDate } from '#ui/date.tsx'
import { useMayOpen } from '#ui/link.tsx'
import type { Cohort, NoticeKind } from '../ground/cohorts.contract.ts'
import { cohortsPath, cohortsQuery } from '../ground/course-resource.admin.tsx'
import { columns, marks, peopleOf, Registered, registrationsOf } from './cohort-columns.admin.tsx'
import { CohortDialog } from './cohort-dialog.admin.tsx'
import { NoticeDialog, noticesPath } from './notice-dialog.admin.tsx'
import type { NoticeList } from './notices.contract.ts'
import { askedWords, cancelWords, concernedWords, seatsBooked } from './occupied.admin.ts'

type CohortsCardProps = {
  courseId: string | undefined
  /** How people enroll for a new date. */
  asksBy: string
  onSaved: () => void
}

/** The dates of a course in its form. They are saved apart from it. */
export function CohortsCard({ courseId, ...props }: CohortsCardProps) {
  if (courseId === undefined)
    return (
      <FormPanel>
        <p className="text-small text-muted">Save the course first.</p>
      </FormPanel>
    )
  return <StoredCohorts ofId={courseId} {...props} />
}

/**
 * The date of a page with an event, in its form. Its section has the times, the place and the seats; saving new times offers a message to its people.
 * @param version that of the page, which each save raises
 */
export const EventCard = ({ pageId, version }: { pageId: string; version: number }) => (
  <StoredCohorts ofId={pageId} asksBy="request" pageVersion={version} onSaved={() => {}} />
)

type StoredCohortsProps = Omit<CohortsCardProps, 'courseId'> & {
  /** The id of the course, or of the page with an event. */
  ofId: string
  pageVersion?: number
}

function StoredCohorts({ ofId, asksBy, pageVersion, onSaved }: StoredCohortsProps) {
  const [parameters, setParameters] = useSearchParams()
  const wished = parameters.get('newDate')
  const empty = { enrolVia: asksBy }
  const [edited, setEdited] = useState<ComponentProps<typeof CohortDialog>['date'] | null>(
    wished === null ? null : { ...empty, startsOn: wished, timetable: parameters.get('timetable') ?? '' },
  )
  const [notice, setNotice] = useState<Pick<ComponentProps<typeof NoticeDialog>, 'kind' | 'cohort'> | null>(null)
  const client = useQueryClient()
  const readsPeople = useMay('readContacts')
  const mayOpen = useMayOpen()
  const navigate = useNavigate()
  const [showsPast, setShowsPast] = useState(pageVersion !== undefined)
  const readOnly = usePublishesNothing()
  const { data: dates = [] } = useQuery(cohortsQuery(ofId))
  const past = dates.filter(({ state }) => state === 'past')
  const shown = showsPast ? dates : dates.filter((date) => !past.includes(date))
  const { act, patch, remove } = useResource({ api: cohortsPath(ofId), one: 'date', trash: 'cohorts' })
  const close = () => {
    setEdited(null)
    // A reload must not add the wished date again.
    if (wished !== null) setParameters({ tab: 'dates' }, { replace: true })
  }
  /** Whom a message about a change would reach; undefined to a reader who may not know. */
  const audienceOf = async (cohort: Cohort, kind: NoticeKind) => {
    const list = { ...adminQuery<NoticeList>(`${noticesPath(cohort)}?kind=${kind}`), staleTime: 0 }
    return readsPeople ? (await client.fetchQuery(list).catch(() => undefined))?.audience : undefined
  }
  const reaches = async (cohort: Cohort, kind: NoticeKind) => {
    const known = await audienceOf(cohort, kind)
    return known ? known.count > 0 : kind !== 'opened' && concernedWords(cohort) !== undefined
  }
  /** Offers a message about a change, or about a new date. */
  const offerToTell = async (cohort: Cohort, kind: NoticeKind) => {
    if (await reaches(cohort, kind)) setNotice({ cohort, kind })
  }
  const isEvent = pageVersion !== undefined
  const known = useRef<Cohort>(undefined)
  const readAgain = useEffectEvent(async () => {
    const [date] = await client.fetchQuery({ ...cohortsQuery(ofId), staleTime: 0 })
    const before = known.current
    known.current = date
    const isMoved = before && date && (before.startsAt !== date.startsAt || before.endsAt !== date.endsAt)
    if (isMoved) await offerToTell(date, 'moved')
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each save of the page may have changed the date
  useEffect(() => {
    if (isEvent) readAgain().catch(() => {})
  }, [isEvent, pageVersion])
  const saved = (cohort: Cohort, kind?: NoticeKind) => {
    close()
    onSaved()
    if (kind) offerToTell(cohort, kind)
  }
  const set = ({ _id }: Cohort, flags: Partial<Pick<Cohort, 'closed' | 'cancelled'>>, done: string) =>
    patch(_id, flags, { done: `Date ${done}`, failed: 'Failed to update date' })
  const cancel = async (date: Cohort) => {
    const question = `Cancel the date on ${formatDate(date.startsOn)}?`
    const audience = await audienceOf(date, 'cancelled')
    const detail = audience ? cancelWords(audience) : (askedWords(date) ?? 'No registrations.')
    const agreed = await confirm({ question, detail, action: 'Cancel date', cancel: 'Keep date' })
    if (agreed && (await set(date, { cancelled: true }, 'cancelled'))) await offerToTell(date, 'cancelled')
  }
  /** A date that people have asked for is cancelled instead, so that they are told. */
  const drop = async (date: Cohort) => {
    const stored = await client.fetchQuery({ ...cohortsQuery(ofId), staleTime: 0 })
    const now = stored.find(({ _id }) => _id === date._id)
    const hangs = now && askedWords(now)
    const { booked = 0 } = now ?? {}
    const consequence = booked > 0 ? `${formatCount(booked, 'seat')} booked elsewhere.` : undefined
    if (!hangs) return remove(date._id, { name: formatDate(date.startsOn), consequence })
    const to = registrationsOf(date)
    const look = mayOpen(to) && { to, label: 'View registrations' }
    const looks = date.cancelled && look && !(await reaches(now, 'cancelled')) ? look : undefined
    const agreed = await confirm({
      question: date.cancelled ? 'This date cannot be deleted' : 'Cancel the date instead?',
      detail: `${hangs} A date with registrations is kept, so that you can notify people.`,
      links: look && !looks ? [look] : [],
      action: looks ? looks.label : date.cancelled ? 'Notify them' : 'Cancel date',
      cancel: 'Keep date',
      harmless: date.cancelled,
    })
    if (!agreed) return
    if (looks) return navigate(looks.to)
    if (date.cancelled || (await set(date, { cancelled: true }, 'cancelled'))) await offerToTell(date, 'cancelled')
  }
  const actionsOf = (date: Cohort): RowAct[] => {
    const { _id, closed, cancelled } = date
    const name = `date on ${formatDate(date.startsOn)}`
    const more = (icon: LucideIcon, short: string, onClick: () => void) =>
      ({ icon, label: `${short}: ${name}`, short, place: 'menu', onClick }) as const
    const to = peopleOf(date, mayOpen)
    return [
      { icon: Pencil, label: `Edit ${name}`, short: 'Edit', onClick: () => setEdited(date) },
      to !== undefined && {
        icon: Users,
        label: `Participants: ${name}`,
        short: 'Participants',
        place: 'narrow menu',
        to,
      },
      ...(cancelled
        ? [more(CircleCheck, 'Reinstate', () => set(date, { cancelled: false }, 'reinstated'))]
        : [
            closed
              ? more(LockOpen, 'Reopen enrollment', () => set(date, { closed: false }, 'reopened'))
              : more(Lock, 'Close enrollment', () => set(date, { closed: true }, 'closed')),
            more(CircleSlash, 'Cancel date…', () => cancel(date)),
          ]),
      !isEvent &&
        more(CopyPlus, 'Duplicate in 8 weeks', () =>
          act(() => adminFetch(`${cohortsPath(ofId)}/${_id}/repeat`, { method: 'POST', json: { weeks: 8 } }), {
            done: 'Date added successfully',
            failed: 'Failed to add date',
          }),
        ),
      !isEvent && { ...more(Trash2, 'Delete', () => drop(date)), danger: true },
    ]
  }
  const actions: Column<Cohort> = {
    header: 'Actions',
    align: 'right',
    cell: (date) => <RowActions name={formatDate(date.startsOn)} actions={actionsOf(date)} />,
  }
  return (
    <FormPanel {...(isEvent && { title: 'Registrations' })}>
      {isEvent && shown.map((date) => <OneDate key={date._id} date={date} actions={readOnly ? [] : actionsOf(date)} />)}
      {!isEvent && shown.length > 0 && (
        <DataTable
          label="Dates"
          columns={readOnly ? columns : [...columns, actions]}
          rows={shown}
          rowKey={({ _id }) => _id}
          summary={(date) => [seatsBooked(date), marks[date.state].label, date.timetable].filter(Boolean).join(' · ')}
        />
      )}
      {dates.length === 0 && (
        <p className="text-small text-muted">
          {isEvent
            ? 'Save the page with an event section first.'
            : 'No dates yet. The course page shows the start date of the course.'}
        </p>
      )}
      {!isEvent && (
        <div className="flex flex-wrap gap-2">
          {!readOnly && (
            <Button variant="secondary" size="small" onClick={() => setEdited(empty)}>
              <Plus aria-hidden="true" className="size-4" />
              Add a date
            </Button>
          )}
          {past.length > 0 && (
            <Button variant="quiet" size="small" onClick={() => setShowsPast(!showsPast)}>
              {showsPast ? 'Hide past dates' : `Show ${formatCount(past.length, 'past date')}`}
            </Button>
          )}
        </div>
      )}
      {edited && <CohortDialog ofId={ofId} date={edited} onClose={close} onSaved={saved} />}
      {notice && <NoticeDialog {...notice} onClose={() => setNotice(null)} />}
    </FormPanel>
  )
}

/** The date of an event, next to its page. */
const OneDate = ({ date, actions }: { date: Cohort; actions: RowAct[] }) => (
  <div className="flex items-start justify-between gap-3">
    <div className="min-w-0">
      <p className="font-[560]">{formatDate(date.startsOn)}</p>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 text-small">
        <StateMark {...marks[date.state]} />
        <span className="tabular-nums">{seatsBooked(date)}</span>
      </p>
      <div className="mt-1 text-small">
        <Registered date={date} />
      </div>
    </div>
    <RowActions name={formatDate(date.startsOn)} actions={actions} />
  </div>
)
