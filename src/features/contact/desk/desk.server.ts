import { randomUUIDv7 } from 'node:crypto'
import { doneBody } from '#contract/fields.ts'
import { type Transaction, timeIn } from '#server/database/connect.ts'
import { updateRow } from '#server/database/rows.ts'
import { afterCommit } from '#server/database/storage-errors.ts'
import { feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import { asConflict, expectedVersion, ifMatch } from '#server/record/versions.ts'
import { HttpError, invalid, notFound } from '#server/runtime/http-error.ts'
import { minute } from '#server/security/counters.ts'
import { contactRequests } from '../ground/contact.table.ts'
import {
  answerDraft,
  answerInput,
  answerPreview,
  answerToInput,
  contactDetail,
  contactEvent,
  noteInput,
  noteLifetime,
  receivedInput,
  typing,
  undoneAnswer,
} from '../ground/desk.contract.ts'
import {
  addEvent,
  findEvent,
  findMatter,
  findRequest,
  lockRequest,
  setStatus,
  unknownRequest,
  updateTurn,
} from '../ground/events.shared.server.ts'
import { indexRequests } from '../ground/index-requests.server.ts'
import { answerDraftRoutes } from './answer-drafts.server.ts'
import { renderAnswer } from './answer-mail.server.ts'
import { addAnswer, undoAnswer } from './answers.server.ts'
import { readChanged } from './desk-changes.server.ts'
import { forgetTyping, noteTyping, readDetail, readEvents, readTyping } from './timeline.server.ts'

export const deskRoutes = feature('Contact', async (app, { config, database, site, mailService }) => {
  const mail = mailService.kind
  const readEvent = async (id: string, eventId: string) => {
    const [event] = await readEvents(database.db, id, eventId)
    if (!event) throw notFound('There is no such entry.')
    return event
  }

  // The id of a joined request names the one to which it was joined.
  app.addHook('preHandler', async ({ params }) => {
    const named = params as { id?: string }
    const matter = named.id === undefined ? undefined : await findMatter(database.db, named.id)
    if (matter) named.id = matter.id
  })

  route(app, 'GET /contact/:id', {
    access: 'readContacts',
    summary: 'Get a contact request with its timeline',
    answer: contactDetail,
    handler: async (request) => readDetail({ database, site }, request.params.id, { me: staffOf(request), mail }),
  })

  route(app, 'POST /contact/:id/notes', {
    access: 'writeContacts',
    summary: 'Add an internal note to a contact request',
    input: noteInput,
    answer: { 201: contactEvent },
    handler: async (request) => {
      const { id } = request.params
      const actor = staffOf(request)
      const { id: eventId } = await database.transaction(async (trx) => {
        await lockRequest(trx, id)
        return addEvent(trx, { contactId: id, kind: 'note', actor, body: request.body.body })
      })
      return readEvent(id, eventId)
    },
  })

  route(app, 'DELETE /contact/:id/notes/:event', {
    access: 'writeContacts',
    summary: 'Delete a note of one’s own within ten minutes',
    answer: doneBody,
    errors: [409],
    handler: async (request) => {
      const { id, event } = request.params
      await database.transaction((trx) => deleteNote(trx, id, event, staffOf(request).id))
      return { message: 'Note deleted' }
    },
  })

  route(app, 'POST /contact/:id/answers', {
    access: 'writeContacts',
    summary: 'Reply to a contact request by email',
    description:
      'The email is sent after 30 seconds. With `If-Match: "<version>"`, the reply is refused with 409 when the stored version is another one: each message and each reply makes a new one. `sentElsewhere` only logs a reply, which is the way without a mail server.',
    headers: ifMatch,
    input: answerInput,
    answer: { 201: contactEvent },
    errors: [409],
    handler: async (request) => {
      const { id } = request.params
      const { body } = request
      if (mail === 'files' && !body.sentElsewhere)
        throw new HttpError(409, 'No mail server is set up (SMTP_URL).', undefined, { code: 'no_mail_server' })
      const actor = staffOf(request)
      const options = { actor, domain: config.company.domain, version: expectedVersion(request) }
      const eventId = await database
        .transaction((trx) => addAnswer(trx, id, body, options))
        .catch(asConflict(() => readChanged({ database, site }, id)))
      await afterCommit(request.log, 'A colleague still seems to be writing', () => forgetTyping(database, id, actor))
      return readEvent(id, eventId)
    },
  })

  route(app, 'POST /contact/:id/answers/preview', {
    access: 'writeContacts',
    activity: 'step',
    summary: 'Render a reply as it would arrive, without sending it',
    input: answerDraft,
    answer: answerPreview,
    handler: async ({ params: { id }, body }) => {
      const stored = await findRequest(database.db, id)
      if (!stored) throw unknownRequest()
      // It comes after all that is there.
      const now = { id: randomUUIDv7(), at: database.now(), contactId: id }
      const mailContext = { config, database, site, render: mailService.render }
      return renderAnswer(mailContext, stored, { ...body, ...now })
    },
  })

  route(app, 'POST /contact/:id/answers/:event/undo', {
    access: 'writeContacts',
    summary: 'Take back a reply before it is sent',
    answer: undoneAnswer,
    errors: [409],
    handler: async ({ params }) => database.transaction((trx) => undoAnswer(trx, params.id, params.event)),
  })

  answerDraftRoutes(app, { database })

  route(app, 'PUT /contact/:id/typing', {
    access: 'writeContacts',
    activity: 'step',
    summary: 'Tell colleagues for a minute that you are writing a reply',
    answer: typing,
    handler: async (request) => {
      const { id } = request.params
      const me = staffOf(request)
      if (!(await findRequest(database.db, id))) throw unknownRequest()
      await noteTyping(database, id, me)
      return { typing: await readTyping(database, id, me) }
    },
  })

  route(app, 'POST /contact/:id/received', {
    access: 'writeContacts',
    summary: 'Log a reply from the visitor',
    input: receivedInput,
    answer: { 201: contactEvent },
    handler: async (request) => {
      const { id } = request.params
      const { body, at } = request.body
      if (at && at > database.now()) throw invalid('at', 'This time is in the future')
      const actor = staffOf(request)
      const eventId = await database.transaction(async (trx) => {
        const { status, createdAt } = await lockRequest(trx, id)
        if (at && new Date(at).toISOString() < createdAt) throw invalid('at', 'This time is before their first message')
        const details = { byHand: true }
        const event = await addEvent(trx, { contactId: id, kind: 'received', actor, body, details, ...(at && { at }) })
        if (status === 'resolved') await setStatus(trx, id, 'pending')
        await updateTurn(trx, id)
        return event.id
      })
      return readEvent(id, eventId)
    },
  })

  route(app, 'PUT /contact/:id/answer-to', {
    access: 'writeContacts',
    summary: 'Reply to the sender of a received message from now on',
    description: 'Without `eventId` replies go to the address of the request again.',
    input: answerToInput,
    answer: contactDetail,
    handler: async (request) => {
      const { id } = request.params
      const { eventId } = request.body
      await database.transaction(async (trx) => {
        const { email } = await lockRequest(trx, id)
        const from = eventId ? (await findEvent(trx, id, eventId, 'received')).from : email
        // A message that staff entered by hand has no address.
        if (from === undefined) throw notFound('There is no such message.')
        const answerTo = from.toLowerCase() === email.toLowerCase() ? undefined : from
        await updateRow(trx, contactRequests, id, { answerTo })
      })
      return readDetail({ database, site }, id, { me: staffOf(request), mail })
    },
  })
})

/** @throws HttpError 404 for an unknown note, 403 for that of a colleague, 409 for an old one */
async function deleteNote(trx: Transaction, id: string, eventId: string, staffId: string): Promise<void> {
  await lockRequest(trx, id)
  const note = await findEvent(trx, id, eventId, 'note')
  if (note.byId !== staffId) throw new HttpError(403, 'Only its author can delete a note.')
  if (Date.parse(note.at) < timeIn(trx) - noteLifetime * minute)
    throw new HttpError(409, 'A note can only be deleted within ten minutes.')
  await trx.deleteFrom('contactEvents').where('id', '=', eventId).execute()
  await indexRequests(trx, [id])
}
