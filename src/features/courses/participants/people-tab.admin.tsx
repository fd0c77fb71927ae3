import { useQuery } from '@tanstack/react-query'
import { Award, Pencil } from 'lucide-react'
import { useState } from 'react'
import { adminCall, adminFetch } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { confirm } from '#admin/dialogs/confirm.tsx'
import { formatCount } from '#admin/format.ts'
import { type Column, DataTable } from '#admin/lists/data-table.tsx'
import { ListRows } from '#admin/lists/list-screen.tsx'
import { type RowAct, RowActions } from '#admin/lists/row-actions.tsx'
import { ReadOnlyContext, useMay } from '#admin/session/use-auth.ts'
import { Link } from '#ui/link.tsx'
import { EmptyState } from '#ui/states.tsx'
import { listPath } from '#web/api-query.ts'
import { registrationsOf } from '../cohorts/cohort-columns.admin.tsx'
import type { Registration } from '../ground/registrations.contract.ts'
import { actionsFor, usePeopleTable, useRegistrationKeys } from '../registrations/people-table.admin.tsx'
import { registrationsApi } from '../registrations/registration-dialogs.admin.tsx'
import { useRegistrations } from '../registrations/use-registrations.admin.tsx'
import { FindPeople, matching, type Seat, seatsOf } from './date-seats.admin.tsx'
import { ParticipantDialog } from './participant-dialogs.admin.tsx'
import type { DateParticipants } from './participants.contract.ts'
import { CertificateNumber, Contact, inner, Name, nameOf, type Row, rowsOf } from './seat-rows.admin.tsx'

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
  const { date, acts, days, participants } = people
  const readsContacts = useMay('readContacts')
  const mayWrite = useMay('writeContacts')
  const query = useQuery({ ...registrationsQuery(date._id), enabled: readsContacts })
  const registrationOf = new Map(query.data?.map((registration) => [registration._id, registration]))
  const open = query.data?.filter(isOpen).sort(inTurn) ?? []
  const registrations = useRegistrations()
  const requests = usePeopleTable(registrations, 'date')
  const [edited, setEdited] = useState<string | null>(null)
  const [search, setSearch] = useState('')
  const { act } = useAct({ reload: '/api/cohorts' })
  const seats = seatsOf(people)
  const rows = rowsOf(seats.filter(matching(search)))
  const ofRow = ({ booking, isInner }: Row) => (isInner ? undefined : registrationOf.get(booking?._id ?? ''))
  const mayName = acts.includes('name')
  const openRow = (id: string) => {
    const registration = registrationOf.get(id)
    if (seats.some(({ participant }) => participant._id === id)) setEdited(id)
    else if (mayWrite && registration?.acts.includes('correct')) registrations.correct(registration)
  }
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

  const attendedOf = (seat: Seat | undefined) => {
    const marks = seat?.participant.attended ?? {}
    if (Object.keys(marks).length === 0) return undefined
    return `${days.filter((day) => marks[day]).length} of ${formatCount(days.length, 'day')}`
  }
  const columns: Column<Row>[] = [
    {
      header: 'Name',
      className: 'md:min-w-52',
      cell: (row) => (
        <Name row={row} registration={ofRow(row)} onName={mayName ? () => setEdited(row._id) : undefined} />
      ),
    },
    ...(readsContacts
      ? [{ header: 'Contact', cell: (row: Row) => <Contact row={row} registration={ofRow(row)} /> }]
      : []),
    {
      header: 'Company',
      className: 'md:max-xl:hidden',
      cell: ({ booking, isInner }) => !isInner && <bdi className="wrap-anywhere">{booking?.company}</bdi>,
    },
    ...(participants.some(({ attended }) => Object.keys(attended).length > 0)
      ? [
          {
            header: 'Attended',
            cell: ({ seat }: Row) => <span className="whitespace-nowrap tabular-nums">{attendedOf(seat)}</span>,
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
  const summary = ({ seat, booking, isHead, isInner }: Row) => {
    const words = [
      isHead && booking && formatCount(booking.people, 'seat'),
      !isInner && booking?.company,
      attendedOf(seat),
      seat?.participant.certificate?.number,
    ].filter(Boolean)
    return words.length > 0 && <bdi className={isInner ? inner : undefined}>{words.join(' · ')}</bdi>
  }
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
          onOpen={mayName ? openRow : undefined}
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
              <Link to={registrationsOf(date)} className="link text-small">
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
