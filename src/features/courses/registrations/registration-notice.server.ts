import { countNotice } from '#features/contact/inbox/take-message.shared.server.ts'
import type { Transaction } from '#server/database/connect.ts'
import { automatic, type MailContext, type MailKind } from '#server/mail/mail-kind.ts'
import { joinDigest, lockWaiting, queueDelivery } from '#server/mail/queue.ts'
import { hour } from '#server/security/counters.ts'
import {
  enrollAddress,
  type FullRegistration,
  offerAndDate,
  readFullRegistrations,
} from '../cohorts/course-messages.server.ts'
import type { StoredRegistration } from '../ground/courses.table.ts'
import { type RegistrationKind, seatWords } from '../ground/registration-words.contract.ts'

/** How many registrations a list names; of the others it says how many they are. */
const longestList = 50

declare module '#server/mail/deliveries.table.ts' {
  interface DeliveryKinds {
    /** To the company. Its payload is what happened to the registration that is its subject; without one it is a list of entries (`entryOf`). */
    registrationNotice: NoticeEvent | string[]
    /** To the person of the registration that is its subject. Version 0.3.0 queued a text. */
    registrationAnswer: AnswerPayload | string
  }
}

/** What happened to a registration, as the company is told. */
export type NoticeEvent = 'asked' | 'taken' | 'declined' | 'withdrawn' | 'lapsed' | 'corrected' | 'released'

const newWords: Record<RegistrationKind, string> = {
  enrol: 'requested a seat',
  waitlist: 'joined the waitlist',
  nextDate: 'is interested in the next date',
  question: 'has a question',
}

const sentences: Record<NoticeEvent, (asked: FullRegistration) => string> = {
  asked: ({ name, kind }) => `${name} ${newWords[kind]}`,
  taken: ({ name, people }) => `${name} accepted ${people === 1 ? 'the seat' : `the ${people} seats`}`,
  declined: ({ name }) => `${name} declined the seat`,
  withdrawn: ({ name }) => `${name} withdrew`,
  lapsed: ({ name }) => `The offer to ${name} expired`,
  corrected: ({ name }) => `${name} corrected the invoice details`,
  released: ({ name, people }) => `${name} released seats and keeps ${people}`,
}

/** The entries of a list are the id of a registration, and what happened to it. */
const entryOf = (entry: string) => {
  const [id = '', event = 'asked'] = entry.split(' ')
  return { id, event: event as NoticeEvent }
}

/** Mails the company an event of a registration, or a digest of many. A reply goes to the visitor. */
export const registrationNotice: MailKind<'registrationNotice'> = ({ database, site, render }) => ({
  longestWait: hour,
  async compose({ subjectId, payload }) {
    const { company, mail, publicUrl } = await site.now()
    const to = mail.contactNotify
    if (to === undefined) return { skip: 'CONTACT_NOTIFY is off' }
    const entries = Array.isArray(payload) ? payload : [`${subjectId} ${payload}`]
    const events = entries.map(entryOf)
    const found = await readFullRegistrations(
      database,
      events.map(({ id }) => id),
    )
    const byId = new Map(found.map((asked) => [asked.id, asked]))
    const all = events.flatMap(({ id, event }) => {
      const asked = byId.get(id)
      return asked ? [{ asked, summary: `${sentences[event](asked)}: ${offerAndDate(asked)}` }] : []
    })
    const { asked: first, summary = '' } = all[0] ?? {}
    if (!first) return { skip: 'The registration was deleted' }
    const count = all.length
    const registrations = count === 1 ? 'registration' : 'registrations'
    const title = subjectId === undefined ? `${count} more ${registrations}` : summary
    const listed = all
      .slice(0, longestList)
      .map(({ asked, summary }) => [summary, asked.email].filter(Boolean).join('\n'))
    const rest = count > longestList ? [`And ${count - longestList} more.`] : []
    const more =
      payload === 'taken' && enrollAddress(first)
        ? ['We asked them to complete their enrollment on the enrollment page.']
        : []
    const path = subjectId === undefined ? 'registrations' : `${first.offer.entity}/${first.offer.id}/registrations`
    const rendered = await render('Registration', {
      company,
      title,
      lines: subjectId === undefined ? [...listed, ...rest] : [factsOf(first), ...more],
      quote: payload === 'asked' ? first.message : undefined,
      button: {
        label: count === 1 ? 'View the registration' : 'View registrations',
        href: `${publicUrl}/#/admin/${path}`,
      },
    })
    const replyTo = first.email !== undefined && { name: first.name, address: first.email }
    return {
      message: { to, subject: title, headers: automatic, ...(subjectId && replyTo && { replyTo }), ...rendered },
    }
  },
})

const factsOf = ({ name, email, phone, people, company, gstin }: FullRegistration) =>
  [
    email ? `${name} (${email})` : name,
    phone,
    seatWords(people, 'person'),
    [company, gstin].filter(Boolean).join(', GSTIN '),
  ]
    .filter(Boolean)
    .join('\n')

/** Tells the company of a registration, once its person is known to have sent it, and of what the person does with it later. */
export async function queueNotice(
  trx: Transaction,
  { config }: Pick<MailContext, 'config'>,
  { id, flood }: Pick<StoredRegistration, 'id' | 'flood'>,
  event: NoticeEvent,
): Promise<void> {
  if (!config.mail.contactNotify) return
  if (flood || (config.rateLimit && (await countNotice(trx))))
    await joinDigest(trx, 'registrationNotice', { add: (entries = []) => [...entries, `${id} ${event}`] })
  else await queueDelivery(trx, 'registrationNotice', { subjectId: id, payload: event })
}

type SeatState = Pick<StoredRegistration, 'state' | 'cohortId'>
type Answer = SeatState & { id: string }
/** `lost` is the date of a seat or an offer that the person no longer has. */
type AnswerPayload = SeatState & { lost?: string | undefined }

/** Tells the person what they have now; a later change makes another message. @param lost the date on which they no longer have a seat or an offer */
export const queueAnswer = (trx: Transaction, { id: subjectId, state, cohortId }: Answer, lost?: string) =>
  queueDelivery(trx, 'registrationAnswer', { subjectId, payload: { state, cohortId, lost } })

/** Sends someone the confirmation of their seat again, with what the registration says now. One that has not left yet is enough. */
export async function repeatConfirmation(trx: Transaction, answer: Answer): Promise<void> {
  const waiting = await lockWaiting(trx, { kind: 'registrationAnswer', subjectId: answer.id })
  if (!waiting.some(({ payload }) => answerFor(answer, payload))) await queueAnswer(trx, answer)
}

/** The content of such a message; undefined if the registration has changed since. */
export function answerFor(
  { state, cohortId }: SeatState,
  payload: AnswerPayload | string,
): Partial<AnswerPayload> | undefined {
  const [ofState, ofDate, lost] = typeof payload === 'string' ? payload.split(' ') : []
  const answer = typeof payload === 'string' ? { state: ofState, cohortId: ofDate, lost } : payload
  return answer.state === state && answer.cohortId === cohortId ? { lost: answer.lost } : undefined
}
