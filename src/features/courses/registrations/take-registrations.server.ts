import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { visitOf } from '#contract/visit.ts'
import { dayAndMonth } from '#contract/zoned-format.ts'
import { countGoal } from '#features/analytics/counting.shared.server.ts'
import { contactMessages } from '#features/contact/ground/contact-words.contract.ts'
import { countJudged, judgeMessage, phoneOf, storeMessage } from '#features/contact/inbox/take-message.shared.server.ts'
import { countConfirmation, mailboxOf } from '#features/subscribers/subscription/subscription.shared.server.ts'
import { nowIn } from '#server/database/connect.ts'
import { insertRow, type NewRow, setColumns } from '#server/database/rows.ts'
import { constraintErrorOf, UnstorableText } from '#server/database/storage-errors.ts'
import { type AppContext, feature } from '#server/feature.ts'
import { visitorFormLimit } from '#server/http/rate-limits.ts'
import { route } from '#server/http/route.ts'
import { queueDelivery } from '#server/mail/queue.ts'
import { HttpError, invalid, notFound } from '#server/runtime/http-error.ts'
import { momentOf, readCohorts } from '../cohorts/cohort-queries.server.ts'
import type { CohortState, enrollWays } from '../ground/cohort-words.contract.ts'
import type { Cohort } from '../ground/cohorts.contract.ts'
import { findSeen } from '../ground/course-queries.server.ts'
import { registrations, type StoredRegistration } from '../ground/courses.table.ts'
import { findOffer, isLiveOffer } from '../ground/offers.server.ts'
import { pressButton, type RegistrationKind } from '../ground/registration-words.contract.ts'
import { type Proposal, registrationDone, registrationInput } from '../ground/registrations.contract.ts'
import { lapseOffer } from './offers.server.ts'
import { tellCreated } from './registration.event.ts'
import { isForm, linkRoutes } from './registration-link.server.ts'
import { queueNotice } from './registration-notice.server.ts'
import { registrationRows } from './registration-rows.server.ts'
import { freeSeats, hasLapsed, openCohort, openRegistration } from './seats.server.ts'

type Input = z.infer<typeof registrationInput>
type Context = Pick<AppContext, 'config' | 'database' | 'site' | 'mailService'>

/** The calls of visitors: to ask for a course, and to act on the page of their link. Forms without scripts are sent on to a page. */
export const takeRegistrationRoutes = feature('Courses', async (app, context) => {
  const { config, database, mailService } = context
  await app.register(formbody)
  leaveOutEmpty(app)

  route(app, 'POST /course-requests', {
    access: 'public',
    rateLimit: visitorFormLimit,
    summary:
      'Ask for a seat of a course or an event, a place on a waitlist, the next date of a course, or with a question',
    description:
      '`courseId` is what they ask for, or `pageId` of a page with an event, which takes `enrol` and `waitlist` until it starts (409 `closed` from then on, or while it is closed). For a course these name a date with `cohortId`. The person gets a message with a button to press; a question becomes a contact request. A seat on a full date is refused with 409 `full`, and more seats than are free with 409 `too_few`: both can join the waitlist, where a group is offered seats once there are enough for all of it. Asking twice for the same thing is not an error. A form (`application/x-www-form-urlencoded`) is answered with a redirect to the page of the course or the event. The fields of the visit are those of a contact message.',
    input: registrationInput,
    answer: { 201: registrationDone, 303: z.void() },
    errors: [404, 409],
    handler: async (request, reply) => {
      const { body, ip } = request
      const offer = await findAsked(context, body)
      const done: z.infer<typeof registrationDone> =
        body.kind === 'question' ? await takeQuestion() : await takeRegistration()
      if (!isForm(request)) return done
      const search = new URLSearchParams({
        sent: body.kind,
        ...(body.cohortId !== undefined && { date: body.cohortId }),
        ...(done.place !== undefined && { place: String(done.place) }),
        ...(done.confirm && { confirm: '1' }),
      })
      return reply.redirect(`${offer.path}?${search}#ask`, 303)

      async function takeQuestion() {
        const { name, email, message } = body
        if (!message) throw invalid('message', 'Message is required')
        const asked = { name, email, subject: `Question about ${offer.title}`.slice(0, 300), message }
        const judged = await judgeMessage(context, { message: asked, signals: body, ip, form: 'contact' })
        const visit = visitOf(body, config.publicUrl)
        const isNew = await database.transaction(async (trx) => {
          const { message: _, ...values } = valuesOf(body, context, judged.consentText)
          const { phone, courseId } = values
          const { id: contactId, isNew } = await storeMessage(trx, context, judged, { phone, courseId, ...visit })
          if (isNew) await insertRow(trx, registrations, { ...values, state: 'new', stateAt: nowIn(trx), contactId })
          return isNew
        })
        if (isNew && !judged.spam) await countGoal(request.log, context, 'enquiry', visit, { address: ip })
        return { message: contactMessages.success }
      }

      async function takeRegistration() {
        const date = offer.event ?? (await dateFor(context, offer, body))
        if (date) expectSeats(date, body)
        const cohortId = date?._id
        const { name, email } = body
        // Without a message the address is compared.
        const message = { name, email, subject: offer.title, message: body.message || email }
        const [judged, mailbox] = await Promise.all([
          judgeMessage(context, { message, signals: body, ip, form: 'registration' }),
          mailboxOf(database, email),
        ])
        const hasServer = mailService.kind === 'smtp'
        const before = await openRegistration(database.db, { ...body, cohortId })
        // Not in the transaction that stores the request, which waits for the date: each change of an offer locks the date first.
        if (before && hasLapsed(before, database.now()))
          await database.transaction((trx) => lapseOffer(trx, context, before.id))
        const store = () =>
          database.transaction(async (trx) => {
            const flood = await countJudged(trx, judged)
            const values = valuesOf({ ...body, cohortId }, context, judged.consentText)
            let stored = await openRegistration(trx, values)
            const isNew = stored === undefined
            stored ??= await insertRow(trx, registrations, {
              ...values,
              state: body.kind === 'enrol' ? 'new' : 'waiting',
              stateAt: nowIn(trx),
              flood: flood || undefined,
              ...(!hasServer && {
                reason: 'No mail server: email not checked',
                verifiedAt: judged.spam ? undefined : nowIn(trx),
              }),
            })
            const isVerified = stored.verifiedAt !== undefined
            const counts = isNew && isVerified
            if (!isNew)
              await setColumns(trx, registrations, stored.id, { proposed: proposalOf(stored, values, nowIn(trx)) })
            if (counts) await tellCreated(trx, stored.id)
            if (counts) await queueNotice(trx, context, stored, 'asked')
            else if (hasServer) {
              const wait = await countConfirmation(trx, mailbox, isNew)
              const kind = isVerified ? 'registrationRepeat' : 'registrationConfirm'
              if (wait !== null) await queueDelivery(trx, kind, { subjectId: stored.id, wait })
            }
            return { stored, counts }
          })
        // Of two that ask for the same thing at once, the second finds the first.
        const { stored, counts } = await store().catch((error) => {
          if (constraintErrorOf(error) !== 'unique') throw error
          return store()
        })
        if (counts) await countGoal(request.log, context, 'registration', stored, { address: ip })
        // The same for everyone, so that it does not tell who has asked before.
        if (hasServer) return { message: pressButton, confirm: true }
        const row = await registrationRows(database.db, database.now())
          .where('registrations.id', '=', stored.id)
          .executeTakeFirst()
        const on = date === undefined ? '' : ` for ${dayAndMonth(date.startsOn)}`
        if (body.kind === 'waitlist' && row?.place)
          return { message: `You are number ${row.place} on the waitlist${on}.`, place: row.place }
        if (body.kind === 'nextDate') return { message: 'Thank you. We will email you when there is a new date.' }
        return { message: `Thank you. We received your request${on}.` }
      }
    },
  })

  linkRoutes(app, context)
})

/** A form sends an empty text for each field that is not filled in. */
function leaveOutEmpty(app: Pick<FastifyInstance, 'addHook'>): void {
  app.addHook('preValidation', async (request) => {
    if (isForm(request))
      request.body = Object.fromEntries(
        Object.entries(request.body as Record<string, unknown>).filter(([, value]) => value !== ''),
      )
  })
}

/** The kinds of registration that an event takes. */
const eventKinds: RegistrationKind[] = ['enrol', 'waitlist']
/** Why it takes nobody. */
const closedWords: Partial<Record<CohortState, string>> = {
  cancelled: 'This event is cancelled.',
  past: 'This event has taken place.',
  running: 'This event has started. Registration is closed.',
  closed: 'Registration for this event is closed.',
}

type Asked = { title: string; path: string; asksBy: (typeof enrollWays)[number]; event?: Cohort }

/** The course that someone asks for, or the page with its event. @throws HttpError 404 for one that visitors do not see, 409 for an event that takes nobody */
async function findAsked(context: Context, { courseId, pageId, cohortId, kind }: Input): Promise<Asked> {
  const { database } = context
  if ((courseId === undefined) === (pageId === undefined))
    throw invalid(pageId === undefined ? 'courseId' : 'pageId', 'Send courseId or pageId')
  if (courseId !== undefined) return findSeen(database, courseId)
  const id = String(pageId)
  const page = await findOffer(database.db, id).where(isLiveOffer(database.now())).executeTakeFirst()
  const [event] = (await readCohorts(database.db, await momentOf(context), [id])).get(id) ?? []
  if (page?.entity !== 'pages' || !event) throw notFound('Event not found')
  if (!eventKinds.includes(kind)) throw invalid('kind', `Kind must be ${eventKinds.join(' or ')}`)
  if (cohortId !== undefined && cohortId !== event._id) throw invalid('cohortId', 'This date is not that of the event')
  const closed = closedWords[event.state]
  if (closed) throw new HttpError(409, closed, undefined, { code: 'closed' })
  return { title: page.title, path: page.path, asksBy: 'request', event }
}

/** The date of a course that a request is for. @throws HttpError unless it takes such requests */
async function dateFor(context: Context, { asksBy }: Asked, { kind, cohortId, courseId = '' }: Input) {
  if (kind === 'nextDate') {
    if (cohortId !== undefined) throw invalid('cohortId', 'The next date is not set yet')
    return undefined
  }
  // A course that has no dates can ask for requests too.
  if (cohortId === undefined) {
    const mayAsk = kind === 'enrol' && asksBy === 'request'
    if (mayAsk && !(await readCohorts(context.database.db, await momentOf(context), [courseId])).size) return undefined
    throw invalid('cohortId', 'Choose a date')
  }
  const date = await openCohort(context, cohortId)
  if (date?.courseId !== courseId) throw invalid('cohortId', 'This date is not open. Choose another.')
  return date
}

/** @throws HttpError for a date that is full, has too few seats, or takes no requests for one */
function expectSeats(date: Cohort, { kind, people }: Input): void {
  if (kind === 'enrol' && date.state === 'full')
    throw new HttpError(409, 'This date is full now. You can join the waitlist.', undefined, { code: 'full' })
  if (kind === 'enrol' && date.enrolVia === 'link')
    throw invalid('cohortId', 'Enroll for this date on its enrollment page')
  const free = freeSeats(date)
  if (kind === 'enrol' && people > free) {
    // The site names the seats only where they are few.
    const seats = free === 1 ? 'is 1 seat' : `are ${date.state === 'few' ? free : `fewer than ${people}`} seats`
    const error = `There ${seats} left. Join the waitlist for ${people}?`
    throw new HttpError(409, error, undefined, { code: 'too_few' })
  }
}

const valuesOf = (body: Input, { config, database }: Context, consentText: string | undefined) => {
  const { courseId, pageId, cohortId, kind, name, email, people, company, gstin, message, months, weekdays } = body
  const wanted = kind === 'nextDate' && (months?.length || weekdays?.length) ? { months, weekdays } : undefined
  return {
    ...{ courseId, pageId, cohortId: kind === 'question' ? undefined : cohortId, kind, name, email, people, wanted },
    ...{ company: company || undefined, gstin: gstin || undefined, message: message || undefined },
    ...visitOf(body, config.publicUrl),
    phone: phoneOf(body.phone),
    consentText,
    consentAt: consentText && database.now(),
  } satisfies Partial<NewRow<typeof registrations>>
}

/** The values of a second request that differ from those of the first; undefined if none does. What was left out is no change. */
function proposalOf(stored: StoredRegistration, values: ReturnType<typeof valuesOf>, at: string): Proposal | undefined {
  const fields = ['name', 'phone', 'people', 'company', 'gstin', 'message', 'wanted'] as const
  const differing = fields.filter(
    (field) => values[field] !== undefined && JSON.stringify(values[field]) !== JSON.stringify(stored[field]),
  )
  if (differing.length === 0) return undefined
  const proposal = { ...Object.fromEntries(differing.map((field) => [field, values[field]])), at }
  // A column of JSON hides it from the check of the database.
  if (JSON.stringify(proposal).includes('\\u0000')) throw new UnstorableText()
  return proposal
}
