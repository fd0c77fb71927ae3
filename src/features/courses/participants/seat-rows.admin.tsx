import { formatCount } from '#admin/format.ts'
import { PersonLink } from '#admin/lists/person-link.tsx'
import type { Registration } from '../ground/registrations.contract.ts'
import type { Booking, Seat } from './date-seats.admin.tsx'

/** The head of a booking of several seats, one of its seats, or a seat that is a booking of its own. */
export type Row = { _id: string; seat?: Seat; booking?: Booking | undefined; isHead: boolean; isInner: boolean }

export function rowsOf(seats: Seat[]): Row[] {
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

export const nameOf = ({ seat, booking, isHead }: Row) =>
  isHead ? `the booking of ${booking?.name}` : seat?.isNamed ? seat.name : `a seat of ${booking?.name ?? 'this date'}`

/** The seats of a booking are below its head. */
export const inner = 'border-l-2 border-line pl-3 md:ml-1'

type NameProps = { row: Row; registration: Registration | undefined; onName: (() => void) | undefined }

export function Name({ row: { seat, booking, isHead, isInner }, registration, onName }: NameProps) {
  const email = seat?.participant.email ?? registration?.email
  if (isHead)
    return (
      <>
        <PersonLink email={email}>
          <bdi className="font-[560] wrap-anywhere">{booking?.name}</bdi>
        </PersonLink>
        <span className="text-muted max-md:hidden"> · {formatCount(booking?.people ?? 0, 'seat')}</span>
        <Message of={booking} />
      </>
    )
  return (
    <div className={isInner ? inner : undefined}>
      {seat?.isNamed ? (
        <PersonLink email={email}>
          <bdi className={isInner ? 'wrap-anywhere' : 'font-[560] wrap-anywhere'}>{seat.name}</bdi>
        </PersonLink>
      ) : onName ? (
        <button
          type="button"
          onClick={onName}
          className="rounded-mark text-muted underline decoration-dotted underline-offset-4 hover:text-primary pointer-coarse:py-2"
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

export function Contact({ row: { seat }, registration }: ContactProps) {
  const { email = registration?.email, phone = registration?.phone } = seat?.participant ?? {}
  return (
    <span className="text-small wrap-anywhere">
      {email}
      {email && phone && <span className="text-muted"> · </span>}
      {phone && <bdi className="whitespace-nowrap text-muted">{phone}</bdi>}
    </span>
  )
}

export const CertificateNumber = ({ of: { certificate } }: { of: Seat['participant'] }) =>
  certificate ? (
    <span className="whitespace-nowrap tabular-nums">
      {certificate.withdrawnAt ? <span className="text-muted">Withdrawn</span> : certificate.number}
    </span>
  ) : null
