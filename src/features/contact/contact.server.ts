import { expressionBuilder } from 'kysely'
import * as z from 'zod/mini'
import { doneBody } from '#contract/fields.ts'
import { asLine, visitOf } from '#contract/visit.ts'
import { consentOf, consentTextOf } from '#features/consent/consent.shared.server.ts'
import type { Database } from '#server/database/connect.ts'
import { contains } from '#server/database/dialect.ts'
import { readerFor } from '#server/database/long-reads.ts'
import { deleteRow } from '#server/database/rows.ts'
import type { Schema } from '#server/database/schema.ts'
import { removeFromSearch } from '#server/database/search.ts'
import { feature, idParams } from '#server/feature.ts'
import { csvFile, sendCsv, sendWholeList, timeColumn } from '#server/http/long-lists.ts'
import { asksForAll, paginate } from '#server/http/paging.ts'
import { visitorFormLimit } from '#server/http/rate-limits.ts'
import { staffOf } from '#server/identity/access.ts'
import { deleteDeliveries, queueDelivery } from '#server/mail/queue.ts'
import { defineEntity } from '#server/record/entity.ts'
import { moveToTrash } from '#server/record/trash.ts'
import { senderOf } from '#server/security/counters.ts'
import {
  type ContactExportQuery,
  contactExportQuery,
  contactListQuery,
  contactMessage,
  contactRequest,
  contactStatusChange,
  contactStatuses,
  plainRequest,
} from './contact.contract.ts'
import { contactRequests } from './contact.table.ts'
import { contactBulkRoute } from './contact-bulk.server.ts'
import { countMessage, countNotice, likenessOf } from './contact-limits.server.ts'
import { addToDigest } from './contact-notice.server.ts'
import { contactMessages } from './contact-words.contract.ts'
import { cancelAnswers } from './desk/answers.shared.server.ts'
import { addRequest, setStatus } from './desk/events.shared.server.ts'
import { isPresentRequest, toRequest, unknownRequest } from './requests.shared.server.ts'
import { looksLikeSpam } from './spam-score.server.ts'

const longestPhone = 60

/** A lead is remembered by the person as often as by the subject. */
export const contactEntity = defineEntity(contactRequests, {
  label: 'Contact request',
  plural: 'Contacts',
  nameColumn: 'subject',
  foundBy: ['subject', 'name', 'email'],
  access: { read: 'readContacts', write: 'writeContacts' },
  async erase(trx, id) {
    await removeFromSearch(trx, contactRequests.name, id)
    return deleteRow(trx, contactRequests, id)
  },
})

export const contactRoutes = feature('Contact', async (app, { config, database, mailService, site }) => {
  app.post(
    '/contact',
    {
      config: { access: 'public', rateLimit: visitorFormLimit },
      schema: {
        summary: 'Send the company a message',
        body: contactMessage,
        response: { 201: doneBody },
      },
    },
    async ({ body, ip }, reply) => {
      const { name, email, subject, message: text } = body
      const message = { name, email, subject, message: text }
      const [status, consentText, sender] = await Promise.all([
        looksLikeSpam(database, body).then((spam) => (spam ? 'spam' : 'pending')),
        consentOf({ database, site }, 'contact', body.consent),
        config.rateLimit ? senderOf(database, 'contact', ip) : null,
      ])
      const likeness = sender && (await likenessOf(database, sender, message))
      await database.transaction(async (trx) => {
        const flood =
          sender !== null && likeness !== null && (await countMessage(trx, sender, likeness, message, reply))
        const id = await addRequest(trx, {
          ...message,
          ...visitOf(body, config.publicUrl),
          phone: asLine(body.phone, longestPhone),
          consentText,
          status,
          flood: flood || undefined,
        })
        if (status !== 'pending' || !config.mail.contactNotify) return
        if (flood || (sender && (await countNotice(trx)))) await addToDigest(trx, id)
        else await queueDelivery(trx, 'contact', { subjectId: id })
      })
      mailService.wake()
      return reply.code(201).send({ message: contactMessages.success })
    },
  )

  app.get(
    '/contact',
    {
      config: { access: 'readContacts' },
      schema: {
        summary: 'List contact requests, newest first',
        description:
          '`search` looks in name, email and subject; `status` is `pending`, `resolved` or `spam`; `flood` selects requests that were part of a flood from one network. With any parameter, the header `X-Total-Count` says how many match.',
        querystring: contactListQuery,
        response: { 200: z.array(contactRequest) },
      },
    },
    async ({ query }, reply) => {
      const reader = await readerFor(database, 'contactRequests')
      const found = reader
        .selectFrom('contactRequests')
        .selectAll()
        .select(consentTextOf('contactRequests'))
        .where(isPresentRequest)
      if (asksForAll(query))
        return sendWholeList(reply, found, ['createdAt', 'id'], { item: plainRequest, toItem: toRequest })
      const newest = found.where(matches(reader, query)).orderBy('createdAt', 'desc').orderBy('id', 'desc')
      return (await paginate(reply, query, newest)).map(toRequest)
    },
  )

  app.get(
    '/contact.csv',
    {
      config: { access: 'writeContacts' },
      schema: {
        summary: 'Download contact requests as CSV',
        description: 'All of them, or those that `search`, `status` and `flood` select, as in the list.',
        querystring: contactExportQuery,
        response: { 200: csvFile },
      },
    },
    async ({ query }, reply) => {
      const reader = await readerFor(database, 'contactRequests')
      return sendCsv(reply, reader, {
        table: contactRequests,
        timeZone: config.timeZone,
        where: matches(reader, query),
        columns: {
          Name: 'name',
          Email: 'email',
          Subject: 'subject',
          Message: 'message',
          Status: 'status',
          ...timeColumn('Received at', 'createdAt', config.timeZone),
        },
      })
    },
  )

  contactBulkRoute(app, database)

  app.patch(
    '/contact/:id',
    {
      config: { access: 'writeContacts' },
      schema: {
        summary: 'Change the status of a contact request',
        params: idParams,
        body: contactStatusChange,
        response: { 200: plainRequest },
      },
    },
    async (request) => {
      const { id } = request.params
      const row = await database.transaction(async (trx) => {
        await setStatus(trx, id, request.body.status, staffOf(request))
        return trx
          .selectFrom('contactRequests')
          .selectAll()
          .select(consentTextOf('contactRequests'))
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      })
      return toRequest(row)
    },
  )

  app.delete(
    '/contact/:id',
    {
      config: { access: 'writeContacts' },
      schema: {
        summary: 'Delete a contact request',
        params: idParams,
        response: { 200: doneBody },
      },
    },
    async (request) => {
      const { id } = request.params
      await database.transaction(async (trx) => {
        await deleteDeliveries(trx, { kind: 'contact', subjectId: id })
        const by = staffOf(request)
        if (!(await moveToTrash(trx, contactRequests, id, { by, at: database.now() }))) throw unknownRequest()
        await cancelAnswers(trx, id)
      })
      return { message: 'Contact request deleted successfully' }
    },
  )
})

/** The condition for the requests of a list or an export. */
function matches(db: Database['db'], { search, status: wanted, flood }: ContactExportQuery) {
  const is = expressionBuilder<Schema, 'contactRequests'>()
  const status = contactStatuses.find((name) => name === wanted)
  return is.and([
    isPresentRequest(is),
    ...(search ? [contains({ db }, ['name', 'email', 'subject'], search)] : []),
    ...(wanted ? [status ? is('status', '=', status) : is.lit(false)] : []),
    ...(flood ? [is('flood', flood === 'true' ? '=' : 'is distinct from', true)] : []),
  ])
}
