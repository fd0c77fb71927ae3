import type { FastifyReply, FastifyRequest } from 'fastify'
import { expressionBuilder } from 'kysely'
import * as z from 'zod/mini'
import { staffListQuery } from '#contract/lists.ts'
import type { Schema } from '#server/database/schema.ts'
import { afterCommit } from '#server/database/storage-errors.ts'
import { feature } from '#server/feature.ts'
import { csvFile, paginate, sendCsv } from '#server/http/long-lists.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import { createFairSemaphore } from '#server/runtime/work-queue.ts'
import {
  type CheckSums,
  type ImportStatus,
  importChoices,
  importList,
  importUpload,
  subscriberImportStatus,
} from '../ground/imports.contract.ts'
import { importLines, imports } from '../ground/subscribers.table.ts'
import { applyImport } from './apply-import.server.ts'
import { askNext, readingOf } from './import-confirmation.server.ts'
import { columnsOf, findImport, resultOf, storeChoices, storeSums, summaryOf } from './import-store.server.ts'
import { textOf } from './read-table.server.ts'
import { checkImport, firstAddresses, unreadColumns } from './sort-addresses.server.ts'
import { storeFile } from './store-file.server.ts'
import { undoImport } from './undo-import.server.ts'

const eb = expressionBuilder<Schema, 'importLines'>()

/** The largest file in bytes: 250,000 addresses with names. */
const largestFile = 20 * 1024 * 1024
const readings = createFairSemaphore({
  permits: 1,
  permitsPerOwner: 1,
  queuePerOwner: 4,
  timeout: 60_000,
  busyMessage: 'Another file is being read. Please try again in a moment.',
})
const listQuery = z.pick(staffListQuery, { page: true, limit: true })

export const importRoutes = feature('Newsletter', async (app, context) => {
  const { config, database, mailService } = context
  const reading = () => readingOf(context)
  // The file itself, in any encoding.
  app.addContentTypeParser(
    ['text/csv', 'text/plain'],
    { parseAs: 'buffer' },
    async ({ headers }: FastifyRequest, body: Buffer) => ({ csv: textOf(body, headers['content-type']) }),
  )

  async function statusOf(id: string): Promise<ImportStatus> {
    const row = await findImport(database.db, id)
    const summary = summaryOf(row)
    if (row.state !== 'open') return { ...summary, ...(await resultOf(database, row)) }
    // A file of a former version has no sums yet.
    const sums = row.check ?? (await check(id))
    const rows = await firstAddresses(database, row, await reading())
    const columns = await columnsOf(database, row)
    return { ...summary, columns, check: { ...sums, rows, unreadColumns: unreadColumns(row) } }
  }
  /** Counts what the import of a file would do, and stores it. */
  async function check(id: string): Promise<CheckSums> {
    const sums = await checkImport(database, await findImport(database.db, id), await reading())
    await storeSums(database, id, sums)
    return sums
  }
  const turnOf = (request: FastifyRequest, reply: FastifyReply) => readings.acquireFor(staffOf(request).id, reply)

  route(app, 'GET /newsletter/imports', {
    access: 'readContacts',
    summary: 'List the imports of subscribers, newest first',
    query: listQuery,
    answer: importList,
    handler: async ({ query }, reply) => {
      const all = database.db.selectFrom('imports').selectAll().orderBy('at', 'desc').orderBy('id', 'desc')
      const rows = await paginate(reply, query, all)
      return { imports: rows.map((row) => summaryOf(imports.decode(row))) }
    },
  })

  route(app, 'POST /newsletter/imports', {
    access: 'writeContacts',
    session: true,
    activity: 'step',
    bodyLimit: largestFile,
    // Before the body is read, since all of it is held in memory.
    preParsing: turnOf,
    summary: 'Upload a file of addresses and check it, without adding any',
    description:
      'The body is JSON, or the file itself with the type `text/csv`: UTF-8, UTF-16 with a byte order mark, the `charset` of the type, or windows-1252. Commas, semicolons and tabs separate the columns, and the answer guesses their meaning. A cell can have ' +
      'several addresses, also as `Name <a@b>` and `mailto:a@b`. A file that is not applied is deleted after a day.',
    input: importUpload,
    answer: { 201: subscriberImportStatus },
    handler: async (request) => {
      const id = await storeFile(database, { ...request.body, by: staffOf(request).name })
      await check(id)
      return statusOf(id)
    },
  })

  route(app, 'GET /newsletter/imports/:id', {
    access: 'readContacts',
    summary: 'Get an import: its check while it is open, and its result afterwards',
    answer: subscriberImportStatus,
    errors: [404],
    handler: async ({ params }) => statusOf(params.id),
  })

  route(app, 'PUT /newsletter/imports/:id', {
    access: 'writeContacts',
    session: true,
    activity: 'step',
    summary:
      'Set the meaning of the columns, who is in the file, where and when they agreed, and whether each is asked',
    description:
      'Omitted fields keep their values. `values` says what words in columns of states mean; the answer lists those that are not known without `means`. `everyone` is for lists of people who have all left or bounced. The answer has the check with these choices.',
    input: importChoices,
    answer: subscriberImportStatus,
    errors: [404, 409],
    handler: async (request, reply) => {
      const { params, body } = request
      const isOther = await storeChoices(database, params.id, body)
      if (isOther) {
        await turnOf(request, reply)
        await check(params.id)
      }
      return statusOf(params.id)
    },
  })

  route(app, 'POST /newsletter/imports/:id/apply', {
    access: 'writeContacts',
    session: true,
    activity: 'always',
    act: 'Import subscribers',
    summary: 'Add the addresses of a file',
    description:
      'Needs the meaning of each state and, unless everyone has left or bounced, `agreed` and `agreedOn`. Unsubscribed addresses stay unsubscribed. Subscribers whom the file calls unsubscribed or bounced become so; others do not change. After an interruption the same call goes on where it was; 410 says that lines are missing. With the mode `ask` each new address gets a message to confirm, 100 an hour.',
    answer: subscriberImportStatus,
    errors: [404, 409, 410],
    handler: async ({ params, log }) => {
      await applyImport(database, params.id, await reading(), mailService.stopping)
      // The regular job asks them too.
      await afterCommit(log, 'New addresses could not be asked', () => askNext({ database }, log))
      return statusOf(params.id)
    },
  })

  route(app, 'POST /newsletter/imports/:id/undo', {
    access: 'writeContacts',
    session: true,
    activity: 'always',
    act: 'Undo an import',
    summary: 'Undo an import, within 24 hours',
    description:
      'Removes the subscribers who have not changed since and who got no message, and subscribes those again whom it unsubscribed. Refused while a message to one of them is leaving.',
    answer: subscriberImportStatus,
    errors: [404, 409],
    handler: async ({ params }) => {
      await undoImport(database, params.id)
      return statusOf(params.id)
    },
  })

  route(app, 'GET /newsletter/imports/:id/left-out.csv', {
    access: 'writeContacts',
    session: true,
    summary: 'Download the lines that an import skipped, as CSV',
    description: 'With the reason of each. They are kept for 30 days.',
    answer: csvFile,
    errors: [404],
    handler: async ({ params }, reply) => {
      await findImport(database.db, params.id)
      return sendCsv(reply, database.db, {
        table: importLines,
        timeZone: config.timeZone,
        name: 'left-out-lines',
        key: 'line',
        where: eb.and([eb('importId', '=', params.id), eb('reason', 'is not', null)]),
        columns: { Line: 'line', Text: 'text', Reason: 'reason' },
      })
    },
  })
})
