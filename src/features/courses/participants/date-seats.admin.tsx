import { SearchField } from '#admin/lists/list-frame.tsx'
import type { DateParticipants, Participant } from './participants.contract.ts'

export type Booking = DateParticipants['bookings'][number]

export type Seat = {
  participant: Participant
  /** Absent for a seat whose booking was erased. */
  booking: Booking | undefined
  name: string
  isNamed: boolean
  /** The company, and who has booked, if that is someone else. */
  detail: string
}

/** The seats of a date, in the order of their bookings. */
export function seatsOf({ bookings, participants }: Pick<DateParticipants, 'bookings' | 'participants'>): Seat[] {
  const bookingOf = new Map(bookings.map((booking) => [booking._id, booking]))
  return participants.map((participant) => {
    const booking = bookingOf.get(participant.requestId ?? '')
    const { name } = participant
    const bookedBy = booking && booking.name !== name && `Booked by ${booking.name}`
    return {
      participant,
      booking,
      name: name ?? 'No name yet',
      isNamed: name !== undefined,
      detail: [booking?.company, bookedBy].filter(Boolean).join(' · '),
    }
  })
}

/** Whether a seat has all words of a search, in its names, its company or its email. */
export function matching(search: string) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return ({ name, detail, participant: { email = '' } }: Pick<Seat, 'name' | 'detail' | 'participant'>) => {
    const text = `${name} ${detail} ${email}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
}

/** So many people are seen at once. */
const fewPeople = 20

type FindPeopleProps = { count: number; value: string; onSearch: (search: string) => void }

/** The search of a long list of people. */
export const FindPeople = ({ count, value, onSearch }: FindPeopleProps) =>
  count > fewPeople ? (
    <div className="mb-3">
      <SearchField placeholder="Search participants..." value={value} onSearch={onSearch} />
    </div>
  ) : null
