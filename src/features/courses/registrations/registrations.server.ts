import * as z from 'zod/mini'
import { doneBody } from '#contract/fields.ts'
import { noteRecord } from '#server/activity/activity.ts'
import type { Transaction } from '#server/database/connect.ts'
import { changeContent } from '#server/database/content-version.ts'
import { afterCommit } from '#server/database/storage-errors.ts'
import { feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import { deleteDeliveries } from '#server/mail/queue.ts'
import { defineEntity } from '#server/record/entity.ts'
import { moveToTrash } from '#server/record/trash.ts'
import { asConflict, expectedVersion, ifMatch } from '#server/record/versions.ts'
import { registrationUrl } from '../cohorts/course-messages.server.ts'
import { registrations } from '../ground/courses.table.ts'
import type { RegistrationAct } from '../ground/registration-words.contract.ts'
import {
  enteredInput,
  offerInput,
  registration,
  registrationChange,
  registrationOffer,
} from '../ground/registrations.contract.ts'
import { trainingSettings } from '../ground/training-settings.contract.ts'
import { enterRegistration } from './entered.server.ts'
import { offerSeat } from './offers.server.ts'
import { actTo } from './registration-acts.server.ts'
import { offerAutomatically } from './registration-job.server.ts'
import { peopleOfCourses } from './registration-list.server.ts'
import { eraseRegistrations } from './registration-personal-data.server.ts'
import { forStaff, registrationRows, toRegistration } from './registration-rows.server.ts'
import { changeRegistration, lockRegistration, returnSeats, unknownRegistration } from './seats.server.ts'

/** The acts of staff in the activity log. */
const actWords: Record<RegistrationAct, string> = {
  offer: 'Offer a seat to an attendee',
  confirm: 'Confirm an attendee',
  decline: 'Decline an attendee',
  move: 'Move an attendee to another date',
  toList: 'Put an attendee on the waitlist',
  correct: 'Correct the details of an attendee',
  note: 'Change the note on an attendee',
  withdraw: 'Withdraw an attendee',
}

/** A note that is taken off is undefined. */
const actIn = ({ state, cohortId, ...more }: z.infer<typeof registrationChange>): RegistrationAct => {
  if (state !== undefined) return actTo(state) ?? 'correct'
  if (cohortId !== undefined) return 'move'
  return 'note' in more ? 'note' : 'correct'
}

const routes = feature('Courses', async (app, context) => {
  const { database, config, site, mailService } = context

  const find = async (id: string) => {
    const now = database.now()
    const row = await registrationRows(database.db, now).where('registrations.id', '=', id).executeTakeFirst()
    if (!row) throw unknownRegistration()
    const [found] = await forStaff(context, [toRegistration(row, now)])
    if (!found) throw unknownRegistration()
    return found
  }

  /** Changes a registration, and then offers seats that this has freed. @param work returns the date that it had before */
  const change = async (id: string, what: string, work: (trx: Transaction) => Promise<string | undefined>) => {
    const noted = async (trx: Transaction) => {
      const cohortId = await work(trx)
      // Without the name: the data of visitors can be erased.
      noteRecord(trx, { entity: registrations.name, recordId: id, what })
      return cohortId === undefined ? [] : [cohortId]
    }
    const current = async () => {
      // Only the fields of the contract: unlike an answer, an error's body is not serialised by it.
      const found = z.parse(registration, await find(id))
      return { ...found, updatedAt: found.stateAt }
    }
    const freed = await changeContent(database, noted).catch(asConflict(current))
    mailService.wake()
    // The regular job makes them too.
    await afterCommit(app.log, 'Offers of seats could not be made', () => offerAutomatically(context, freed))
  }

  route(app, 'GET /course-requests/:id', {
    access: 'readContacts',
    summary: 'Get a registration',
    answer: registration,
    handler: async ({ params }) => find(params.id),
  })

  route(app, 'POST /course-requests/entered', {
    access: 'writeContacts',
    act: 'Enroll an attendee',
    summary: 'Enroll someone who has asked by phone',
    description:
      'The registration is confirmed at once, `enteredBy` names the colleague, and its consent says that they asked by phone, on the day `askedOn` (today, unless it says). With `email` the person gets the confirmation, unless `tell` is false. More people than free seats are refused with 409 `no_seat`; `waiting` puts them on the waitlist instead. An address that has a registration for the date already is refused with 409 `registered`; `again` enters another one.',
    input: enteredInput,
    answer: { 201: registration },
    errors: [404, 409],
    handler: async (request) => {
      const { body } = request
      const id = await changeContent(database, async (trx) => {
        const entered = await enterRegistration(trx, config, body, staffOf(request))
        noteRecord(trx, {
          ...{ entity: registrations.name, recordId: entered },
          ...(body.waiting && { what: actWords.toList }),
        })
        return entered
      })
      mailService.wake()
      return find(id)
    },
  })

  route(app, 'PATCH /course-requests/:id', {
    access: 'writeContacts',
    act: 'Change a registration',
    summary: 'Confirm, decline, withdraw, move or correct a registration, or put it back on the waitlist',
    description:
      '`state` is `confirmed`, `declined`, `withdrawn`, `waiting`, or `new` for a request for a seat; `cohortId` moves it to another date of the course; `note` is for colleagues, and null removes it. `name`, `phone`, `people`, `company` and `gstin` correct what they asked with, `poNumber`, `invoiceNo` and `paidOn` are free words: `corrections` keeps the old values. `email` can be corrected of one that a colleague has entered, before a message has gone to it (`setsEmail`). Fewer people than its participants with a name are refused with 409 `seats_named`. `tell` sends someone with a seat its confirmation again, with the values as they are then; without it a correction sends no message. A seat that is not free is refused with 409 `no_seat`. The person gets a message about a seat, a refusal, a place on the waitlist, and a seat or an offer that is gone.',
    headers: ifMatch,
    input: registrationChange,
    answer: registration,
    errors: [409],
    handler: async (request) => {
      const { id } = request.params
      const version = expectedVersion(request)
      const { body } = request
      const work = (trx: Transaction) =>
        changeRegistration(trx, config, id, { ...body, actor: staffOf(request), version })
      await change(id, actWords[actIn(body)], work)
      return find(id)
    },
  })

  route(app, 'POST /course-requests/:id/offer', {
    access: 'writeContacts',
    act: actWords.offer,
    summary: 'Offer a seat to someone who waits',
    description:
      'It holds for the hours of the settings. `people` offers fewer seats than were asked for; without it a group for whom the seats are too few is refused with 409 `no_seat`. Without a mail server the answer has the `link` to send to the person.',
    headers: ifMatch,
    input: z.nullish(offerInput),
    answer: registrationOffer,
    errors: [409],
    handler: async (request) => {
      const { id } = request.params
      const version = expectedVersion(request)
      const settings = await site.now()
      const { offerHours: hours } = trainingSettings.of(settings)
      const people = request.body?.people
      await change(id, actWords.offer, (trx) => offerSeat(trx, config, id, { people, hours, version }))
      const offered = await find(id)
      if (mailService.kind === 'smtp') return offered
      return { ...offered, link: await registrationUrl(database, settings.publicUrl, id, 'take') }
    },
  })

  route(app, 'DELETE /course-requests/:id', {
    access: 'writeContacts',
    summary: 'Delete a registration',
    description: 'It goes to the trash. Its seats are free at once, and messages that have not left are cancelled.',
    headers: ifMatch,
    answer: doneBody,
    errors: [409],
    handler: async (request) => {
      const { id } = request.params
      const version = expectedVersion(request)
      await change(id, 'Delete a registration', async (trx) => {
        const { cohortId } = (await lockRegistration(trx, config, id, { version })).registration
        await deleteDeliveries(trx, [id], { state: 'waiting' })
        await moveToTrash(trx, registrations, id, { by: staffOf(request), at: database.now() })
        return cohortId
      })
      return { message: 'Registration deleted successfully' }
    },
  })
})

export const registrationEntity = {
  ...defineEntity(registrations, {
    label: 'Registration',
    people: peopleOfCourses,
    calls: 'course-requests',
    // The people of a course have their own search.
    foundBy: [],
    access: { read: 'readContacts', write: 'writeContacts' },
    // An offer that lapses frees its seats.
    boundaries: ['offeredUntil'],
    beforeRestore: (trx, id, { config }) => returnSeats(trx, id, config),
    erase: (trx, id) => eraseRegistrations(trx, [id]),
  }),
  routes,
}
