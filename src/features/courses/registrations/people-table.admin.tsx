import {
  ArrowRightLeft,
  CircleCheck,
  CircleSlash,
  ListPlus,
  type LucideIcon,
  MessageSquare,
  Pencil,
  StickyNote,
  Ticket,
  Trash2,
  UserMinus,
} from 'lucide-react'
import { useNavigate } from 'react-router'
import { useShortcut } from '#admin/dialogs/shortcuts.tsx'
import { formatCount } from '#admin/format.ts'
import type { Column } from '#admin/lists/data-table.tsx'
import { PersonLink } from '#admin/lists/person-link.tsx'
import { StateMark } from '#admin/lists/record-badges.tsx'
import type { RowAct } from '#admin/lists/row-actions.tsx'
import { onCurrentRow } from '#admin/lists/rows.tsx'
import { useReadOnly } from '#admin/session/use-auth.ts'
import { LocalDate, useTimeZone } from '#admin/time.tsx'
import { formatDate } from '#ui/date.tsx'
import { Link } from '#ui/link.tsx'
import { dateScreen } from '../ground/course-resource.admin.tsx'
import { offerOf, registrationsPath } from '../ground/offers.contract.ts'
import { proposalLine, type RegistrationAct } from '../ground/registration-words.contract.ts'
import type { Registration } from '../ground/registrations.contract.ts'
import { markOf, stateDetail, wantedLine } from './registration-words.admin.ts'
import type { useRegistrations } from './use-registrations.admin.tsx'

type Registrations = ReturnType<typeof useRegistrations>

const acts: Record<RegistrationAct, { icon: LucideIcon; label: string; key: string }> = {
  offer: { icon: Ticket, label: 'Offer seat', key: 'o' },
  confirm: { icon: CircleCheck, label: 'Confirm', key: 'c' },
  decline: { icon: CircleSlash, label: 'Decline', key: 'd' },
  move: { icon: ArrowRightLeft, label: 'Move to another date', key: 'm' },
  toList: { icon: ListPlus, label: 'Move to waitlist', key: 'l' },
  correct: { icon: Pencil, label: 'Edit registration', key: 'e' },
  note: { icon: StickyNote, label: 'Note', key: 'n' },
  withdraw: { icon: UserMinus, label: 'Withdraw', key: 'w' },
}

/** The keys that do with the current row what its menu does. @param find the registration of a row, by the id of the row */
export function useRegistrationKeys(find: (id: string) => Registration | undefined, registrations: Registrations) {
  const navigate = useNavigate()
  const readOnly = useReadOnly()
  const keyOf = (act: RegistrationAct) => {
    const { key, label } = acts[act]
    const run = (id: string) => {
      const row = find(id)
      if (row?.acts.includes(act)) void registrations[act](row)
    }
    return readOnly ? null : { key, label: `${label} (row)`, ...onCurrentRow(run) }
  }
  useShortcut(keyOf('offer'))
  useShortcut(keyOf('confirm'))
  useShortcut(keyOf('decline'))
  useShortcut(keyOf('move'))
  useShortcut(keyOf('toList'))
  useShortcut(keyOf('correct'))
  useShortcut(keyOf('note'))
  useShortcut(keyOf('withdraw'))
  useShortcut({
    key: 'r',
    label: 'Reply to the question (row)',
    ...onCurrentRow((id) => {
      const contactId = find(id)?.contactId
      if (contactId) navigate(`/admin/contacts/${contactId}`)
    }),
  })
}

/** The act that is due is a button, the others are in the menu. */
export function actionsFor(registration: Registration, registrations: Registrations): RowAct[] {
  const { name, contactId, next } = registration
  const open = `Open the question of ${name}`
  return [
    contactId !== undefined && { icon: MessageSquare, label: open, short: 'Open', to: `/admin/contacts/${contactId}` },
    ...registration.acts.map((act) => ({
      icon: acts[act].icon,
      label: `${acts[act].label}: ${name}`,
      short: acts[act].label,
      ...(next === act ? { worded: true } : { place: 'menu' as const }),
      onClick: () => void registrations[act](registration),
    })),
    {
      icon: Trash2,
      label: `Delete the registration of ${name}`,
      short: 'Delete',
      danger: true,
      place: 'menu',
      onClick: () => registrations.remove(registration),
    },
  ]
}

/** @param of all registrations, those of one course or page, or of one date: a column leaves out what they have in common */
export function usePeopleTable(registrations: Registrations, of: 'all' | 'offer' | 'date') {
  const zone = useTimeZone()
  const columns: Column<Registration>[] = [
    {
      header: 'Name',
      className: 'xl:min-w-44',
      cell: ({ name, email, phone }) => (
        <>
          <PersonLink email={email}>
            <span className="font-[560]">{name}</span>
          </PersonLink>
          <span className="block text-small text-muted wrap-anywhere max-xl:hidden">
            {[email, phone].filter(Boolean).join(' · ')}
          </span>
        </>
      ),
    },
    { header: 'Seats', align: 'right', cell: ({ people }) => people },
    {
      header: 'Company',
      className: 'max-xl:md:hidden',
      cell: ({ company, gstin, poNumber, invoiceNo, paidOn }) => (
        <>
          <span className="wrap-anywhere">{company}</span>
          {[
            gstin,
            poNumber && `PO number ${poNumber}`,
            invoiceNo && `Invoice number ${invoiceNo}`,
            paidOn && `Paid on ${paidOn}`,
          ]
            .filter(Boolean)
            .map((line) => (
              <span key={line} className="block text-small text-muted wrap-anywhere">
                {line}
              </span>
            ))}
        </>
      ),
    },
    {
      header: 'Requested',
      className: 'xl:min-w-36',
      cell: (registration) => (
        <>
          <LocalDate iso={registration.createdAt} />
          <span className="block text-small text-muted wrap-anywhere">
            {of === 'all' && (
              <>
                <Link
                  to={registrationsPath({ course: registration.course?._id, event: registration.event?._id })}
                  className="link-quiet hover:text-primary"
                >
                  {offerOf(registration).title}
                </Link>
                {' · '}
              </>
            )}
            {of !== 'date' && <AskedFor registration={registration} />}
          </span>
        </>
      ),
    },
    { header: 'Status', className: 'xl:min-w-52', cell: (registration) => <Status registration={registration} /> },
  ]
  return {
    nameOf: ({ name }: Registration) => name,
    columns,
    actionsOf: (registration: Registration) => actionsFor(registration, registrations),
    summary: (registration: Registration) => (
      <span className="block whitespace-normal">
        {[
          markOf(registration).label,
          registration.people > 1 && formatCount(registration.people, 'seat'),
          stateDetail(registration, zone),
          of !== 'date' && askedFor(registration),
          registration.mail,
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    ),
  }
}

/** The date, or what is asked for without one. */
function askedFor(registration: Registration): string {
  const { kind, cohort } = registration
  if (kind === 'question') return 'Question'
  if (cohort) return formatDate(cohort.startsOn).replaceAll(' ', '\u00a0')
  return wantedLine(registration) || (kind === 'enrol' ? 'No date' : 'Next date')
}

function AskedFor({ registration }: { registration: Registration }) {
  const { kind, cohort } = registration
  const words = askedFor(registration)
  if (kind === 'question' || !cohort) return words
  return (
    <Link to={dateScreen(cohort)} className="link-quiet hover:text-primary">
      {words}
    </Link>
  )
}

function Status({ registration }: { registration: Registration }) {
  const zone = useTimeZone()
  const detail = stateDetail(registration, zone)
  const lines = [
    registration.mail,
    registration.reason,
    registration.enteredBy && `Entered by ${registration.enteredBy}`,
    registration.message,
    registration.proposed && `Change requested, not confirmed: ${proposalLine(registration.proposed)}`,
    registration.note && `Note: ${registration.note}`,
  ]
  return (
    <>
      <span className="inline-flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <StateMark {...markOf(registration)} />
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
