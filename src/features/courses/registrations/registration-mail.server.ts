import { dayAndMonth } from '#contract/zoned-format.ts'
import type { DeliveryKinds } from '#server/mail/deliveries.table.ts'
import type { MailKind } from '#server/mail/mail-kind.ts'
import type { ConfigNow } from '#server/site-config/site-config.ts'
import {
  calendarStatus,
  courseOf,
  dateOf,
  enrollAddress,
  type FullRegistration,
  type MessageText,
  messageTo,
  readFullRegistrations,
  readStoredCohorts,
  registrationUrl,
  seatCalendar,
  seatFacts,
} from '../cohorts/course-messages.server.ts'
import type { StoredCohort } from '../ground/courses.table.ts'
import {
  kindNames,
  type LinkAction,
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
  if (asked.verifiedAt !== undefined) return { skip: 'They have pressed the button' }
  if (asked.state !== 'new' && asked.state !== 'waiting') return changed
  const title =
    asked.kind === 'enroll' ? 'Press the button to send us your request' : 'Press the button and you are on the list'
  const someone = `Someone, probably you, asked ${company.brand}`
  return {
    subject: `${title}: ${courseOf(asked)}`,
    title,
    lines: [
      asked.kind === 'nextDate'
        ? `${someone} to tell you the next date of ${asked.course.title}.`
        : `${someone} for ${kindNames[asked.kind]}: ${courseOf(asked)}, ${seatWords(asked.people, 'person')}.`,
      ...(asked.proposed ? ['The same form was sent again with other values. The page shows both.'] : []),
      'If this is right, follow the link and press the button there.',
    ],
    button: { label: 'Yes, it was me', href: await urlOf('confirm') },
    small: 'If it was not you, do nothing, and you will get no more messages.',
  }
})

/** To someone who has asked again. Nothing changes before they press a button, since anybody can type their address. */
export const registrationRepeat = toPerson<'registrationRepeat'>(async (asked, { company, timeZone, now, urlOf }) => {
  const { state, proposed, kind, people, offeredUntil = '' } = asked
  const isOffered = state === 'offered' && offeredUntil > now
  if (state !== 'new' && state !== 'waiting' && !isOffered) return changed
  const title = 'You have a request already'
  const wish = kind === 'nextDate' ? 'to be told the next date' : kindNames[kind]
  const words = proposed && proposalWords(proposed)
  return {
    subject: `${title}: ${courseOf(asked)}`,
    title,
    lines: [
      `Someone, probably you, asked ${company.brand} again for ${wish}: ${courseOf(asked)}. Your request stays as it is: ${seatWords(people, 'person')}.`,
      ...(isOffered
        ? [`A seat is yours until ${timeInWords(offeredUntil, timeZone)}. Follow the link to take it.`]
        : []),
      ...(words ? [`New in what was sent: ${words}.`] : []),
      ...(proposed && !isOffered ? ['If this is right, follow the link and press the button there.'] : []),
      ...(proposed && isOffered ? ['Answer this message if you want a change.'] : []),
    ],
    quote: proposed?.message,
    button: isOffered
      ? { label: 'See the offer', href: await urlOf('take') }
      : { label: proposed ? 'See the change' : 'See my request', href: await urlOf('change') },
    small: 'If it was not you, do nothing.',
  }
})

export const courseOffer = toPerson<'courseOffer'>(async (asked, { payload, now, urlOf, ...settings }) => {
  const { state, offeredUntil = '', people, offeredPeople = people, date } = asked
  if (state !== 'offered' || offeredUntil !== payload) return changed
  if (offeredUntil <= now) return { skip: 'The time of the offer was over' }
  const title = `${seatOf(offeredPeople)} free for ${dateOf(asked)}`
  const until = timeInWords(offeredUntil, settings.timeZone)
  return {
    subject: `${title}: ${asked.course.title}`,
    title,
    lines: [
      `${asked.course.title}. ${offeredPeople === 1 ? 'It is yours' : 'They are yours'} until ${until}.`,
      ...(offeredPeople < people ? [`You asked for ${seatWords(people, 'seat')}; no more are free.`] : []),
      ...(enrollAddress(asked) ? ['Take it here first. After that, enroll and pay on our enrollment page.'] : []),
    ],
    facts: seatFacts(asked, settings, offeredPeople),
    calendar: seatCalendar(asked, [date && { cohort: date, status: 'TENTATIVE' }], settings, now),
    button: { label: 'Take it', href: await urlOf('take') },
    link: { label: 'No, thank you', href: await urlOf('decline') },
  }
})

export const courseOfferLapsed = toPerson<'courseOfferLapsed'>((asked, { payload, now, ...settings }) => {
  const { publicUrl, timeZone } = settings
  if (asked.state !== 'lapsed' || asked.offeredUntil !== payload) return changed
  const people = asked.offeredPeople ?? asked.people
  const title = 'Our offer has lapsed'
  return {
    subject: `${title}: ${courseOf(asked)}`,
    title,
    lines: [
      `${seatWords(people, 'seat')} for ${courseOf(asked)} ${people === 1 ? 'was' : 'were'} yours until ${timeInWords(payload, timeZone)}.`,
      'It is the next person’s turn. You can ask again on the page of the course.',
    ],
    calendar: seatCalendar(asked, [asked.date && { cohort: asked.date, status: 'CANCELLED' }], settings, now),
    button: { label: 'Open the course', href: `${publicUrl}/courses/${asked.course.slug}#ask` },
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
    const words = isEnrolled(asked.state) ? seatWordsOf(asked) : noSeatWords(asked, lostCohort)
    const link = withdrawLabel(asked.state)
    return {
      ...words,
      subject: `${words.title}: ${asked.course.title}`,
      facts: seatFacts(asked, settings),
      calendar,
      ...(link && { link: { label: link, href: await urlOf('withdraw') } }),
    }
  },
)

/** The link with which a person can withdraw; undefined in a state that has ended. */
const withdrawLabel = (state: RegistrationState) =>
  isEnrolled(state)
    ? 'Can’t come? Give the seat back'
    : state === 'waiting' || state === 'new'
      ? 'See or withdraw your request'
      : undefined

const question = 'Answer this message if you have a question.'
const forDate = (asked: FullRegistration) => (asked.date ? ` for ${dateOf(asked)}` : '')

function seatWordsOf(asked: FullRegistration): Pick<MessageText, 'title' | 'lines' | 'closing' | 'button'> {
  const isOne = asked.people === 1
  const href = enrollAddress(asked)
  const file = asked.date ? ['The attached file puts the date into your calendar.'] : []
  const seats = `Your ${isOne ? 'seat is' : 'seats are'}`
  const step = `One step is left: enroll and pay on our enrollment page. We keep the ${isOne ? 'seat' : 'seats'} for you.`
  return {
    title: `${seats} ${href ? 'reserved' : 'confirmed'}${forDate(asked)}`,
    lines: [href ? step : 'You need not enroll anywhere else.'],
    closing: [...file, question],
    ...(href && { button: { label: 'Enroll Now', href } }),
  }
}

/** @param lost the date on which they had a seat, or an offer of one */
function noSeatWords(asked: FullRegistration, lost: StoredCohort | undefined): Pick<MessageText, 'title' | 'lines'> {
  const { state, people, course, reason } = asked
  const seats = seatWords(people, 'seat')
  const title = `You no longer have ${people === 1 ? 'a seat' : seats}${lost ? ` for ${dayAndMonth(lost.startsOn)}` : ''}`
  if (state === 'waiting') {
    const free = `We will write when ${people === 1 ? 'a seat is' : `${seats} are`} free.`
    const ended = lost && `${reason ?? title}.`
    return { title: `You are on the waiting list${forDate(asked)}`, lines: [...(ended ? [ended] : []), free] }
  }
  const isMistake = 'If that was a mistake, answer this message.'
  if (state === 'declined' && reason === byButton)
    return {
      title: `You did not take the ${people === 1 ? 'seat' : 'seats'}${forDate(asked)}`,
      lines: [`You declined our offer. ${isMistake}`],
    }
  if (state === 'declined')
    return {
      title: `We have no seat for you${asked.date ? ` on ${dateOf(asked)}` : ''}`,
      lines: [`You asked for ${seats}: ${course.title}. ${question}`],
    }
  if (state === 'new') return { title, lines: ['We will write when it is confirmed again.', question] }
  const lines =
    reason === byButton ? [`You gave it back. ${isMistake}`] : [`We have taken you off this date. ${question}`]
  return { title, lines }
}
