import { formatIn, shortTime } from '#contract/zoned-format.ts'
import type { DeliveryState } from '#server/mail/deliveries.table.ts'
import { type CourseRequest, seatWords } from './course-requests.contract.ts'

const weekdays = formatIn('en-GB', { weekday: 'short' })

/** A time in the company's time zone: 'Tue 24 Nov, 10:00 IST'. @param iso ISO 8601 in UTC */
export const timeInWords = (iso: string, timeZone: string): string =>
  `${weekdays(timeZone).format(new Date(iso))} ${shortTime(iso, timeZone)}`

export type Sent = {
  state: DeliveryState
  reason: string | null
  attempts: number
  dueAt: string
  settledAt: string | null
}

type Situation = {
  /** Whether the site has a mail server. */
  hasServer: boolean
  /** The last message about the state of the request. */
  sent: Sent | undefined
  /** The date, if it is still to come. */
  date: { free: number } | undefined
  /** Whether seats are offered by themselves. */
  byItself: boolean
  now: string
  timeZone: string
}

/** Whether a message about the state of a request was sent, or why not, in one sentence; undefined if there is nothing to say. */
export function mailSentence(
  { kind, state, verifiedAt, place = 1, people, cohort }: CourseRequest,
  { hasServer, sent, date, byItself, now, timeZone }: Situation,
): string | undefined {
  if (kind === 'question' || state === 'accepted' || state === 'withdrawn' || state === 'told') return undefined
  const isOpen = state === 'new' || state === 'waiting'
  if (!hasServer && !(isOpen && verifiedAt !== undefined)) return 'No mail server: nothing was sent'
  if (isOpen && verifiedAt === undefined) {
    if (!sent) return 'Nothing was sent: this mailbox had 4 messages today already'
    return sent.state === 'sent' ? 'Has not pressed the button in our message' : deliveryInWords(sent, now, timeZone)
  }
  if (state === 'new') return undefined
  if (state !== 'waiting') return sent && deliveryInWords(sent, now, timeZone)
  if (!cohort) return 'No new date was announced'
  if (!date) return 'This date takes no people'
  if (date.free <= 0) return 'No seat is free'
  // The place says why.
  if (place > 1) return undefined
  if (date.free < people) return `${seatWords(people, 'person')}, ${seatWords(date.free, 'seat')} free`
  if (!hasServer) return 'No mail server: offer the seat by hand'
  return byItself ? 'The seat is offered within a minute' : 'A seat is free: offer it'
}

function deliveryInWords({ state, reason, attempts, dueAt, settledAt }: Sent, now: string, timeZone: string): string {
  if (state === 'sent') return `Sent ${timeInWords(settledAt ?? dueAt, timeZone)}`
  if (state === 'failed') return `Did not arrive: ${reason}`
  if (state === 'skipped') return `Not sent: ${reason}`
  if (attempts > 0 && reason) return `Will be tried again: ${reason}`
  return dueAt > now ? `Leaves ${timeInWords(dueAt, timeZone)}` : 'Leaves now'
}
