import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { visitOf } from '#contract/visit.ts'
import { dayAndMonth } from '#contract/zoned-format.ts'
import { contactMessages } from '#features/contact/contact-words.contract.ts'
import {
  countJudged,
  countNotice,
  judgeMessage,
  phoneOf,
  storeMessage,
} from '#features/contact/take-message.shared.server.ts'
import { countGoal } from '#features/figures/counting.shared.server.ts'
import { countConfirmation, mailboxOf } from '#features/newsletter/subscription.shared.server.ts'
import { type Database, nowIn, type Transaction } from '#server/database/connect.ts'
import { changeContent } from '#server/database/content-version.ts'
import { isLiveRow } from '#server/database/lifecycle.ts'
import { insertRow, type NewRow } from '#server/database/rows.ts'
import { constraintErrorOf } from '#server/database/storage-errors.ts'
import type { Row } from '#server/database/table.ts'
import { type AppContext, feature } from '#server/feature.ts'
import { errorSchemas } from '#server/http/errors.ts'
import { visitorFormLimit } from '#server/http/rate-limits.ts'
import { queueDelivery } from '#server/mail/queue.ts'
import { HttpError, invalid, notFound } from '#server/runtime/http-error.ts'
import { readToken } from '#server/security/signed-tokens.ts'
import {
  actionsOf,
  lapseOffers,
  openDates,
  openRequest,
  pressLink,
  readDate,
  seatGone,
} from '../course-seats.server.ts'
import { courseRequests, type courses, type StoredCourseRequest } from '../courses.table.ts'
import {
  courseRequestDone,
  courseRequestInput,
  type RequestLink,
  requestLink,
  requestLinkPress,
} from './course-requests.contract.ts'
import { offerByItself } from './request-job.server.ts'
import { addToNoticeList, linkPurpose } from './request-mail.server.ts'
import { requestRows, timeInWords, toCourseRequest } from './request-rows.server.ts'

type Input = z.infer<typeof courseRequestInput>
type Parts = Pick<AppContext, 'config' | 'database' | 'site' | 'mailService'>

/** The calls of visitors: to ask for a course, and to act on the page of their link. Forms without scripts are sent on to a page. */
export const takeRequestRoutes = feature('Courses', async (app, parts) => {
  const { config, database, mailService } = parts
  await app.register(formbody)
  leaveOutEmpty(app)

  app.post(
    '/course-requests',
    {
      config: { access: 'public', rateLimit: visitorFormLimit },
      schema: {
        summary: 'Ask for a seat, a place on a waiting list, the next date of a course, or with a question',
        description:
          '`enrol` and `waitlist` name a date of the course with `cohortId`. The person gets a message with a button to press; a question becomes a contact request. Asking twice for the same thing is not an error. A form (`application/x-www-form-urlencoded`) is answered with a redirect to the page of the course. The fields of the visit are those of a contact message.',
        body: courseRequestInput,
        response: { 201: courseRequestDone, 303: z.void(), ...errorSchemas(404, 409) },
      },
    },
    async (request, reply) => {
      const { body, ip } = request
      const course = await findCourse(database, body.courseId)
      const done: z.infer<typeof courseRequestDone> =
        body.kind === 'question' ? await takeQuestion() : await takeRequest()
      mailService.wake()
      if (!isForm(request)) return reply.code(201).send(done)
      const search = new URLSearchParams({
        sent: body.kind,
        ...(body.cohortId !== undefined && { date: body.cohortId }),
        ...(done.place !== undefined && { place: String(done.place) }),
        ...(done.confirm && { confirm: '1' }),
      })
      return reply.redirect(`/courses/${course.slug}?${search}#ask`, 303)

      async function takeQuestion() {
        const { name, email, message } = body
        if (!message) throw invalid('message', 'Message is required')
        const asked = { name, email, subject: `Question about ${course.title}`.slice(0, 300), message }
        const judged = await judgeMessage(parts, { message: asked, signals: body, ip, form: 'contact' })
        await database.transaction(async (trx) => {
          const { message: _, ...values } = valuesOf(body, parts, judged.consentText)
          const { phone, courseId, page, read, referrer, campaign } = values
          const more = { phone, courseId, page, read, referrer, campaign }
          const contactId = await storeMessage(trx, parts, judged, more, reply)
          await insertRow(trx, courseRequests, { ...values, state: 'new', stateAt: nowIn(trx), contactId })
        })
        const visit = visitOf(body, config.publicUrl)
        if (!judged.spam) await countGoal(parts, 'enquiry', visit, visit.read && visit.page)
        return { message: contactMessages.success }
      }

      async function takeRequest() {
        const date = await dateFor(parts, course, body)
        const { name, email } = body
        // Without a message the address is compared.
        const message = { name, email, subject: course.title, message: body.message || email }
        const [judged, mailbox] = await Promise.all([
          judgeMessage(parts, { message, signals: body, ip, form: 'courseRequest' }),
          mailboxOf(database, email),
        ])
        const hasServer = mailService.kind === 'smtp'
        const before = await openRequest(database.db, body)
        // Not in the transaction that stores the request, which waits for the date: each change of an offer locks the date first.
        if (before?.state === 'offered' && (before.offeredUntil ?? '') <= database.now())
          await database.transaction(lapseOffers)
        const store = () =>
          database.transaction(async (trx) => {
            const flood = await countJudged(trx, judged, reply)
            const values = valuesOf(body, parts, judged.consentText)
            let stored = await openRequest(trx, values)
            const isNew = stored === undefined
            stored ??= await insertRow(trx, courseRequests, {
              ...values,
              state: body.kind === 'enrol' ? 'new' : 'waiting',
              stateAt: nowIn(trx),
              flood: flood || undefined,
              ...(!hasServer && {
                reason: 'No mail server: address not checked',
                verifiedAt: judged.spam ? undefined : nowIn(trx),
              }),
            })
            const counts = isNew && stored.verifiedAt !== undefined
            if (stored.verifiedAt !== undefined) {
              if (isNew) await queueNotice(trx, parts, stored)
            } else if (hasServer) {
              const wait = await countConfirmation(trx, mailbox, isNew)
              if (wait !== null) await queueDelivery(trx, 'courseRequestConfirm', { subjectId: stored.id, wait })
            }
            return { stored, counts }
          })
        // Of two that ask for the same thing at once, the second finds the first.
        const { stored, counts } = await store().catch((error) => {
          if (constraintErrorOf(error) !== 'unique') throw error
          return store()
        })
        if (counts) await countGoal(parts, 'courseRequest', stored, stored.read && stored.page)
        if (hasServer) return { message: 'Press the button in the message that we have just sent you.', confirm: true }
        const row = await requestRows(database.db, database.now())
          .where('courseRequests.id', '=', stored.id)
          .executeTakeFirst()
        const on = date === undefined ? '' : ` for ${dayAndMonth(date.startsOn)}`
        if (body.kind === 'waitlist' && row?.place)
          return { message: `You are number ${row.place}${on}.`, place: row.place }
        return {
          message:
            body.kind === 'nextDate'
              ? 'Thank you. We will tell you the next date.'
              : `Thank you. We have your request${on}.`,
        }
      }
    },
  )

  app.get(
    '/course-requests/link',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Get the request that a signed link from a message is for, and what its person can do',
        description: 'Reading it changes nothing, since mail scanners follow every link.',
        querystring: z.pick(requestLinkPress, { token: true }),
        response: { 200: requestLink, ...errorSchemas(404) },
      },
    },
    async ({ query }, reply) => {
      reply.header('cache-control', 'no-store')
      return readLink(parts, await idOfToken(database, query.token))
    },
  )

  app.post(
    '/course-requests/link',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Confirm a request, take or decline an offered seat, or withdraw, with a signed link from a message',
        description:
          'Repeating the call changes nothing. A seat that others have by now is refused with 409, an offer that has lapsed with 410. A form is answered with a redirect to the page of the link.',
        body: requestLinkPress,
        response: { 200: requestLink, 303: z.void(), ...errorSchemas(404, 409, 410) },
      },
    },
    async (request, reply) => {
      const { token, action } = request.body
      reply.header('cache-control', 'no-store')
      if (isForm(request)) {
        // The page says that a link does not work.
        await press().catch((error) => {
          if (!(error instanceof HttpError)) throw error
        })
        return reply.redirect(`/course-request?${new URLSearchParams({ token, done: action })}`, 303)
      }
      const { id, refused } = await press()
      const link = await readLink(parts, id)
      if (refused)
        throw new HttpError(refused === 'lapsed' ? 410 : 409, link.message ?? 'This is not possible any more.')
      return link

      async function press() {
        const id = await idOfToken(database, token)
        const {
          request: pressed,
          refused,
          verified,
        } = await changeContent(database, async (trx) => {
          const done = await pressLink(trx, config, id, action)
          if (done.verified) await queueNotice(trx, parts, done.request)
          return done
        })
        mailService.wake()
        if (verified) await countGoal(parts, 'courseRequest', pressed, pressed.read && pressed.page)
        await offerByItself(parts, pressed.cohortId === undefined ? [] : [pressed.cohortId])
        return { id, refused }
      }
    },
  )
})

const isForm = ({ headers }: FastifyRequest) =>
  headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false

/** A form sends an empty text for each field that is not filled in. */
function leaveOutEmpty(app: Pick<FastifyInstance, 'addHook'>): void {
  app.addHook('preValidation', async (request) => {
    if (isForm(request))
      request.body = Object.fromEntries(
        Object.entries(request.body as Record<string, unknown>).filter(([, value]) => value !== ''),
      )
  })
}

type AskedCourse = Pick<Row<typeof courses>, 'title' | 'slug' | 'asksBy'>

/** A course that visitors see, or have seen before. @throws HttpError 404 for another */
async function findCourse(database: Database, id: string): Promise<AskedCourse> {
  const { db } = database
  const columns = ['title', 'slug', 'asksBy', 'active', 'publishAt', 'unpublishAt', 'deletedAt'] as const
  const course = await db.selectFrom('courses').select(columns).where('id', '=', id).executeTakeFirst()
  const wasLive = db
    .selectFrom('revisions')
    .select('number')
    .where('entity', '=', 'courses')
    .where('recordId', '=', id)
    .where('live', '=', true)
    .limit(1)
  if (course && isLiveRow('active', course, database.now())) return course
  if (!course || course.deletedAt !== null || !(await wasLive.executeTakeFirst())) throw notFound('Course not found')
  return course
}

async function hasDates({ database }: Parts, courseId: string): Promise<boolean> {
  const dates = database.db.selectFrom('cohorts').select('id').where('courseId', '=', courseId)
  return (await dates.where('deletedAt', 'is', null).limit(1).executeTakeFirst()) !== undefined
}

/** The date that a request is for. @throws HttpError unless it takes such requests */
async function dateFor(parts: Parts, { asksBy }: AskedCourse, { kind, cohortId, courseId }: Input) {
  if (kind === 'nextDate') {
    if (cohortId !== undefined) throw invalid('cohortId', 'The next date is not known yet')
    return undefined
  }
  // A course that has no dates can ask for requests too.
  if (cohortId === undefined && kind === 'enrol' && asksBy === 'request' && !(await hasDates(parts, courseId)))
    return undefined
  if (cohortId === undefined) throw invalid('cohortId', 'Choose a date')
  const date = (await openDates(parts, [cohortId])).get(cohortId)
  if (date?.courseId !== courseId) throw invalid('cohortId', 'This date takes no people. Choose another.')
  if (kind === 'enrol' && date.state === 'full')
    throw new HttpError(409, 'This date is full now. Join the waiting list.', undefined, { code: 'full' })
  if (kind === 'enrol' && date.enrolVia === 'link') throw invalid('cohortId', 'Enrol for this date by its link')
  return date
}

const valuesOf = (body: Input, { config, database }: Parts, consentText: string | undefined) => {
  const { courseId, cohortId, kind, name, email, people, company, gstin, message, months, weekdays } = body
  const wanted = kind === 'nextDate' && (months?.length || weekdays?.length) ? { months, weekdays } : undefined
  return {
    ...{ courseId, cohortId: kind === 'question' ? undefined : cohortId, kind, name, email, people, wanted },
    ...{ company: company || undefined, gstin: gstin || undefined, message: message || undefined },
    ...visitOf(body, config.publicUrl),
    phone: phoneOf(body.phone),
    consentText,
    consentAt: consentText && database.now(),
  } satisfies Partial<NewRow<typeof courseRequests>>
}

/** Tells the company of a request, once its person is known to have sent it. */
async function queueNotice(trx: Transaction, { config }: Parts, { id, flood }: StoredCourseRequest): Promise<void> {
  if (!config.mail.contactNotify) return
  if (flood || (config.rateLimit && (await countNotice(trx)))) await addToNoticeList(trx, id)
  else await queueDelivery(trx, 'courseRequestNotice', { subjectId: id })
}

/** @throws HttpError 404 for a link with an invalid signature */
async function idOfToken(database: Database, token: string): Promise<string> {
  const link = await readToken(database, linkPurpose, token)
  if (!link) throw notFound('This link does not work. Was it copied completely?')
  return link.value
}

/** The request of a link as its person sees it. @throws HttpError 404 for one that was deleted */
async function readLink(parts: Parts, id: string): Promise<RequestLink> {
  const { database, config } = parts
  const now = database.now()
  const row = await requestRows(database.db, now)
    .select('courses.slug as courseSlug')
    .where('courseRequests.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('This link does not work any more.')
  const { courseSlug, ...asked } = row
  const request = toCourseRequest(asked, now)
  const date = request.cohort && (await readDate(parts, request.cohort._id))
  const { course, kind, people, state, place, offeredPeople, offeredUntil, reason } = request
  const messages: (string | false | undefined)[] = [
    date?.state === 'past' && 'This date has passed.',
    date?.state === 'cancelled' && 'This date is cancelled.',
    state === 'lapsed' && offeredUntil && `This offer lapsed on ${timeInWords(offeredUntil, config.timeZone)}.`,
    state === 'waiting' &&
      reason === seatGone &&
      `${seatGone}. ${place === 1 ? 'You stay first in line.' : `You are number ${place} in line.`}`,
  ]
  return {
    course: { title: course.title, slug: courseSlug },
    cohort: date && { startsOn: date.startsOn, endsOn: date.endsOn, timetable: date.timetable },
    ...{ kind, people, state, place },
    ...(state === 'offered' && { offeredPeople, offeredUntil }),
    timeZone: config.timeZone,
    actions: actionsOf(request, date),
    message: messages.find((message) => typeof message === 'string'),
  }
}
