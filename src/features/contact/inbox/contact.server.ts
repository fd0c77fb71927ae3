import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { doneBody } from '#contract/fields.ts'
import { formTokenAnswer, visitOf } from '#contract/visit.ts'
import { countGoal } from '#features/analytics/counting.shared.server.ts'
import { consentTextOf } from '#features/consent/consent.shared.server.ts'
import { readerFor } from '#server/database/long-reads.ts'
import type { Stored } from '#server/database/table.ts'
import { feature } from '#server/feature.ts'
import { asksForAll, csvFile, paginate, sendCsv, sendWholeList, timeColumn } from '#server/http/long-lists.ts'
import { visitorFormLimit } from '#server/http/rate-limits.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import { defineEntity } from '#server/record/entity.ts'
import { formToken } from '#server/security/bot-signals.ts'
import {
  campaignLine,
  contactExportQuery,
  contactListQuery,
  contactMessage,
  contactRequest,
  plainRequest,
} from '../ground/contact.contract.ts'
import { contactRequests } from '../ground/contact.table.ts'
import { contactMessages } from '../ground/contact-words.contract.ts'
import { deskOf } from '../ground/desk-settings.server.ts'
import { isPresentRequest, moveRequestToTrash, toRequest } from '../ground/events.shared.server.ts'
import { eraseRequests } from './contact-personal-data.server.ts'
import { findTexts, matches, readOwnerNames, reindexRequests, toListItems } from './request-list.server.ts'
import { judgeMessage, phoneOf, storeMessage } from './take-message.shared.server.ts'

/** Staff look for a request by its person as often as by its subject. */
export const contactEntity = defineEntity(contactRequests, {
  label: 'Contact request',
  plural: 'Contacts',
  nameColumn: 'subject',
  calls: 'contact',
  foundBy: ['subject', 'name', 'email'],
  partOf: 'matterId',
  wordsOf: contactRequests.name,
  async excerptsOf({ db }, ids, search) {
    const found = await findTexts(db, ids, search)
    return new Map([...found].map(([id, { excerpt }]) => [id, excerpt]))
  },
  access: { read: 'readContacts', write: 'writeContacts' },
  reindex: (database, _config, signal) => reindexRequests(database, signal),
  erase: (trx, id) => eraseRequests(trx, [id]),
})

const campaignOfRow = (row: Record<string, unknown>) =>
  campaignLine(contactRequests.decode(row as Stored<typeof contactRequests>))

export const contactRoutes = feature('Contact', async (app, { config, database, mailService, site }) => {
  const viewOf = async (request: FastifyRequest) => ({
    desk: deskOf(await site.now()),
    now: database.now(),
    me: staffOf(request),
  })

  route(app, 'GET /forms/token', {
    access: 'public',
    summary: 'Get a signed token for a public form',
    description:
      'Fetched when a form is first touched, and sent with it as `formToken`. It is optional and only helps to distinguish people from programs.',
    answer: formTokenAnswer,
    handler: async (_request, reply) => {
      reply.header('cache-control', 'no-store')
      return { token: await formToken(database) }
    },
  })

  route(app, 'POST /contact', {
    access: 'public',
    rateLimit: visitorFormLimit,
    summary: 'Send the company a message',
    description:
      '`page` is the path of the first page of the visit, `read` the last five before the form, `referrer` the host of the site that led there, and `consent` the id of the wording below the form. Wrong values of these, and of `campaign` and `phone`, are dropped; a query is left out but for its campaign.',
    input: contactMessage,
    answer: { 201: doneBody },
    handler: async ({ body, ip, log }) => {
      const { name, email, subject, message } = body
      const sent = { message: { name, email, subject, message }, signals: body, ip, form: 'contact' }
      const judged = await judgeMessage({ config, database, site }, sent)
      const visit = visitOf(body, config.publicUrl)
      const details = { ...visit, phone: phoneOf(body.phone) }
      const { isNew } = await database.transaction((trx) => storeMessage(trx, { config }, judged, details))
      mailService.wake()
      if (isNew && !judged.spam) await countGoal(log, { config, database, site }, 'enquiry', visit, { address: ip })
      return { message: contactMessages.success }
    },
  })

  route(app, 'GET /contact', {
    access: 'readContacts',
    summary: 'List contact requests, newest first',
    description:
      '`search` looks in name, email and subject, and for words in messages, replies and notes; `status` is `pending`, `resolved` or `spam`; `flood` selects requests that were part of a flood from one network; `owner` is `me`, `none` or an id; `person` is the key of a person; `turn` is `us` for those that need a reply, and `them` for those that wait for the visitor; `overdue` selects those that wait longer than promised; `followUp=due` those to follow up by today; `from` and `to` are the first and the last day, in the company’s time; `source` looks in the landing page, the referrer and the campaign. Those that need a reply, or are overdue, begin with the one that has waited the longest. With any parameter, the header `X-Total-Count` says how many match.',
    query: contactListQuery,
    answer: z.array(contactRequest),
    handler: async (request, reply) => {
      const { query } = request
      const reader = await readerFor(database, 'contactRequests')
      const found = reader
        .selectFrom('contactRequests')
        .selectAll()
        .select(consentTextOf('contactRequests'))
        .where(isPresentRequest)
      if (asksForAll(query))
        return sendWholeList(reply, found, ['createdAt', 'id'], { item: plainRequest, toItem: toRequest })
      const view = await viewOf(request)
      const matching = found.where(await matches(reader, query, view))
      const inOrder =
        query.turn === 'us' || query.overdue === 'true'
          ? matching.orderBy('lastAt').orderBy('id')
          : matching.orderBy('createdAt', 'desc').orderBy('id', 'desc')
      const items = await toListItems(reader, await paginate(reply, query, inOrder), view)
      if (!query.search?.trim()) return items
      const ids = items.map(({ _id }) => _id)
      const texts = await findTexts(reader, ids, query.search)
      return items.map((item) => ({ ...item, found: texts.get(item._id) }))
    },
  })

  route(app, 'GET /contact.csv', {
    access: 'writeContacts',
    summary: 'Download contact requests as CSV',
    description: 'All requests, or those that the parameters select, as in the list.',
    query: contactExportQuery,
    answer: csvFile,
    handler: async (request, reply) => {
      const reader = await readerFor(database, 'contactRequests')
      const owners = await readOwnerNames(reader)
      const nameOfOwner = ({ ownerId }: Record<string, unknown>) => owners.get(String(ownerId)) ?? ''
      return sendCsv(reply, reader, {
        table: contactRequests,
        timeZone: config.timeZone,
        where: await matches(reader, request.query, await viewOf(request)),
        columns: {
          Name: 'name',
          Email: 'email',
          Subject: 'subject',
          Message: 'message',
          Status: 'status',
          ...timeColumn('Received at', 'createdAt', config.timeZone),
          Owner: nameOfOwner,
          ...timeColumn('First reply', 'firstAnswerAt', config.timeZone),
          Page: 'page',
          Campaign: campaignOfRow,
        },
      })
    },
  })

  route(app, 'DELETE /contact/:id', {
    access: 'writeContacts',
    summary: 'Delete a contact request',
    answer: doneBody,
    handler: async (request) => {
      await database.transaction((trx) => moveRequestToTrash(trx, request.params.id, staffOf(request)))
      return { message: 'Contact request deleted successfully' }
    },
  })
})
