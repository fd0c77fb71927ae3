import { dayAndMonth } from '#contract/zoned-format.ts'
import { countNotice } from '#features/contact/take-message.shared.server.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { isPresent } from '#server/database/lifecycle.ts'
import type { Composer, ComposerContext } from '#server/mail/composer.ts'
import { joinDigest, queueDelivery } from '#server/mail/queue.ts'
import { hour } from '#server/security/counters.ts'
import type { ConfigNow } from '#server/site-config/site-config.ts'
import { automatic, type MessageText, messageTo, requestUrl } from '../course-messages.server.ts'
import { answerOf } from '../course-seats.server.ts'
import { courseRequests, type StoredCourseRequest } from '../courses.table.ts'
import { enrolledStates, kindNames, type RequestLinkAction, seatWords } from './course-requests.contract.ts'
import { proposalWords } from './proposal.contract.ts'
import { timeInWords } from './request-rows.server.ts'

type Asked = StoredCourseRequest & {
  title: string
  slug: string
  startsOn: string | undefined
  cancelled: boolean
}

async function readAsked({ db }: Database, ids: string[]): Promise<Asked[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('courseRequests')
    .innerJoin('courses', 'courses.id', 'courseRequests.courseId')
    .leftJoin('cohorts', 'cohorts.id', 'courseRequests.cohortId')
    .selectAll('courseRequests')
    .select(['courses.title', 'courses.slug', 'cohorts.startsOn', 'cohorts.cancelled'])
    .where('courseRequests.id', 'in', ids)
    .where(isPresent(courseRequests))
    .orderBy('courseRequests.createdAt')
    .execute()
  return rows.map((row) => ({ ...courseRequests.decode(row), cancelled: Boolean(row.cancelled) }))
}

type About = Pick<ConfigNow, 'company' | 'publicUrl' | 'timeZone'> & {
  /** The payload of the delivery. */
  payload: string
  now: string
  /** The address of the person's page. @param action the press that it shows first */
  urlOf: (action: RequestLinkAction) => Promise<string>
}
type Composed = MessageText | { skip: string }
type Write = (asked: Asked, about: About) => Composed | Promise<Composed>

/** A message to the person of a request. */
const toPerson =
  (write: Write) =>
  ({ database, site, render }: ComposerContext): Composer => ({
    async compose({ subjectId = '', payload = '' }) {
      const [asked] = await readAsked(database, [subjectId])
      if (!asked) return { skip: 'The request was deleted' }
      if (asked.cancelled && asked.state !== 'declined') return { skip: 'The date is cancelled' }
      const settings = await site.now()
      const urlOf = (action: RequestLinkAction) => requestUrl(database, settings.publicUrl, asked.id, action)
      const text = await write(asked, { ...settings, payload, now: database.now(), urlOf })
      return 'skip' in text ? text : messageTo(asked.email, text, settings.company, render)
    },
  })

const changed = { skip: 'The request has changed since' }
const dateOf = ({ startsOn }: Asked) => (startsOn === undefined ? '' : dayAndMonth(startsOn))
/** 'Cloud Foundations, 9 January'. */
const courseOf = (asked: Asked) => [asked.title, dateOf(asked)].filter(Boolean).join(', ')
const seatOf = (people: number) => (people === 1 ? 'A seat is' : `${people} seats are`)

export const courseRequestConfirmComposer = toPerson(async (asked, { company, urlOf }) => {
  if (asked.verifiedAt !== undefined) return { skip: 'They have pressed the button' }
  if (asked.state !== 'new' && asked.state !== 'waiting') return changed
  const title =
    asked.kind === 'enrol' ? 'Press the button to send us your request' : 'Press the button and you are on the list'
  const someone = `Someone, probably you, asked ${company.brand}`
  return {
    subject: `${title}: ${courseOf(asked)}`,
    title,
    lines: [
      asked.kind === 'nextDate'
        ? `${someone} to tell you the next date of ${asked.title}.`
        : `${someone} for ${kindNames[asked.kind]}: ${courseOf(asked)}, ${seatWords(asked.people, 'person')}.`,
      ...(asked.proposed ? ['The same form was sent again with other values. The page shows both.'] : []),
      'If this is right, follow the link and press the button there.',
    ],
    button: { label: 'Yes, it was me', href: await urlOf('confirm') },
    small: 'If it was not you, do nothing, and you will get no more messages.',
  }
})

/** To someone who has asked again. Nothing changes before they press a button, since anybody can type their address. */
export const courseRequestAgainComposer = toPerson(async (asked, { company, timeZone, now, urlOf }) => {
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

export const courseOfferComposer = toPerson(async (asked, { timeZone, payload, now, urlOf }) => {
  const { state, offeredUntil = '', people, offeredPeople = people } = asked
  if (state !== 'offered' || offeredUntil !== payload) return changed
  if (offeredUntil <= now) return { skip: 'The time of the offer was over' }
  const title = `${seatOf(offeredPeople)} free for ${dateOf(asked)}`
  const until = timeInWords(offeredUntil, timeZone)
  return {
    subject: `${title}: ${asked.title}`,
    title,
    lines: [
      `${asked.title}. ${offeredPeople === 1 ? 'It is yours' : 'They are yours'} until ${until}.`,
      ...(offeredPeople < people ? [`You asked for ${seatWords(people, 'seat')}; no more are free.`] : []),
    ],
    button: { label: 'Take it', href: await urlOf('take') },
    link: { label: 'No, thank you', href: await urlOf('decline') },
  }
})

export const courseOfferLapsedComposer = toPerson((asked, { publicUrl, timeZone, payload }) => {
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
    button: { label: 'Open the course', href: `${publicUrl}/courses/${asked.slug}#ask` },
  }
})

export const courseRequestAnswerComposer = toPerson(async (asked, { payload, urlOf }) => {
  if (answerOf(asked) !== payload) return changed
  const date = dateOf(asked)
  const seats = seatWords(asked.people, 'seat')
  if (!enrolledStates.includes(asked.state)) {
    const title = `We have no seat for you${date && ` on ${date}`}`
    const lines = [`You asked for ${seats}: ${asked.title}. Answer this message if you have a question.`]
    return { subject: `${title}: ${asked.title}`, title, lines }
  }
  const title = `Your ${asked.people === 1 ? 'seat is' : 'seats are'} confirmed${date && ` for ${date}`}`
  return {
    subject: `${title}: ${asked.title}`,
    title,
    lines: [`${asked.title}, ${seats}.`, 'Answer this message if you have a question.'],
    link: { label: 'Can’t come? Give the seat back', href: await urlOf('withdraw') },
  }
})

/** How many requests a list names; of the others it says how many they are. */
const longestList = 50

/** Mails the company a request, or a list of those that are too many to be mailed one by one. A reply goes to the visitor. */
export function courseRequestNoticeComposer({ database, site, render }: ComposerContext): Composer {
  return {
    longestWait: hour,
    async compose({ subjectId, payload }) {
      const { company, mail, publicUrl } = await site.now()
      const to = mail.contactNotify
      if (to === undefined) return { skip: 'CONTACT_NOTIFY is off' }
      const all = await readAsked(database, subjectId === undefined ? JSON.parse(payload ?? '[]') : [subjectId])
      const [first] = all
      if (!first) return { skip: 'The request was deleted' }
      const summary = (asked: Asked) => `${asked.name} asks for ${kindNames[asked.kind]}: ${courseOf(asked)}`
      const count = all.length
      const requests = count === 1 ? 'request for a course' : 'requests for courses'
      const title = subjectId === undefined ? `${count} more ${requests} came in` : summary(first)
      const listed = all.slice(0, longestList).map((asked) => `${summary(asked)}\n${asked.email}`)
      const rest = count > longestList ? [`And ${count - longestList} more.`] : []
      const path = subjectId === undefined ? 'course-requests' : `courses/${first.courseId}/people`
      const rendered = await render('courseRequest', {
        company,
        title,
        lines: subjectId === undefined ? [...listed, ...rest] : [factsOf(first)],
        quote: subjectId === undefined ? undefined : first.message,
        button: { label: 'Open in the back office', href: `${publicUrl}/#/admin/${path}` },
      })
      const replyTo = { name: first.name, address: first.email }
      return { message: { to, subject: title, headers: automatic, ...(subjectId && { replyTo }), ...rendered } }
    },
  }
}

const factsOf = ({ name, email, phone, people, company, gstin }: Asked) =>
  [`${name} (${email})`, phone, seatWords(people, 'person'), [company, gstin].filter(Boolean).join(', GSTIN ')]
    .filter(Boolean)
    .join('\n')

/** Tells the company of a request, once its person is known to have sent it. */
export async function queueNotice(
  trx: Transaction,
  { config }: Pick<ComposerContext, 'config'>,
  { id, flood }: StoredCourseRequest,
): Promise<void> {
  if (!config.mail.contactNotify) return
  if (flood || (config.rateLimit && (await countNotice(trx)))) await addToNoticeList(trx, id)
  else await queueDelivery(trx, 'courseRequestNotice', { subjectId: id })
}

/** Adds a request to the list of those that are too many to be mailed one by one. */
async function addToNoticeList(trx: Transaction, id: string): Promise<void> {
  const { id: listId, payload } = await joinDigest(trx, 'courseRequestNotice')
  const ids = JSON.stringify([...JSON.parse(payload ?? '[]'), id])
  await trx.updateTable('deliveries').set({ payload: ids }).where('id', '=', listId).execute()
}
