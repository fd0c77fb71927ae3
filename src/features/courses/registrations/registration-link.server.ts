import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { countGoal } from '#features/analytics/counting.shared.server.ts'
import type { Database } from '#server/database/connect.ts'
import { changeContent } from '#server/database/content-version.ts'
import { afterCommit } from '#server/database/storage-errors.ts'
import type { AppContext } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { dayIn } from '#server/runtime/clock.ts'
import { HttpError, notFound } from '#server/runtime/http-error.ts'
import { readToken } from '#server/security/signed-tokens.ts'
import { momentOf, readCohort } from '../cohorts/cohort-queries.server.ts'
import { enrollAddress, linkPurpose, readFullRegistrations } from '../cohorts/course-messages.server.ts'
import { isOver } from '../ground/cohort-words.contract.ts'
import { priceOfCohort } from '../ground/prices.contract.ts'
import {
  type RegistrationLink,
  registrationDetails,
  registrationLink,
  registrationLinkPress,
} from '../ground/registration-link.contract.ts'
import { trainingSettings } from '../ground/training-settings.contract.ts'
import { pressLink, seatGone } from './offers.server.ts'
import { pressesOf } from './registration-acts.server.ts'
import { bookingOf, changeBooking } from './registration-details.server.ts'
import { offerAutomatically } from './registration-job.server.ts'
import { queueNotice } from './registration-notice.server.ts'
import { registrationRows, timeInWords, toRegistration } from './registration-rows.server.ts'
import { isEnrolled } from './seats.server.ts'

type Context = Pick<AppContext, 'config' | 'database' | 'site' | 'mailService'>

export function linkRoutes(app: FastifyInstance, context: Context): void {
  const { config, database } = context
  route(app, 'GET /course-requests/link', {
    access: 'public',
    summary: 'Get the registration that a signed link from a message is for, and what its person can do',
    description: 'Reading it changes nothing, since mail scanners follow every link.',
    query: z.pick(registrationLinkPress, { token: true }),
    answer: registrationLink,
    errors: [404],
    handler: async ({ query }, reply) => {
      reply.header('cache-control', 'no-store')
      return readLink(context, await idOfToken(database, query.token))
    },
  })

  route(app, 'POST /course-requests/link', {
    access: 'public',
    summary:
      'Confirm a request or a change to it, accept or decline an offered seat, or withdraw, with a signed link from a message',
    description:
      'Repeating the call changes nothing. `change` is refused with 409 when the person has asked for something else since `at`. A seat that others have by now is refused with 409, an offer that has lapsed with 410. A form is answered with a redirect to the page of the link.',
    input: registrationLinkPress,
    answer: { 200: registrationLink, 303: z.void() },
    errors: [404, 409, 410],
    handler: async (request, reply) => {
      const { token, action, at } = request.body
      reply.header('cache-control', 'no-store')
      if (isForm(request)) {
        // The page says that a link does not work.
        await press().catch((error) => {
          if (!(error instanceof HttpError)) throw error
        })
        return reply.redirect(`/registration?${new URLSearchParams({ token, done: action })}`, 303)
      }
      const { id, refused } = await press()
      const link = await readLink(context, id)
      if (refused)
        throw new HttpError(refused === 'lapsed' ? 410 : 409, link.message ?? 'This is not possible any more.')
      return link

      async function press() {
        const id = await idOfToken(database, token)
        const pressed = await changeContent(database, async (trx) => {
          const result = await pressLink(trx, config, id, action, at)
          if (result.event) await queueNotice(trx, context, result.registration, result.event)
          return result
        })
        const asked = pressed.registration
        if (pressed.verified) await countGoal(request.log, context, 'registration', asked, { address: request.ip })
        // The regular job makes them too.
        await afterCommit(request.log, 'Offers of seats could not be made', () =>
          offerAutomatically(context, asked.cohortId === undefined ? [] : [asked.cohortId]),
        )
        return { id, refused: pressed.refused }
      }
    },
  })

  route(app, 'POST /course-requests/link/details', {
    access: 'public',
    summary:
      'Name the people of a booking, release single seats or correct the invoice details, with a signed link from a message',
    description:
      'Values left out stay; an empty text removes one. The invoice details are open until the company has entered an invoice number; the names until the date is over. 409 `version_conflict` names the values that someone else has changed since the given versions; without versions the last one wins. A released seat is offered to the next person, and the new confirmation is sent.',
    input: registrationDetails,
    answer: registrationLink,
    errors: [404, 409],
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const { body } = request
      const id = await idOfToken(database, body.token)
      const changed = await changeContent(database, async (trx) => {
        const result = await changeBooking(trx, config, id, body)
        if (result.corrected) await queueNotice(trx, context, result.registration, 'corrected')
        if (result.released > 0) await queueNotice(trx, context, result.registration, 'released')
        return result
      })
      const { cohortId } = changed.registration
      await afterCommit(request.log, 'Offers of seats could not be made', () =>
        offerAutomatically(context, changed.released > 0 && cohortId !== undefined ? [cohortId] : []),
      )
      return readLink(context, id)
    },
  })
}

export const isForm = ({ headers }: FastifyRequest) =>
  headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false

/** @throws HttpError 404 for a link with an invalid signature */
async function idOfToken(database: Database, token: string): Promise<string> {
  const link = await readToken(database, linkPurpose, token)
  if (!link) throw notFound('This link does not work. Was it copied completely?')
  return link.value
}

/** The registration of a link as its person sees it. @throws HttpError 404 for one that was deleted */
async function readLink(context: Context, id: string): Promise<RegistrationLink> {
  const { database, config, site } = context
  const now = database.now()
  const row = await registrationRows(database.db, now).where('registrations.id', '=', id).executeTakeFirst()
  const [asked] = row ? await readFullRegistrations(database, [id]) : []
  if (!row || !asked) throw notFound('This link does not work any more.')
  const registration = toRegistration(row, now)
  const date = registration.cohort && (await readCohort(database.db, await momentOf(context), registration.cohort._id))
  const { kind, people, company, gstin, state, place, offeredPeople, offeredUntil, proposed, reason } = registration
  const messages: (string | false | undefined)[] = [
    date?.state === 'past' && 'This date has passed.',
    date?.state === 'cancelled' && 'This date is cancelled.',
    state === 'lapsed' && offeredUntil && `This offer expired on ${timeInWords(offeredUntil, config.timeZone)}.`,
    state === 'waiting' && reason === seatGone && `${seatGone}. You are still number ${place} on the waitlist.`,
  ]
  const { id: _id, entity, title, path } = asked.offer
  const isEvent = entity === 'pages'
  const isToEnroll = date && !isOver(date) && isEnrolled(state)
  return {
    ...(isEvent ? { event: { _id, title, path } } : { course: { title, slug: path.split('/').at(-1) ?? '' } }),
    cohort: date,
    ...{ kind, people, company, gstin, state, place, proposed },
    ...(!isEvent && { price: priceOfCohort(asked.offer, asked.date ?? {}, asked.createdAt) }),
    gst: date && trainingSettings.of(await site.now()).gst,
    enrollmentUrl: isToEnroll ? enrollAddress(asked) : undefined,
    ...(state === 'offered' && { offeredPeople, offeredUntil }),
    ...(await bookingOf(database.db, asked, date, dayIn(config.timeZone)(now), config.timeZone)),
    version: asked.version,
    timeZone: config.timeZone,
    actions: pressesOf(registration, date),
    message: messages.find((message) => typeof message === 'string'),
  }
}
