import { expressionBuilder } from 'kysely'
import * as z from 'zod/mini'
import { emailAddress, staffListQuery } from '#contract/fields.ts'
import { consentTextOf } from '#features/consent/consent.shared.server.ts'
import { erasedAmong } from '#features/persons/erasures.shared.server.ts'
import type { Database } from '#server/database/connect.ts'
import { contains } from '#server/database/dialect.ts'
import { readerFor } from '#server/database/long-reads.ts'
import { deleteRow } from '#server/database/rows.ts'
import type { Schema } from '#server/database/schema.ts'
import type { Stored } from '#server/database/table.ts'
import { feature, idParams } from '#server/feature.ts'
import { asksForAll, csvFile, paginate, sendCsv, sendWholeList, timeColumn } from '#server/http/long-lists.ts'
import { staffOf } from '#server/identity/access.ts'
import { deleteDeliveries } from '#server/mail/queue.ts'
import { defineEntity } from '#server/record/entity.ts'
import { withPublicId } from '#server/resource/resource.ts'
import { disconnectSignal, HttpError, notFound } from '#server/runtime/http-error.ts'
import { createFairSemaphore } from '#server/runtime/work-queue.ts'
import { isFormula, reasons } from './imports/addresses-in.ts'
import { stateReader } from './imports/column-values.ts'
import { fold } from './imports/fold-words.ts'
import { linesOf } from './imports/read-table.server.ts'
import { isStopped, senseOf, strictest } from './imports/state-words.ts'
import {
  type ImportAnswer,
  importAnswer,
  type SubscriberState,
  subscriber,
  subscriberImport,
  subscriberList,
} from './newsletter.contract.ts'
import { subscribers } from './newsletter.table.ts'
import { topicNames, topicsNow } from './subscribers.shared.server.ts'
import { addSubscribers } from './subscription.shared.server.ts'
import type { Topic } from './subscription-settings.contract.ts'

/** The largest CSV file in bytes: some 200,000 addresses. */
const largestImport = 10 * 1024 * 1024
/** One file is imported at a time. */
const imports = createFairSemaphore({
  permits: 1,
  permitsPerOwner: 1,
  queuePerOwner: 2,
  timeout: 30_000,
  busyMessage: 'Another file is being imported. Please try again in a moment.',
})
const subscriberExportQuery = z.pick(staffListQuery, { search: true, status: true })

const toSubscriber = (all: readonly Topic[]) => (row: Stored<typeof subscribers> & { consent: string | null }) => {
  const { stateSince, topics, ...subscriber } = subscribers.decode(row)
  const names = topicNames({ topics }, all)
  return withPublicId({ ...subscriber, stateSince: stateSince ?? subscriber.subscribedAt, topics: names })
}

/** The names of the chosen topics in a cell, which is empty for all. */
const topicsCell =
  (all: readonly Topic[]) =>
  ({ topics }: Record<string, unknown>) =>
    topicNames(subscribers.decode({ topics: topics as string | null }), all)?.join('; ') ?? ''

/** The condition for the subscribers of a list or an export. */
function matches(db: Database['db'], { search, status }: z.infer<typeof subscriberExportQuery>) {
  const is = expressionBuilder<Schema, 'subscribers'>()
  return is.and([
    ...(search ? [contains({ db }, ['email', 'name'], search)] : []),
    ...(status ? [is('state', '=', status as SubscriberState)] : []),
  ])
}

export const subscriberEntity = defineEntity(subscribers, {
  label: 'Subscriber',
  nameColumn: 'email',
  access: { read: 'readContacts', write: 'writeContacts' },
})

export const subscriberRoutes = feature('Newsletter', async (app, { database, config, site }) => {
  app.get(
    '/newsletter/subscribers',
    {
      config: { access: 'readContacts' },
      schema: {
        summary: 'List the subscribers, newest first',
        description:
          'Without parameters, the list has all confirmed subscribers. With any parameter it has those of every state: `search` looks in the address and the name, `status` is a state, and the header `X-Total-Count` says how many match.',
        querystring: staffListQuery,
        response: { 200: subscriberList },
      },
    },
    async ({ query }, reply) => {
      const [reader, topics] = [await readerFor(database, 'subscribers'), await topicsNow(site)]
      const found = reader.selectFrom('subscribers').selectAll().select(consentTextOf('subscribers'))
      if (asksForAll(query)) {
        const confirmed = found.where('state', '=', 'confirmed')
        return sendWholeList(reply, confirmed, ['subscribedAt', 'id'], {
          item: subscriber,
          toItem: toSubscriber(topics),
          field: 'subscribers',
        })
      }
      const newest = found.where(matches(reader, query)).orderBy('subscribedAt', 'desc').orderBy('id', 'desc')
      const rows = await paginate(reply, query, newest)
      return { subscribers: rows.map(toSubscriber(topics)) }
    },
  )

  app.get(
    '/newsletter/subscribers.csv',
    {
      config: { access: 'writeContacts' },
      schema: {
        summary: 'Download subscribers as CSV',
        description: 'All of them, or those that `search` and `status` select, as in the list.',
        querystring: subscriberExportQuery,
        response: { 200: csvFile },
      },
    },
    async ({ query }, reply) => {
      const [reader, topics] = [await readerFor(database, 'subscribers'), await topicsNow(site)]
      return sendCsv(reply, reader, {
        table: subscribers,
        timeZone: config.timeZone,
        where: matches(reader, query),
        columns: {
          Email: 'email',
          ...timeColumn('Subscribed at', 'subscribedAt', config.timeZone),
          State: 'state',
          Topics: topicsCell(topics),
          ...timeColumn('Paused until', 'pausedUntil', config.timeZone),
          'Left because': 'leftReason',
        },
      })
    },
  )

  app.post(
    '/newsletter/subscribers/import',
    {
      config: { access: 'writeContacts', activity: 'always', act: 'Import subscribers' },
      bodyLimit: largestImport,
      // Before the body is read, since all of it is held in memory.
      preParsing: async (request, reply) => {
        await imports.acquireFor(staffOf(request).id, reply)
      },
      schema: {
        summary: 'Import addresses from CSV',
        description:
          'The addresses are in the column `email`, or in the first one. Existing addresses do not change: unsubscribed ones stay unsubscribed.',
        body: subscriberImport,
        response: { 200: importAnswer },
      },
    },
    async ({ body }, reply) => importSubscribers(database, body.csv, disconnectSignal(reply)),
  )

  app.delete(
    '/newsletter/subscribers/:id',
    {
      config: { access: 'writeContacts', act: 'Delete a subscriber' },
      schema: {
        summary: 'Delete an address',
        description:
          'For requests to erase personal data: it also deletes the record of the unsubscription. To stop sending to an address, unsubscribe it instead.',
        params: idParams,
        response: { 204: z.void() },
      },
    },
    async ({ params }, reply) => {
      await database.transaction(async (trx) => {
        await deleteDeliveries(trx, { kind: 'confirmation', subjectId: params.id })
        await deleteDeliveries(trx, { recipientId: params.id })
        if (!(await deleteRow(trx, subscribers, params.id))) throw notFound('Subscriber not found')
      })
      return reply.code(204).send()
    },
  )
})

/** Rows written in one statement; SQLite takes 32,766 values. */
const batch = 500

/**
 * Adds addresses as confirmed subscribers, unless a column of states says otherwise. A line with a state that is not known is left out. Existing
 * addresses do not change, so unsubscribed ones stay unsubscribed. Those that were erased on request are left out.
 * @param signal cancels the remaining writes
 * @throws HttpError 422 when no line has an address, or the file cannot be read
 */
async function importSubscribers(database: Database, csv: string, signal: AbortSignal): Promise<ImportAnswer> {
  const { addresses: read, faults, faulty } = await readSubscriberTable(csv)
  if (read.length === 0) throw new HttpError(422, 'No line of this file holds an e-mail address.')
  const erased = await erasedAmong(
    database.db,
    read.map(([email]) => email),
  )
  const addresses = read.filter(([email]) => !erased.has(email))
  let added = 0
  for (let start = 0; start < addresses.length; start += batch) {
    signal.throwIfAborted()
    const rows = addresses
      .slice(start, start + batch)
      .map(([email, state]) => ({ email, state, source: 'import' as const }))
    added += await addSubscribers(database.db, rows)
  }
  return { added, known: addresses.length - added, faults, faulty }
}

const faultsListed = 10_000
/** The content of a CSV file: the addresses, each once with its state, and the skipped lines. */
type SubscriberTable = { addresses: [string, SubscriberState][] } & Pick<ImportAnswer, 'faults' | 'faulty'>

/**
 * Reads a CSV file with commas, semicolons or tabs between the cells. Lines count from 1.
 * @throws HttpError 422 when it is too long or not CSV
 */
async function readSubscriberTable(csv: string): Promise<SubscriberTable> {
  const addresses = new Map<string, SubscriberState>()
  const faults: ImportAnswer['faults'] = []
  const contract = emailAddress()
  let faulty = 0
  let columns: ReturnType<typeof columnsOf> | undefined
  for await (const { cells, line } of linesOf(csv)) {
    const first = columns === undefined
    columns ??= columnsOf(cells)
    const text = cells[columns.email] ?? ''
    const parsed = contract.safeParse(text)
    const formula = isFormula(text)
    const said = columns.states.map(({ at, read }) => read(cells[at] ?? ''))
    const state = strictest(said.filter((one) => typeof one === 'string')) ?? 'confirmed'
    const unknown = isStopped(state) ? undefined : said.find((one) => typeof one === 'object')
    if (parsed.success && !formula && !unknown && state !== 'skip') addresses.set(parsed.data.toLowerCase(), state)
    // The first line may be a heading.
    else if ((!first || formula) && ++faulty <= faultsListed)
      faults.push({ line, text: text.slice(0, 100), reason: faultOf() })

    function faultOf(): string {
      if (formula) return reasons.formula
      if (text === '') return reasons.empty
      return parsed.success ? (unknown?.reason ?? reasons.skipped) : reasons.malformed
    }
  }
  return { addresses: [...addresses], faults, faulty }
}

/** The column of the addresses, by its heading or else the first, and those of states, which are known by their headings alone. */
function columnsOf(cells: string[]) {
  const headings = cells.some((cell) => cell.includes('@')) ? [] : cells
  const email = headings.findIndex((heading) => /^email( address)?$/.test(fold(heading)))
  const states = headings.flatMap((heading, at) =>
    senseOf(heading) ? { at, read: stateReader({ heading, meaning: 'state' }) } : [],
  )
  return { email: Math.max(0, email), states }
}
