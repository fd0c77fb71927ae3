import type { FastifyRequest } from 'fastify'
import { expressionBuilder } from 'kysely'
import * as z from 'zod/mini'
import { doneBody } from '#contract/fields.ts'
import { answerLines, fileWords } from '#contract/own-fields.ts'
import { formTokenAnswer } from '#contract/visit.ts'
import { consentTextOf } from '#features/consent/consent.shared.server.ts'
import type { Db } from '#server/database/connect.ts'
import { readerFor } from '#server/database/long-reads.ts'
import type { Stored } from '#server/database/table.ts'
import { feature } from '#server/feature.ts'
import { attachment } from '#server/http/attachment.ts'
import {
  asksForAll,
  type CsvTable,
  csvFile,
  paginate,
  sendCsv,
  sendWholeList,
  timeColumn,
} from '#server/http/long-lists.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import { defineEntity } from '#server/record/entity.ts'
import { notFound } from '#server/runtime/http-error.ts'
import { formToken } from '#server/security/bot-signals.ts'
import {
  campaignLine,
  contactExportQuery,
  contactListQuery,
  contactRequest,
  plainRequest,
} from '../ground/contact.contract.ts'
import { contactRequests } from '../ground/contact.table.ts'
import { findFile, readFiles } from '../ground/contact-files.server.ts'
import { deskOf } from '../ground/desk-settings.server.ts'
import { isPresentRequest, moveRequestToTrash, toRequest } from '../ground/events.shared.server.ts'
import { eraseRequests } from './contact-personal-data.server.ts'
import { findTexts, matches, readOwnerNames, reindexRequests, toListItems } from './request-list.server.ts'

/** Staff look for a request by its person as often as by its subject. */
async function contactsAsCsv(db: Db, { timeZone }: { timeZone: string }): Promise<CsvTable<typeof contactRequests>> {
  const owners = await readOwnerNames(db)
  const nameOfOwner = ({ ownerId }: Record<string, unknown>) => owners.get(String(ownerId)) ?? ''
  return {
    table: contactRequests,
    timeZone,
    more: (rows) => withFileNames(db, rows),
    columns: {
      Name: 'name',
      Email: 'email',
      Subject: 'subject',
      Message: 'message',
      Status: 'status',
      ...timeColumn('Received at', 'createdAt', timeZone),
      Owner: nameOfOwner,
      ...timeColumn('First reply', 'firstAnswerAt', timeZone),
      Form: 'formTitle',
      Page: 'page',
      Campaign: campaignOfRow,
      Phone: 'phone',
      Company: 'company',
      Answers: answersOfRow,
      Files: filesOfRow,
    },
  }
}

export const contactEntity = defineEntity(contactRequests, {
  async people({ config, database }) {
    const table = await contactsAsCsv(await readerFor(database, contactRequests.name), config)
    return [{ ...table, name: 'contact-requests', where: isPresentRequest(expressionBuilder()) }]
  },
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

const asRequest = (row: Record<string, unknown>) => contactRequests.decode(row as Stored<typeof contactRequests>)
const answersOfRow = (row: Record<string, unknown>) => answerLines(asRequest(row).answers).join('\n')
const filesOfRow = ({ files }: Record<string, unknown>) => String(files ?? '')
const campaignOfRow = (row: Record<string, unknown>) => campaignLine(asRequest(row))

async function withFileNames(db: Db, rows: Record<string, unknown>[]) {
  const ids = rows.map(({ id }) => String(id))
  const files = await readFiles(db, ids)
  return rows.map((row) => ({ ...row, files: files.get(String(row['id']))?.map(fileWords).join('\n') }))
}

export const contactRoutes = feature('Contact', async (app, { config, database, site }) => {
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
    session: true,
    summary: 'Download contact requests as CSV',
    description: 'All requests, or those that the parameters select, as in the list.',
    query: contactExportQuery,
    answer: csvFile,
    handler: async (request, reply) => {
      const reader = await readerFor(database, 'contactRequests')
      return sendCsv(reply, reader, {
        ...(await contactsAsCsv(reader, config)),
        where: await matches(reader, request.query, await viewOf(request)),
      })
    },
  })

  route(app, 'GET /contact/:id/files/:file', {
    access: 'readContacts',
    summary: 'Download a file of a contact request',
    description: 'A PDF that came with the message of the request, or of one that was joined to it.',
    answer: {
      description: 'A PDF that came with the request.',
      content: { 'application/pdf': { schema: z.unknown() } },
    },
    handler: async ({ params: { id, file: fileId } }, reply) => {
      const file = await findFile(database.db, id, fileId)
      if (!file) throw notFound('There is no such file.')
      return (
        reply
          .type('application/pdf')
          .header('content-disposition', attachment(file.name))
          .header('x-content-type-options', 'nosniff')
          .header('cache-control', 'no-store')
          // Nothing in it can run here.
          .header('content-security-policy', "sandbox; default-src 'none'")
          .send(file.bytes)
      )
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
