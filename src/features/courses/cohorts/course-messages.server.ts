import type { Company } from '#contract/company.ts'
import { dayAndMonth } from '#contract/zoned-format.ts'
import { answerHtml, answerLooks } from '#features/contact/ground/answer-html.shared.server.ts'
import type { Database } from '#server/database/connect.ts'
import { isPresent } from '#server/database/lifecycle.ts'
import type { Row } from '#server/database/table.ts'
import type { CalendarFile, RenderMail } from '#server/mail/mail.ts'
import { automatic } from '#server/mail/mail-kind.ts'
import { signToken } from '#server/security/signed-tokens.ts'
import type { ConfigNow } from '#server/site-config/site-config.ts'
import { offerIdOf } from '../ground/cohort-words.contract.ts'
import type { Times } from '../ground/cohorts.contract.ts'
import type { RegistrationProps } from '../ground/courses.mail.tsx'
import { cohorts, courses, registrations, type StoredCohort, type StoredRegistration } from '../ground/courses.table.ts'
import { type OfferEntity, offers } from '../ground/offers.server.ts'
import { priceOfCohort } from '../ground/prices.contract.ts'
import {
  enrolledStates,
  type LinkAction,
  type RegistrationState,
  seatWords,
} from '../ground/registration-words.contract.ts'
import { trainingSettings } from '../ground/training-settings.contract.ts'
import { type CalendarEntry, calendarFile } from './calendar.server.ts'
import { daysInWords, placeForSeat, placeText, priceLine } from './cohort-words.ts'
import { zoneOf } from './timetable.ts'

const offerColumns = ['id', 'title', 'description', 'price', 'discountedPrice', 'enrollmentUrl'] as const

/** A course, or a page with an event, as messages name it. */
export type NamedOffer = { entity: OfferEntity; title: string; path: string; description: string }

/** A registration with its course or page and its date, which may be in the trash. */
export type FullRegistration = StoredRegistration & {
  offer: NamedOffer & Pick<Row<typeof courses>, (typeof offerColumns)[number]>
  date?: StoredCohort | undefined
}

/** A date in any state, also in the trash. */
export async function readStoredCohorts({ db }: Database, ids: string[]): Promise<Map<string, StoredCohort>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('cohorts').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, cohorts.decode(row)]))
}

/** The registrations with these ids that are not in the trash, in the order in which people asked. */
export async function readFullRegistrations(database: Database, ids: string[]): Promise<FullRegistration[]> {
  if (ids.length === 0) return []
  const rows = await database.db
    .selectFrom('registrations')
    .selectAll()
    .where('id', 'in', ids)
    .where(isPresent(registrations))
    .orderBy('createdAt')
    .execute()
  if (rows.length === 0) return []
  const all = rows.map((row) => registrations.decode(row))
  const offerRows = await database.db
    .selectFrom(offers(database.db))
    .select([...offerColumns, 'entity', 'path'])
    .where('id', 'in', all.map(offerIdOf))
    .execute()
  const ofId = new Map(offerRows.map((row) => [row.id, courses.decode(row)]))
  const dates = await readStoredCohorts(
    database,
    all.flatMap(({ cohortId }) => cohortId ?? []),
  )
  return all.flatMap((registration) => {
    const offer = ofId.get(offerIdOf(registration))
    return offer ? [{ ...registration, offer, date: dates.get(registration.cohortId ?? '') }] : []
  })
}

type Facts = NonNullable<RegistrationProps['facts']>
type Settings = Pick<ConfigNow, 'own' | 'company' | 'publicUrl' | 'timeZone'>

const factsIn = (facts: Record<string, string | undefined>): Facts =>
  Object.entries(facts).flatMap(([name, value]) => (value ? [{ name, value }] : []))

/** The name and the number of people of a registration: 'Asha, 5 people'. */
const peopleIn = (name: string, people: number) => (people === 1 ? name : `${name}, ${seatWords(people, 'person')}`)

/** The noun for what someone has registered for. */
export const nounOf = ({ entity }: Pick<NamedOffer, 'entity'>) => (entity === 'courses' ? 'course' : 'event')
const titleOf = (offer: Pick<NamedOffer, 'entity' | 'title'>) =>
  offer.entity === 'courses' ? { Course: offer.title } : { Event: offer.title }

/** The facts for those who attend a date, without those of its account. @param informed whether the message has the joining details */
export const attendeeFacts = (
  offer: Pick<NamedOffer, 'entity' | 'title'>,
  date: Pick<StoredCohort, 'mode' | 'place' | 'language' | keyof Times>,
  { name, people, informed, timeZone }: { name?: string; people?: number; informed?: boolean; timeZone: string },
): Facts =>
  factsIn({
    ...titleOf(offer),
    When: daysInWords(date, zoneOf(date, timeZone)),
    Where: placeForSeat(date, informed),
    Language: date.language,
    For: name && peopleIn(name, people ?? 1),
  })

/** The facts in a message about a seat. A cancelled date has no place and no price any more. @param people who get the seats, if fewer than asked for */
export function seatFacts(asked: FullRegistration, settings: Settings, people = asked.people, informed = false): Facts {
  const { offer, date, name, company, gstin, poNumber, createdAt, state } = asked
  const zone = date && zoneOf(date, settings.timeZone)
  const price = priceOfCohort(offer, date ?? {}, createdAt)
  const hasSeat = state === 'offered' || enrolledStates.includes(state)
  const isCancelled = date?.cancelled || date?.deletedAt !== undefined
  const where = date && (hasSeat ? placeForSeat(date, informed) : placeText(date))
  return factsIn({
    ...titleOf(offer),
    When: date && daysInWords(date, zone ?? ''),
    ...(!isCancelled && { Where: where, Language: date?.language }),
    For: peopleIn(name, people),
    // A course without dates says nothing of GST, as on its page.
    ...(!isCancelled &&
      offer.entity === 'courses' && { Price: priceLine(price, people, date && trainingSettings.of(settings).gst) }),
    Company: company,
    GSTIN: gstin,
    'PO number': poNumber,
  })
}

/** The status of the date in the calendar of someone who has a seat, or an offer of one; undefined for others. */
export const calendarStatus = ({ state }: Pick<StoredRegistration, 'state'>): CalendarEntry['status'] | undefined =>
  enrolledStates.includes(state) ? 'CONFIRMED' : state === 'offered' ? 'TENTATIVE' : undefined

/** The calendar file of a message; undefined without a date to tell of. */
export function seatCalendar(
  { offer }: { offer: NamedOffer },
  entries: (CalendarEntry | undefined)[],
  { company, publicUrl, timeZone }: Settings,
  now: string,
): CalendarFile | undefined {
  const dated = entries.filter((entry) => entry !== undefined)
  return dated.length === 0 ? undefined : calendarFile({ entries: dated, offer, company, publicUrl, timeZone, now })
}

/** The page where someone with a seat must still enroll; undefined where the seat is enough. */
export const enrollAddress = ({ offer, date }: Pick<FullRegistration, 'offer' | 'date'>): string | undefined =>
  date?.enrolVia === 'link' ? (date.enrollmentUrl ?? offer.enrollmentUrl) : undefined

/** '9 January', or nothing without a date. */
export const dateOf = ({ date }: FullRegistration) => (date ? dayAndMonth(date.startsOn) : '')

/** 'Cloud Foundations, 9 January'. */
export const offerAndDate = (asked: FullRegistration) => [asked.offer.title, dateOf(asked)].filter(Boolean).join(', ')

/** The link with which a person can withdraw; undefined in a state that has ended. */
export const withdrawLabel = (state: RegistrationState) =>
  enrolledStates.includes(state)
    ? 'Can’t attend? Release your seat'
    : state === 'waiting' || state === 'new'
      ? 'View or withdraw your request'
      : undefined

export const linkPurpose = 'courseRequest'

/** The page of a person's registration. @param action the press that the page shows first */
export const registrationUrl = async (database: Database, publicUrl: string, id: string, action: LinkAction) =>
  `${publicUrl}/registration?token=${await signToken(database, linkPurpose, id)}&do=${action}`

export type MessageText = { subject: string; calendar?: CalendarFile | undefined } & Omit<RegistrationProps, 'company'>

/** A text of staff in Markdown as a message shows it. */
export const messageHtml = (source: string, { publicUrl }: Pick<Settings, 'publicUrl'>) =>
  answerHtml(source, { publicUrl, attributes: answerLooks })

/** The joining link and text of a date as a message shows them; undefined without any. */
export const joiningDetails = (
  { joinUrl, joinText }: Pick<StoredCohort, 'joinUrl' | 'joinText'>,
  settings: Pick<Settings, 'publicUrl'>,
): Pick<MessageText, 'html' | 'button'> | undefined =>
  joinUrl || joinText
    ? {
        ...(joinText && { html: messageHtml(joinText, settings) }),
        ...(joinUrl && { button: { label: 'Join online', href: joinUrl } }),
      }
    : undefined

/** Renders a message to a person, who can answer it. */
export async function messageTo(
  to: string,
  { subject, calendar, ...text }: MessageText,
  company: Company,
  render: RenderMail,
) {
  const replyTo = { name: company.brand, address: company.email }
  const rendered = await render('Registration', { company, ...text })
  return { message: { to, subject, replyTo, headers: automatic, ...(calendar && { calendar }), ...rendered } }
}
