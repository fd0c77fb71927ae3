import { useQuery } from '@tanstack/react-query'
import { Award, Pencil } from 'lucide-react'
import { useState } from 'react'
import { adminCall, adminFetch } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { confirm } from '#admin/dialogs/confirm.tsx'
import { formatCount } from '#admin/format.ts'
import { type Column, DataTable } from '#admin/lists/data-table.tsx'
import { ListRows } from '#admin/lists/list-screen.tsx'
import { PersonLink } from '#admin/lists/person-link.tsx'
import { type RowAct, RowActions } from '#admin/lists/row-actions.tsx'
import { ReadOnlyContext, useMay } from '#admin/session/use-auth.ts'
import { Link } from '#ui/link.tsx'
import { EmptyState } from '#ui/states.tsx'
import { listPath } from '#web/api-query.ts'
import type { Registration } from '../ground/registrations.contract.ts'
import { actionsFor, usePeopleTable, useRegistrationKeys } from '../registrations/people-table.admin.tsx'
import { registrationsApi } from '../registrations/registration-dialogs.admin.tsx'
import { useRegistrations } from '../registrations/use-registrations.admin.tsx'
import { type Booking, FindPeople, matching, type Seat, seatsOf } from './date-seats.admin.tsx'
import { ParticipantDialog } from './participant-dialogs.admin.tsx'
import type { DateParticipants } from './participants.contract.ts'

/** The head of a booking of several seats, one of its seats, or a seat that is a booking of its own. */
type Row = { _id: string; seat?: Seat; booking?: Booking | undefined; isHead: boolean; isInner: boolean }

function rowsOf(seats: Seat[]): Row[] {
  const groups = Map.groupBy(seats, ({ booking, participant }) => booking?._id ?? participant._id)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    const isInner = (first?.booking?.people ?? 1) > 1
    const rows = group.map((seat) => ({
      ...{ _id: seat.participant._id, seat, booking: seat.booking },
      ...{ isHead: false, isInner },
    }))
    const { booking } = first ?? {}
    return booking && isInner ? [{ _id: booking._id, booking, isHead: true, isInner: false }, ...rows] : rows
  })
}

const perPage = 100

/** All registrations for a date, in any state. */
const registrationsQuery = (cohort: string) => {
  return {
    queryKey: ['admin', listPath(registrationsApi, { cohort }), 'all'],
    staleTime: 0,
    async queryFn({ signal }: { signal: AbortSignal }) {
      const pageOf = (page: number) =>
        adminCall<Registration[]>(listPath(registrationsApi, { cohort, limit: perPage, page }), { signal })
      const first = await pageOf(1)
      const more = Math.ceil((first.total ?? 0) / perPage) - 1
      const others = await Promise.all(Array.from({ length: Math.max(0, more) }, (_, index) => pageOf(index + 2)))
      return [first, ...others].flatMap(({ body }) => body)
    },
  }
}

/** Those that may still get a seat, in the order in which staff answer them: requests first, then the waitlist in its order. */
const openStates = ['new', 'offered', 'waiting', 'lapsed']
const isOpen = ({ state, kind }: Registration) => openStates.includes(state) && kind !== 'question'
const rankOf = ({ state, place = Number.MAX_SAFE_INTEGER }: Registration) => [openStates.indexOf(state), place] as const
const inTurn = (one: Registration, other: Registration) => {
  const [[state, place], [otherState, otherPlace]] = [rankOf(one), rankOf(other)]
  return state - otherState || place - otherPlace
}

export function PeopleTab({ people }: { people: DateParticipants }) {
  const { date, course, acts, days, participants } = people
  const readsContacts = useMay('readContacts')
  const mayWrite = useMay('writeContacts')
  const query = useQuery({ ...registrationsQuery(date._id), enabled: readsContacts })
  const registrationOf = new Map(query.data?.map((registration) => [registration._id, registration]))
  const open = query.data?.filter(isOpen).sort(inTurn) ?? []
  const registrations = useRegistrations()
  const requests = usePeopleTable(registrations, false)
  const [edited, setEdited] = useState<string | null>(null)
  const [search, setSearch] = useState('')
  const { act } = useAct({ reload: '/api/cohorts' })
  const seats = seatsOf(people)
  const rows = rowsOf(seats.filter(matching(search)))
  const ofRow = ({ booking, isInner }: Row) => (isInner ? undefined : registrationOf.get(booking?._id ?? ''))
  const mayName = acts.includes('name')
  const isSeat = (id: string) => seats.some(({ participant }) => participant._id === id)
  useRegistrationKeys((id) => {
    const row = rows.find(({ _id }) => _id === id)
    return row ? ofRow(row) : registrationOf.get(id)
  }, registrations)

  async function withdraw({ participant: { certificate }, name }: Seat) {
    const question = `Withdraw the certificate of ${name}?`
    const detail = `Its number ${certificate?.number} then says that it was withdrawn. You can issue a new one.`
    if (await confirm({ question, detail, action: 'Withdraw certificate' }))
      await act(() => adminFetch(`/api/certificates/${certificate?.number}`, { method: 'DELETE' }), {
        done: 'Certificate withdrawn',
      })
  }

  const actionsOf = (row: Row): RowAct[] => {
    const { seat } = row
    const registration = ofRow(row)
    const isValid = seat?.participant.certificate && !seat.participant.certificate.withdrawnAt
    return [
      seat &&
        mayName && {
          icon: Pencil,
          label: `Edit participant: ${seat.isNamed ? seat.name : 'no name yet'}`,
          short: 'Edit participant',
          onClick: () => setEdited(seat.participant._id),
        },
      seat &&
        isValid &&
        acts.includes('certify') && {
          icon: Award,
          label: `Withdraw certificate: ${seat.name}`,
          short: 'Withdraw certificate',
          place: 'menu',
          onClick: () => void withdraw(seat),
        },
      ...(registration && mayWrite ? actionsFor(registration, registrations) : []),
    ]
  }

  const attendedDays = ({ attended }: Seat['participant']) => days.filter((day) => attended[day]).length
  const columns: Column<Row>[] = [
    {
      header: 'Name',
      className: 'md:min-w-52',
      cell: (row) => <Name row={row} onName={mayName ? () => setEdited(row._id) : undefined} />,
    },
    ...(readsContacts
      ? [{ header: 'Contact', cell: (row: Row) => <Contact row={row} registration={ofRow(row)} /> }]
      : []),
    {
      header: 'Company',
      className: 'md:max-xl:hidden',
      cell: ({ booking, isInner }) => !isInner && <span className="wrap-anywhere">{booking?.company}</span>,
    },
    ...(participants.some(({ attended }) => Object.keys(attended).length > 0)
      ? [
          {
            header: 'Attended',
            cell: ({ seat }: Row) =>
              seat && (
                <span className="whitespace-nowrap tabular-nums">
                  {attendedDays(seat.participant)} of {formatCount(days.length, 'day')}
                </span>
              ),
          },
        ]
      : []),
    ...(participants.some(({ certificate }) => certificate)
      ? [{ header: 'Certificate', cell: ({ seat }: Row) => seat && <CertificateNumber of={seat.participant} /> }]
      : []),
  ]
  const actions: Column<Row> = {
    header: 'Actions',
    align: 'right',
    cell: (row) => <RowActions name={nameOf(row)} actions={actionsOf(row)} />,
  }
  const summary = ({ seat, booking, isHead, isInner }: Row) =>
    [
      isHead && booking && formatCount(booking.people, 'seat'),
      !isInner && booking?.company,
      seat &&
        Object.keys(seat.participant.attended).length > 0 &&
        `${attendedDays(seat.participant)} of ${days.length} days`,
      seat?.participant.certificate?.number,
    ]
      .filter(Boolean)
      .join(' · ')
  const elsewhere = date.bookedElsewhere - seats.filter(({ booking }) => !booking).length
  const hasActs = mayName || mayWrite
  return (
    <>
      <FindPeople count={seats.length} value={search} onSearch={setSearch} />
      {seats.length === 0 ? (
        <EmptyState title="No participants yet">
          <p>Everyone enrolled for this date appears here.</p>
        </EmptyState>
      ) : (
        <DataTable
          label="Participants"
          columns={hasActs ? [...columns, actions] : columns}
          rows={rows}
          rowKey={({ _id }) => _id}
          summary={summary}
          onOpen={mayName ? (id) => isSeat(id) && setEdited(id) : undefined}
          emptyText="No participants found"
        />
      )}
      {elsewhere > 0 && (
        <p className="mt-3 text-small text-muted">{formatCount(elsewhere, 'more seat')} booked elsewhere.</p>
      )}
      {readsContacts && (open.length > 0 || query.isError) && (
        <ReadOnlyContext value={!mayWrite}>
          <section aria-labelledby="requests" className="mt-8">
            <div className="mb-3 flex flex-wrap items-baseline gap-x-4 gap-y-1">
              <h2 id="requests" className="mr-auto text-h2">
                Requests and waitlist
                <span className="ml-2 text-body font-normal text-muted tabular-nums">{open.length}</span>
              </h2>
              <Link to={`/admin/courses/${course._id}/registrations?cohort=${date._id}`} className="link text-small">
                All registrations for this date
              </Link>
            </div>
            <ListRows {...requests} list={{ query, rows: open }} title="Requests and waitlist" what="registrations" />
          </section>
        </ReadOnlyContext>
      )}
      {registrations.dialog}
      {edited !== null && (
        <ParticipantDialog
          key={edited}
          people={people}
          id={edited}
          onNext={setEdited}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}

const nameOf = ({ seat, booking, isHead }: Row) =>
  isHead ? `the booking of ${booking?.name}` : seat?.isNamed ? seat.name : `a seat of ${booking?.name ?? 'this date'}`

type NameProps = { row: Row; onName: (() => void) | undefined }

function Name({ row: { seat, booking, isHead, isInner }, onName }: NameProps) {
  if (isHead)
    return (
      <>
        <bdi className="font-[560] wrap-anywhere">{booking?.name}</bdi>
        <span className="text-muted max-md:hidden"> · {formatCount(booking?.people ?? 0, 'seat')}</span>
        <Message of={booking} />
      </>
    )
  return (
    <div className={isInner ? 'border-l-2 border-line pl-3 md:ml-1' : undefined}>
      {seat?.isNamed ? (
        <bdi className={isInner ? 'wrap-anywhere' : 'font-[560] wrap-anywhere'}>{seat.name}</bdi>
      ) : onName ? (
        <button
          type="button"
          onClick={onName}
          className="rounded-mark text-accent-ink underline decoration-dotted underline-offset-4 hover:text-primary pointer-coarse:py-2"
        >
          No name yet
        </button>
      ) : (
        <span className="text-muted">No name yet</span>
      )}
      {!isInner && booking && seat?.isNamed && booking.name !== seat.name && (
        <span className="block text-small text-muted wrap-anywhere">
          Booked by <bdi>{booking.name}</bdi>
        </span>
      )}
      {!isInner && <Message of={booking} />}
    </div>
  )
}

const Message = ({ of }: { of: Booking | undefined }) =>
  of?.message ? <span className="line-clamp-2 text-small text-muted wrap-anywhere">{of.message}</span> : null

type ContactProps = { row: Row; registration: Registration | undefined }

function Contact({ row: { seat }, registration }: ContactProps) {
  const { email = registration?.email, phone = registration?.phone } = seat?.participant ?? {}
  return (
    <span className="text-small wrap-anywhere">
      {email && <PersonLink email={email}>{email}</PersonLink>}
      {email && phone && <span className="text-muted"> · </span>}
      {phone && <bdi className="whitespace-nowrap text-muted">{phone}</bdi>}
    </span>
  )
}

const CertificateNumber = ({ of: { certificate } }: { of: Seat['participant'] }) =>
  certificate ? (
    <span className="whitespace-nowrap tabular-nums">
      {certificate.withdrawnAt ? <span className="text-muted">Withdrawn</span> : certificate.number}
    </span>
  ) : null
