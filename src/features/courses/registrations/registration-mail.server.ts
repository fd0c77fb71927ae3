import { dayAndMonth } from '#contract/zoned-format.ts'
import type { DeliveryKinds } from '#server/mail/deliveries.table.ts'
import type { MailKind } from '#server/mail/mail-kind.ts'
import { dayIn } from '#server/runtime/clock.ts'
import type { ConfigNow } from '#server/site-config/site-config.ts'
import {
  calendarStatus,
  dateOf,
  enrollAddress,
  type FullRegistration,
  joiningDetails,
  type MessageText,
  messageTo,
  nounOf,
  offerAndDate,
  readFullRegistrations,
  readStoredCohorts,
  registrationUrl,
  seatCalendar,
  seatFacts,
  withdrawLabel,
} from '../cohorts/course-messages.server.ts'
import { showsDetails } from '../cohorts/timetable.ts'
import type { StoredCohort } from '../ground/courses.table.ts'
import {
  kindNames,
  type LinkAction,
  noAddress,
  proposalWords,
  type RegistrationState,
  seatWords,
} from '../ground/registration-words.contract.ts'
import { answerFor } from './registration-notice.server.ts'
import { timeInWords } from './registration-rows.server.ts'
import { byButton, isEnrolled } from './seats.server.ts'

type Kind = 'registrationConfirm' | 'registrationRepeat' | 'courseOffer' | 'courseOfferLapsed' | 'registrationAnswer'
type MessageContext<K extends Kind> = ConfigNow & {
  payload: DeliveryKinds[K]
  readDate: (id: string) => Promise<StoredCohort | undefined>
  now: string
  /** The address of the person's page. @param action the press that it shows first */
  urlOf: (action: LinkAction) => Promise<string>
}
type MessageOrSkip = MessageText | { skip: string }
type Write<K extends Kind> = (
  asked: FullRegistration,
  about: MessageContext<K>,
) => MessageOrSkip | Promise<MessageOrSkip>

const toPerson =
  <K extends Kind>(write: Write<K>): MailKind<K> =>
  ({ database, site, render }) => ({
    async compose({ subjectId = '', payload }) {
      const [asked] = await readFullRegistrations(database, [subjectId])
      if (!asked) return { skip: 'The registration was deleted' }
      if (asked.email === undefined) return { skip: noAddress }
      if (asked.date?.cancelled && !ended.includes(asked.state)) return { skip: 'The date is cancelled' }
      const settings = await site.now()
      const urlOf = (action: LinkAction) => registrationUrl(database, settings.publicUrl, asked.id, action)
      const readDate = async (id: string) => (await readStoredCohorts(database, [id])).get(id)
      const text = await write(asked, { ...settings, payload, readDate, now: database.now(), urlOf })
      return 'skip' in text ? text : messageTo(asked.email, text, settings.company, render)
    },
  })

/** The states in which the cancellation of the date changes nothing for the person. */
const ended: RegistrationState[] = ['declined', 'withdrawn']
const changed = { skip: 'The registration has changed since' }
const seatOf = (people: number) => (people === 1 ? 'A seat is' : `${people} seats are`)

export const registrationConfirm = toPerson<'registrationConfirm'>(async (asked, { company, urlOf }) => {
  if (asked.verifiedAt !== undefined) return { skip: 'The email is confirmed already' }
  if (asked.state !== 'new' && asked.state !== 'waiting') return changed
  const title = 'Confirm your request'
  const someone = `Someone, probably you, asked ${company.brand}`
  return {
    subject: `${title}: ${offerAndDate(asked)}`,
    title,
    lines: [
      asked.kind === 'nextDate'
        ? `${someone} to email you about the next date of ${asked.offer.title}.`
        : `${someone} for ${kindNames[asked.kind]}: ${offerAndDate(asked)}, ${seatWords(asked.people, 'person')}.`,
      ...(asked.proposed ? ['The form was sent a second time with other details. The page shows both.'] : []),
      'If this is right, confirm it on our page.',
    ],
    button: { label: 'Confirm my request', href: await urlOf('confirm') },
    small: 'If this was not you, ignore this email. You will not hear from us again.',
  }
})

/** To someone who has asked again. Nothing changes before they press a button, since anybody can type their address. */
export const registrationRepeat = toPerson<'registrationRepeat'>(async (asked, { company, timeZone, now, urlOf }) => {
  const { state, proposed, kind, people, offeredUntil = '' } = asked
  const isOffered = state === 'offered' && offeredUntil > now
  if (state !== 'new' && state !== 'waiting' && !isOffered) return changed
  const title = 'You already have a request'
  const wish = kind === 'nextDate' ? kindNames.nextDate : `for ${kindNames[kind]}`
  const words = proposed && proposalWords(proposed)
  return {
    subject: `${title}: ${offerAndDate(asked)}`,
    title,
    lines: [
      `Someone, probably you, asked ${company.brand} again ${wish}: ${offerAndDate(asked)}. Your request is unchanged: ${seatWords(people, 'person')}.`,
      ...(isOffered
        ? [`We hold a seat for you until ${timeInWords(offeredUntil, timeZone)}. Accept it on our page.`]
        : []),
      ...(words ? [`New details: ${words}.`] : []),
      ...(proposed && !isOffered ? ['If this is right, confirm the change on our page.'] : []),
      ...(proposed && isOffered ? ['Reply to this email to change your request.'] : []),
    ],
    quote: proposed?.message,
    button: isOffered
      ? { label: 'View the offer', href: await urlOf('take') }
      : { label: proposed ? 'Review the change' : 'View my request', href: await urlOf('change') },
    small: 'If this was not you, ignore this email.',
  }
})

export const courseOffer = toPerson<'courseOffer'>(async (asked, { payload, now, urlOf, ...settings }) => {
  const { state, offeredUntil = '', people, offeredPeople = people, date } = asked
  if (state !== 'offered' || offeredUntil !== payload) return changed
  if (offeredUntil <= now) return { skip: 'The time of the offer was over' }
  const title = `${seatOf(offeredPeople)} available for ${dateOf(asked)}`
  const until = timeInWords(offeredUntil, settings.timeZone)
  return {
    subject: `${title}: ${asked.offer.title}`,
    title,
    lines: [
      `${asked.offer.title}. We hold ${offeredPeople === 1 ? 'it' : 'them'} for you until ${until}.`,
      ...(offeredPeople < people ? [`You requested ${seatWords(people, 'seat')}; no more are available.`] : []),
      ...(enrollAddress(asked) ? ['Accept first. Then enroll and pay on our enrollment page.'] : []),
    ],
    facts: seatFacts(asked, settings, offeredPeople),
    calendar: seatCalendar(asked, [date && { cohort: date, status: 'TENTATIVE' }], settings, now),
    button: { label: offeredPeople === 1 ? 'Accept the seat' : 'Accept the seats', href: await urlOf('take') },
    link: { label: 'Decline', href: await urlOf('decline') },
  }
})

export const courseOfferLapsed = toPerson<'courseOfferLapsed'>((asked, { payload, now, ...settings }) => {
  const { publicUrl, timeZone } = settings
  if (asked.state !== 'lapsed' || asked.offeredUntil !== payload) return changed
  const people = asked.offeredPeople ?? asked.people
  const title = 'Our offer has expired'
  return {
    subject: `${title}: ${offerAndDate(asked)}`,
    title,
    lines: [
      `We held ${seatWords(people, 'seat')} for ${offerAndDate(asked)} for you until ${timeInWords(payload, timeZone)}.`,
      `We are now offering ${people === 1 ? 'it' : 'them'} to the next person. You can register again on the ${nounOf(asked.offer)} page.`,
    ],
    calendar: seatCalendar(asked, [asked.date && { cohort: asked.date, status: 'CANCELLED' }], settings, now),
    button: { label: `View the ${nounOf(asked.offer)}`, href: `${publicUrl}${asked.offer.path}#ask` },
  }
})

/** After a change of a registration: what the person has now, and what they no longer have. */
export const registrationAnswer = toPerson<'registrationAnswer'>(
  async (asked, { payload, now, readDate, urlOf, ...settings }) => {
    const told = answerFor(asked, payload)
    if (!told) return changed
    const { date } = asked
    const { lost } = told
    const lostCohort = lost === undefined ? undefined : await readDate(lost)
    const status = calendarStatus(asked)
    const calendar = seatCalendar(
      asked,
      [date && status && { cohort: date, status }, lostCohort && { cohort: lostCohort, status: 'CANCELLED' }],
      settings,
      now,
    )
    const { timeZone } = settings
    const isSoon = date && isEnrolled(asked.state) && showsDetails(date, dayIn(timeZone)(now), timeZone)
    const details = isSoon ? joiningDetails(date, settings) : undefined
    const words = isEnrolled(asked.state) ? seatWordsOf(asked) : noSeatWords(asked, lostCohort)
    const link = withdrawLabel(asked.state)
    return {
      ...details,
      ...words,
      subject: `${words.title}: ${asked.offer.title}`,
      facts: seatFacts(asked, settings, asked.people, details !== undefined),
      calendar,
      ...(link && { link: { label: link, href: await urlOf('withdraw') } }),
    }
  },
)

const question = 'Questions? Reply to this email.'
const forDate = (asked: FullRegistration) => (asked.date ? ` for ${dateOf(asked)}` : '')

function seatWordsOf(asked: FullRegistration): Pick<MessageText, 'title' | 'lines' | 'closing' | 'button'> {
  const isOne = asked.people === 1
  const href = enrollAddress(asked)
  const file = asked.date ? ['The attached file adds the date to your calendar.'] : []
  const seats = `Your ${isOne ? 'seat is' : 'seats are'}`
  const step = `To complete your enrollment, enroll and pay on our enrollment page. We hold the ${isOne ? 'seat' : 'seats'} for you.`
  return {
    title: `${seats} ${href ? 'reserved' : 'confirmed'}${forDate(asked)}`,
    lines: [href ? step : 'You are all set: there is nothing else to do.'],
    closing: [...file, question],
    ...(href && { button: { label: 'Enroll Now', href } }),
  }
}

/** @param lost the date on which they had a seat, or an offer of one */
function noSeatWords(asked: FullRegistration, lost: StoredCohort | undefined): Pick<MessageText, 'title' | 'lines'> {
  const { state, people, offer, reason } = asked
  const seats = seatWords(people, 'seat')
  const title = `You no longer have ${people === 1 ? 'a seat' : seats}${lost ? ` for ${dayAndMonth(lost.startsOn)}` : ''}`
  if (state === 'waiting') {
    const free = `We will email you when ${people === 1 ? 'a seat is' : `${seats} are`} available.`
    const ended = lost && `${reason ?? title}.`
    return { title: `You are on the waitlist${forDate(asked)}`, lines: [...(ended ? [ended] : []), free] }
  }
  const isMistake = 'If this was a mistake, reply to this email.'
  if (state === 'declined' && reason === byButton)
    return {
      title: `You declined the ${people === 1 ? 'seat' : 'seats'}${forDate(asked)}`,
      lines: [`Thank you for letting us know. ${isMistake}`],
    }
  if (state === 'declined')
    return {
      title: `Your request${forDate(asked)} was declined`,
      lines: [`We could not confirm ${seats}: ${offer.title}. ${question}`],
    }
  if (state === 'new') return { title, lines: ['We will email you when it is confirmed.', question] }
  const lines =
    reason === byButton
      ? [`You released ${people === 1 ? 'it' : 'them'}. ${isMistake}`]
      : [`We removed you from this date. ${question}`]
  return { title, lines }
}
