import * as z from 'zod/mini'
import { doneBody } from '#contract/fields.ts'
import { bulkAnswer } from '#contract/lists.ts'
import { recordUrl } from '#contract/record-links.ts'
import { nameRecord } from '#server/activity/log-calls.ts'
import { signedAs } from '#server/activity/signed-as.ts'
import { changeContent } from '#server/database/content-version.ts'
import { isOneOf } from '#server/database/dialect.ts'
import { logFailure } from '#server/database/storage-errors.ts'
import { feature } from '#server/feature.ts'
import { csvFile, paginate, sendCsv } from '#server/http/long-lists.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import { changeInBulk } from '#server/resource/bulk-route.ts'
import { HttpError, invalid, notFound } from '#server/runtime/http-error.ts'
import { entityOf } from './check-redirects.server.ts'
import { findRedirect, writeRedirectCounts } from './follow-redirects.shared.server.ts'
import { leaveFound, listMissing, showMissing } from './list-missing.server.ts'
import { describeRedirects, listRedirects } from './list-redirects.server.ts'
import { readRedirectCsv } from './read-csv.server.ts'
import {
  dismissInput,
  longestCsv,
  missingPath,
  missingQuery,
  mostRefused,
  redirect,
  redirectBulk,
  redirectCsv,
  redirectCsvAnswer,
  redirectInput,
  redirectLookup,
  redirectQuery,
  redirectTarget,
} from './redirects.contract.ts'
import { addRedirects, type NewRedirect, removeRedirect } from './redirects.shared.server.ts'
import { redirects } from './redirects.table.ts'

export const redirectRoutes = feature('Redirects', async (app, context) => {
  const { config, database, entities } = context
  /** With the counts of this process until now. If they cannot be written, the others are read. */
  const writeCounts = () => writeRedirectCounts(context).catch((error) => logFailure(app.log, error))

  route(app, 'GET /redirects', {
    access: 'staff',
    summary: 'List the redirects of old addresses, newest first',
    description:
      'With those that follow from former slugs, which belong to their records. `hits` are those of the last 30 days, without known bots.',
    query: redirectQuery,
    answer: z.array(redirect),
    handler: async ({ query }, reply) => {
      await writeCounts()
      const rows = await paginate(reply, query, await listRedirects(context, query))
      return describeRedirects(context, rows as never)
    },
  })

  route(app, 'POST /redirects', {
    access: 'writeSite',
    summary: 'Add a redirect',
    description:
      '`from` is a path below the root of this site, with a query if only that leads elsewhere, or a whole address at the old site. `to` is a path of this site, an address of another one with https, or the permanent address of a record; or name the record with `entity` and `id`.',
    input: redirectInput,
    answer: { 201: redirect },
    errors: [409],
    handler: async (request) => {
      const { from, to, entity = '', id = '' } = request.body
      const given: NewRedirect = { from, to: to ?? { entity, id } }
      const { added, refused } = await changeContent(database, (trx) => add(trx, [given], signedAs(staffOf(request))))
      const [refusal] = refused
      if (refusal?.taken) throw new HttpError(409, refusal.reason, [{ path: 'from', message: refusal.reason }])
      if (refusal) throw invalid(refusal.field, refusal.reason)
      const stored = await database.db
        .selectFrom('redirects')
        .selectAll()
        .where('id', 'in', added)
        .executeTakeFirstOrThrow()
      nameRecord(request, stored.from)
      const [answer] = await describeRedirects(context, [{ ...stored, importName: null, origin: 'hand', hits: 0 }])
      return answer as z.infer<typeof redirect>
    },
  })

  const add = (trx: Parameters<typeof addRedirects>[1], list: NewRedirect[], by: string) =>
    addRedirects(context, trx, list, { by })

  route(app, 'POST /redirects/import', {
    access: 'writeSite',
    act: 'Import redirects',
    summary: 'Add the redirects of a CSV file',
    description:
      'The old address, then the new one, with commas, semicolons or tabs between them, with or without headings; at most 20,000 lines. Lines that cannot be added are named with the reason, and the others are added.',
    bodyLimit: 4 * longestCsv,
    input: redirectCsv,
    answer: redirectCsvAnswer,
    handler: async (request) => {
      const lines = await readRedirectCsv(request.body.csv)
      const { added, refused } = await changeContent(database, (trx) => add(trx, lines, signedAs(staffOf(request))))
      return {
        added: added.length,
        refusedCount: refused.length,
        refused: refused.slice(0, mostRefused).map(({ place, reason }) => {
          const { line = 0, from = '', to = '' } = lines[place] ?? {}
          return { line, from: from.slice(0, 300), to: to.slice(0, 300), message: reason }
        }),
      }
    },
  })

  route(app, 'GET /redirects/export.csv', {
    access: 'staff',
    summary: 'Download the redirects as CSV',
    description: 'Without those that follow from former slugs. The same file can be imported again.',
    answer: csvFile,
    handler: async (_request, reply) =>
      sendCsv(reply, database.db, {
        table: redirects,
        timeZone: config.timeZone,
        columns: { From: 'from', To: 'to' },
        more: async (rows) => {
          const described = await describeRedirects(context, rows as never)
          return rows.map((row, place) => ({ ...row, to: described[place]?.to ?? permanent(row) }))
        },
      }),
  })

  route(app, 'DELETE /redirects/:id', {
    access: 'writeSite',
    summary: 'Delete a redirect',
    answer: doneBody,
    handler: async (request) => {
      const { id } = request.params
      const stored = await database.db.selectFrom('redirects').select('from').where('id', '=', id).executeTakeFirst()
      if (!stored || !(await changeContent(database, (trx) => removeRedirect(trx, id)))) throw noRedirect()
      nameRecord(request, stored.from)
      return { message: 'Redirect deleted' }
    },
  })

  route(app, 'POST /redirects/bulk', {
    access: 'writeSite',
    act: 'Delete redirects',
    summary: 'Delete several redirects',
    input: redirectBulk,
    answer: bulkAnswer,
    handler: async ({ body: { records } }) => {
      const remove = async (trx: Parameters<typeof removeRedirect>[0], { _id }: { _id: string }) => {
        if (_id.includes('/'))
          throw new HttpError(409, 'This one follows from a changed slug, so it belongs to its record.')
        if (!(await removeRedirect(trx, _id))) throw noRedirect()
        return { _id }
      }
      return changeInBulk(
        records,
        (work) => changeContent(database, work),
        remove,
        async (error) => error,
      )
    },
  })

  route(app, 'GET /redirects/by-path', {
    access: 'public',
    cache: 'content',
    summary: 'Find the redirect of an old address',
    description:
      'For clients that show pages themselves: an address at which they find nothing. The answer is 404 where there is no redirect.',
    query: redirectLookup,
    answer: redirectTarget,
    errors: [404],
    handler: async ({ query: { path } }) => {
      const url = path.startsWith('/') ? URL.parse(path, 'http://site.invalid') : null
      const found = url && (await findRedirect(context, url))
      if (!found) throw notFound('There is no redirect')
      return { to: found.location }
    },
  })

  route(app, 'GET /redirects/not-found', {
    access: 'staff',
    summary: 'List the addresses at which visitors found nothing in the last 30 days',
    description:
      'Without their queries, in lower case; parts that may be about a person are `…`. Addresses that programs try at every site, known bots, and more than 20 a minute of one network do not count. An address that has a page or a redirect by now leaves the list.',
    query: missingQuery,
    answer: z.array(missingPath),
    handler: async ({ query }, reply) => {
      await writeCounts()
      await leaveFound(context)
      const rows = await paginate(reply, query, listMissing(context, query))
      return rows.map(showMissing)
    },
  })

  route(app, 'POST /redirects/not-found/dismiss', {
    access: 'writeSite',
    activity: 'step',
    summary: 'Take addresses off the list of those not found, or show them again',
    input: dismissInput,
    answer: doneBody,
    handler: async ({ body: { paths, dismissed } }) => {
      const { db } = database
      if (!dismissed)
        await db
          .deleteFrom('dismissedPaths')
          .where(isOneOf(db, 'path', paths))
          .execute()
      else {
        const known = await db
          .selectFrom('missingPaths')
          .select('path')
          .distinct()
          .where(isOneOf(db, 'path', paths))
          .execute()
        if (known.length > 0)
          await db
            .insertInto('dismissedPaths')
            .values(known)
            .onConflict((conflict) => conflict.doNothing())
            .execute()
      }
      return { message: dismissed ? 'Dismissed' : 'Shown again' }
    },
  })

  /** The address of a record that visitors do not see. */
  const permanent = ({ entity, recordId }: Record<string, unknown>) =>
    recordUrl({ entity: entityOf(entities, String(entity))?.table.name ?? String(entity), id: String(recordId) }, '')
})

const noRedirect = () => notFound('This redirect does not exist')
