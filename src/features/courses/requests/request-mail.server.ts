import { dayAndMonth } from '#contract/zoned-format.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { isPresent } from '#server/database/lifecycle.ts'
import type { Composer, ComposerContext } from '#server/mail/composer.ts'
import type { Delivery } from '#server/mail/deliveries.table.ts'
import { joinDigest } from '#server/mail/queue.ts'
import { hour } from '#server/security/counters.ts'
import { signToken } from '#server/security/signed-tokens.ts'
import type { ConfigNow } from '#server/site-config/site-config.ts'
import { answerOf } from '../course-seats.server.ts'
import type { CourseRequestMailProps } from '../courses.mail.tsx'
import { courseRequests, type StoredCourseRequest } from '../courses.table.ts'
import { enrolledStates, kindNames, type RequestLinkAction, seatWords } from './course-requests.contract.ts'
import { timeInWords } from './request-rows.server.ts'

export const linkPurpose = 'courseRequest'

/** The page of a person's request. @param action the press that the page shows first */
export const requestUrl = async (database: Database, publicUrl: string, id: string, action?: RequestLinkAction) =>
  `${publicUrl}/course-request?token=${await signToken(database, linkPurpose, id)}${action ? `&do=${action}` : ''}`

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

type Text = { subject: string } & Omit<CourseRequestMailProps, 'company'>
type Write = (
  asked: Asked,
  settings: ConfigNow,
  delivery: Delivery,
) => Text | { skip: string } | Promise<Text | { skip: string }>

const automatic = { 'Auto-Submitted': 'auto-generated' }

/** A message to the person of a request. */
const toPerson = ({ database, site, render }: ComposerContext, write: Write): Composer => ({
  async compose(delivery) {
    const [asked] = await readAsked(database, [delivery.subjectId ?? ''])
    if (!asked) return { skip: 'The request was deleted' }
    if (asked.cancelled && asked.state !== 'declined') return { skip: 'The date is cancelled' }
    const settings = await site.now()
    const { company } = settings
    const text = await write(asked, settings, delivery)
    if ('skip' in text) return text
    const { subject, ...props } = text
    const replyTo = { name: company.brand, address: company.email }
    const rendered = await render('courseRequest', { company, ...props })
    return { message: { to: asked.email, subject, replyTo, headers: automatic, ...rendered } }
  },
})

const changed = { skip: 'The request has changed since' }
const dateOf = ({ startsOn }: Asked) => (startsOn === undefined ? '' : dayAndMonth(startsOn))
/** 'Cloud Foundations, 9 January'. */
const courseOf = (asked: Asked) => [asked.title, dateOf(asked)].filter(Boolean).join(', ')
const seatOf = (people: number) => (people === 1 ? 'A seat is' : `${people} seats are`)

export function courseRequestConfirmComposer(context: ComposerContext): Composer {
  return toPerson(context, async (asked, { company, publicUrl }) => {
    if (asked.verifiedAt !== undefined) return { skip: 'They have pressed the button' }
    if (asked.state !== 'new' && asked.state !== 'waiting') return changed
    const title =
      asked.kind === 'enrol'
        ? 'Press the button and your request reaches us'
        : 'Press the button and you are on the list'
    const what = `Someone, probably you, asked ${company.brand} for ${kindNames[asked.kind]}`
    return {
      subject: `${title}: ${courseOf(asked)}`,
      title,
      lines: [
        asked.kind === 'nextDate'
          ? `Someone, probably you, asked ${company.brand} to tell you the next date of ${asked.title}.`
          : `${what}: ${courseOf(asked)}, ${seatWords(asked.people, 'person')}.`,
        'If this is right, follow the link and press the button there.',
      ],
      button: { label: 'Yes, it was me', href: await requestUrl(context.database, publicUrl, asked.id, 'confirm') },
      small: 'If it was not you, do nothing, and you will get no more messages.',
    }
  })
}

export function courseOfferComposer(context: ComposerContext): Composer {
  return toPerson(context, async (asked, { publicUrl, timeZone }, { payload }) => {
    const { state, offeredUntil = '', people, offeredPeople = people } = asked
    if (state !== 'offered' || offeredUntil !== payload) return changed
    if (offeredUntil <= context.database.now()) return { skip: 'The time of the offer was over' }
    const title = `${seatOf(offeredPeople)} free for ${dateOf(asked)}`
    const until = timeInWords(offeredUntil, timeZone)
    return {
      subject: `${title}: ${asked.title}`,
      title,
      lines: [
        `${asked.title}. ${offeredPeople === 1 ? 'It is yours' : 'They are yours'} until ${until}.`,
        ...(offeredPeople < people ? [`You asked for ${seatWords(people, 'seat')}; more are not free.`] : []),
      ],
      button: { label: 'Take it', href: await requestUrl(context.database, publicUrl, asked.id, 'take') },
      link: { label: 'No, thank you', href: await requestUrl(context.database, publicUrl, asked.id, 'decline') },
    }
  })
}

export function courseOfferLapsedComposer(context: ComposerContext): Composer {
  return toPerson(context, (asked, { publicUrl, timeZone }, { payload = '' }) => {
    if (asked.state !== 'lapsed' || asked.offeredUntil !== payload) return changed
    const people = asked.offeredPeople ?? asked.people
    return {
      subject: `Our offer has lapsed: ${courseOf(asked)}`,
      title: 'Our offer has lapsed',
      lines: [
        `${seatWords(people, 'seat')} for ${courseOf(asked)} ${people === 1 ? 'was' : 'were'} yours until ${timeInWords(payload, timeZone)}.`,
        'Others who wait are next now. You can ask again on the page of the course.',
      ],
      button: { label: 'Open the course', href: `${publicUrl}/courses/${asked.slug}#ask` },
    }
  })
}

export function courseRequestAnswerComposer(context: ComposerContext): Composer {
  return toPerson(context, async (asked, { publicUrl }, { payload }) => {
    if (answerOf(asked) !== payload) return changed
    const isEnrolled = enrolledStates.includes(asked.state)
    const seats = seatWords(asked.people, 'seat')
    const title = isEnrolled
      ? `Your ${asked.people === 1 ? 'seat is' : 'seats are'} confirmed${asked.startsOn ? ` for ${dateOf(asked)}` : ''}`
      : `We have no seat for you${asked.startsOn ? ` on ${dateOf(asked)}` : ''}`
    return {
      subject: `${title}: ${asked.title}`,
      title,
      lines: isEnrolled
        ? [`${asked.title}, ${seats}.`, 'Answer this message if you have a question.']
        : [`You asked for ${seats}: ${asked.title}. Answer this message if you have a question.`],
      ...(isEnrolled && {
        link: {
          label: 'You cannot come? Give the seat back',
          href: await requestUrl(context.database, publicUrl, asked.id, 'withdraw'),
        },
      }),
    }
  })
}

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

/** Adds a request to the list of those that are too many to be mailed one by one. */
export async function addToNoticeList(trx: Transaction, id: string): Promise<void> {
  const { id: listId, payload } = await joinDigest(trx, 'courseRequestNotice')
  const ids = JSON.stringify([...JSON.parse(payload ?? '[]'), id])
  await trx.updateTable('deliveries').set({ payload: ids }).where('id', '=', listId).execute()
}
