import { randomUUIDv7 } from 'node:crypto'
import multipart from '@fastify/multipart'
import { expressionBuilder } from 'kysely'
import * as z from 'zod/mini'
import { doneBody } from '#contract/fields.ts'
import { staffListQuery } from '#contract/lists.ts'
import type { Schema } from '#server/database/schema.ts'
import { logFailure } from '#server/database/storage-errors.ts'
import { feature } from '#server/feature.ts'
import { csvFile, paginate, sendCsv } from '#server/http/long-lists.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import { HttpError, invalid } from '#server/runtime/http-error.ts'
import { createFairSemaphore } from '#server/runtime/work-queue.ts'
import {
  contentImport,
  contentImportChoices,
  contentImportList,
  contentItemList,
  contentItemQuery,
} from '../ground/transfer.contract.ts'
import { contentImports, contentItems } from '../ground/transfer.table.ts'
import { sources } from '../sources/sources.server.ts'
import { beginToApply } from './apply-import.server.ts'
import { storeChoices } from './choices.server.ts'
import { answerOf, expectState, findImport, summariesOf } from './import-store.server.ts'
import { itemList, reportColumns, toItem } from './items.server.ts'
import { contentImportJob, contextOf, deleteImport, registerResources } from './jobs.server.ts'
import { claimReading, createReadings } from './reading.server.ts'
import { beginToUndo } from './undo-import.server.ts'
import { mostParts, storeUploadedFiles } from './upload.server.ts'

const eb = expressionBuilder<Schema, 'contentItems'>()
const listQuery = z.pick(staffListQuery, { page: true, limit: true })

/** The most uploads of a process that are read or wait. */
const mostReadings = 5
const uploads = createFairSemaphore({
  permits: 2,
  permitsPerOwner: 1,
  queuePerOwner: 2,
  timeout: 10 * 60_000,
  busyMessage: 'Another file is being uploaded. Please try again in a moment.',
})

/** The files, for the description of the call. They are on the disk by then. */
const uploadBody = z
  .object({
    file: z.optional(
      z.unknown().register(z.globalRegistry, {
        type: 'array',
        items: { type: 'string', format: 'binary' },
        description: '1 to 20 files, at most 200 MB together.',
      }),
    ),
  })
  .register(z.globalRegistry, { required: ['file'] })

export const contentImportRoutes = feature('Import', async (app, context) => {
  const { config, database, jobs } = context
  registerResources(database, app.resources)
  const readings = createReadings((error) => logFailure(app.log, error, 'An upload of content could not be read'))
  app.addHook('preClose', readings.close)
  await app.register(multipart, { limits: mostParts })

  route(app, 'GET /content-imports', {
    access: 'manage',
    summary: 'List the imports of content, newest first',
    query: listQuery,
    answer: contentImportList,
    handler: async ({ query }, reply) => {
      const all = database.db.selectFrom('contentImports').selectAll().orderBy('at', 'desc').orderBy('id', 'desc')
      const rows = await paginate(reply, query, all)
      return {
        imports: await summariesOf(
          database,
          rows.map((row) => contentImports.decode(row)),
        ),
      }
    },
  })

  route(app, 'POST /content-imports', {
    access: 'manage',
    activity: 'step',
    summary: 'Upload the export of a site and read it, without changing anything',
    description:
      'A multipart form with one or several fields `file`: an export of WordPress (WXR), Ghost (JSON), a folder of Markdown as a ZIP file, or an export of Atrium. ZIP and gzip are unpacked. The answer has the state `reading`; `GET` has the progress, and the report once the state is `open`. ' +
      'An upload that is not applied is deleted after 7 days, at `keptUntil`.',
    consumes: ['multipart/form-data'],
    preValidation: async (request) => {
      request.body ??= {}
    },
    input: uploadBody,
    answer: { 201: contentImport },
    errors: [413, 503],
    handler: async (request, reply) => {
      const { id: byId, name: by } = staffOf(request)
      if (readings.count() >= mostReadings)
        throw new HttpError(503, 'Several files are being read. Please try again in a few minutes.')
      await uploads.acquireFor(byId, reply)
      const id = randomUUIDv7()
      const release = claimReading(database, id)
      try {
        const { folder, paths, names } = await storeUploadedFiles(request, config.dataDir, id)
        const fileName = names.length > 1 ? `${names[0]} and ${names.length - 1} more` : (names[0] ?? '')
        const row = { id, at: database.now(), by, byId, fileName, state: 'reading', choices: {}, done: 0 } as const
        await database.db
          .insertInto('contentImports')
          .values(contentImports.encode(row) as never)
          .execute()
        readings.add({ context: contextOf(context), id, folder, reading: { paths, names, sources }, release })
      } catch (error) {
        await release()
        throw error
      }
      return answerOf(database, id)
    },
  })

  route(app, 'GET /content-imports/:id', {
    access: 'manage',
    summary: 'Get an import: its report, its progress or its result',
    answer: contentImport,
    errors: [404],
    handler: async ({ params }) => answerOf(database, params.id),
  })

  route(app, 'PUT /content-imports/:id', {
    access: 'manage',
    activity: 'step',
    summary: 'Choose categories, authors, status, images and the old site of an import',
    description: 'Omitted fields keep their values. The answer has the report with these choices.',
    input: contentImportChoices,
    answer: contentImport,
    errors: [404, 409],
    handler: async ({ params, body }) => {
      await storeChoices(contextOf(context), params.id, body)
      return answerOf(database, params.id)
    },
  })

  route(app, 'DELETE /content-imports/:id', {
    access: 'manage',
    activity: 'step',
    summary: 'Delete an upload that was not imported',
    answer: doneBody,
    errors: [404, 409],
    handler: async ({ params }) => {
      const row = await findImport(database.db, params.id)
      expectState(
        row,
        ['open', 'failed'],
        row.state === 'reading'
          ? 'It is still being read.'
          : 'It was imported, so its report stays. You can undo the import within 24 hours.',
      )
      await deleteImport(database, params.id)
      return { message: 'The upload is deleted.' }
    },
  })

  route(app, 'GET /content-imports/:id/items', {
    access: 'manage',
    summary: 'List the items of an import, in the order of the export',
    description:
      'The header `X-Total-Count` says how many match. `noted` selects those of which something will look different.',
    query: contentItemQuery,
    answer: contentItemList,
    errors: [404],
    handler: async ({ params, query }, reply) => {
      await findImport(database.db, params.id)
      const { page = 1, limit } = query
      const rows = await paginate(reply, { page, limit }, itemList(database, params.id, query))
      return { items: rows.map((row) => toItem(contentItems.decode(row), context.entities)) }
    },
  })

  route(app, 'GET /content-imports/:id/report.csv', {
    access: 'manage',
    summary: 'Download the report of an import, as CSV',
    answer: csvFile,
    errors: [404],
    handler: async ({ params }, reply) => {
      await findImport(database.db, params.id)
      return sendCsv(reply, database.db, {
        table: contentItems,
        timeZone: config.timeZone,
        name: 'import-report',
        key: 'place',
        where: eb('importId', '=', params.id),
        columns: reportColumns(context.entities),
      })
    },
  })

  route(app, 'POST /content-imports/:id/apply', {
    access: 'manage',
    activity: 'always',
    act: 'Import content',
    summary: 'Import the content of an upload',
    description:
      'It goes on in the background, also after a restart of the server; `GET` has the progress. Nobody is mailed, and nobody gets an account.',
    answer: { 202: contentImport },
    errors: [404, 409],
    handler: async (request) => {
      const { id } = request.params
      await beginToApply(context, id, staffOf(request), (row) => {
        if (row.origin)
          throw invalid('id', 'This import was begun at the command line. Add --write to its command to apply it.')
        expectState(
          row,
          ['open'],
          row.state === 'reading'
            ? 'It is still being read.'
            : 'This import was applied already, or could not be read.',
        )
      })
      void jobs.wake(contentImportJob)
      return answerOf(database, id)
    },
  })

  route(app, 'POST /content-imports/:id/undo', {
    access: 'manage',
    activity: 'always',
    act: 'Undo an import of content',
    summary: 'Undo an import of content, within 24 hours',
    description:
      'It goes on in the background. Records that somebody has edited since, and images and profiles that others use, stay and are named in `kept`.',
    answer: { 202: contentImport },
    errors: [404, 409],
    handler: async ({ params }) => {
      await beginToUndo(context, params.id)
      void jobs.wake(contentImportJob)
      return answerOf(database, params.id)
    },
  })
})
