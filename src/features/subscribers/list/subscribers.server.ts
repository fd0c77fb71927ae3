import { expressionBuilder } from 'kysely'
import * as z from 'zod/mini'
import { doneBody } from '#contract/fields.ts'
import { consentTextOf } from '#features/consent/consent.shared.server.ts'
import { erasedAmong } from '#features/persons/erasures.shared.server.ts'
import type { Database, Db } from '#server/database/connect.ts'
import { contains } from '#server/database/dialect.ts'
import { readerFor } from '#server/database/long-reads.ts'
import { deleteRow } from '#server/database/rows.ts'
import type { Schema } from '#server/database/schema.ts'
import type { Stored } from '#server/database/table.ts'
import { feature } from '#server/feature.ts'
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
import { deleteDeliveries, queueDelivery } from '#server/mail/queue.ts'
import { defineEntity } from '#server/record/entity.ts'
import { withPublicId } from '#server/resource/resource.ts'
import { HttpError, notFound } from '#server/runtime/http-error.ts'
import { oneSubscriber } from '../ground/imports.contract.ts'
import {
  type SubscriberSource,
  type SubscriberState,
  subscriber,
  subscriberList,
  subscriberQuery,
  subscriberSources,
} from '../ground/subscribers.contract.ts'
import { topicNames, topicsNow } from '../ground/subscribers.shared.server.ts'
import { subscribers } from '../ground/subscribers.table.ts'
import type { Topic } from '../ground/subscription-settings.contract.ts'
import { consentIssues } from '../imports/apply-import.server.ts'
import { readDate } from '../imports/read-date.ts'
import { firstState } from '../imports/sort-addresses.server.ts'
import { tellLeft } from '../subscription/subscriber.event.ts'
import {
  addSubscribers,
  delayForMailbox,
  findSubscriber,
  mailboxOf,
  tellNew,
} from '../subscription/subscription.shared.server.ts'

const subscriberExportQuery = z.omit(subscriberQuery, { page: true, limit: true })

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

const isKind = (source: string): source is SubscriberSource => subscriberSources.some((kind) => kind === source)

function matches(db: Db, { search, status, source }: z.infer<typeof subscriberExportQuery>) {
  const eb = expressionBuilder<Schema, 'subscribers'>()
  return eb.and([
    ...(search ? [contains({ db }, ['email', 'name'], search)] : []),
    ...(status ? [eb('state', '=', status as SubscriberState)] : []),
    ...(source ? [isKind(source) ? eb('source', '=', source) : eb('importId', '=', source)] : []),
  ])
}

const subscribersAsCsv = (
  topics: readonly Topic[],
  { timeZone }: { timeZone: string },
): CsvTable<typeof subscribers> => ({
  table: subscribers,
  timeZone,
  columns: {
    Email: 'email',
    ...timeColumn('Subscribed at', 'subscribedAt', timeZone),
    State: 'state',
    Topics: topicsCell(topics),
    ...timeColumn('Paused until', 'pausedUntil', timeZone),
    'Reason for unsubscribing': 'leftReason',
  },
})

export const subscriberEntity = defineEntity(subscribers, {
  people: async ({ config, site }) => [{ ...subscribersAsCsv(await topicsNow(site), config), name: 'subscribers' }],
  label: 'Subscriber',
  nameColumn: 'email',
  access: { read: 'readContacts', write: 'writeContacts' },
})

export const subscriberRoutes = feature('Newsletter', async (app, { database, config, site }) => {
  route(app, 'GET /newsletter/subscribers', {
    access: 'readContacts',
    summary: 'List the subscribers, newest first',
    description:
      'Without parameters, the list has all confirmed subscribers. With any parameter it has those of every state: `search` looks in the address and the name, `status` is a state, `source` is `form`, `staff`, `import` or the id of an import, and the header `X-Total-Count` says how many match.',
    query: subscriberQuery,
    answer: subscriberList,
    handler: async ({ query }, reply) => {
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
  })

  route(app, 'GET /newsletter/subscribers.csv', {
    access: 'writeContacts',
    session: true,
    summary: 'Download subscribers as CSV',
    description: 'All of them, or those that `search`, `status` and `source` select, as in the list.',
    query: subscriberExportQuery,
    answer: csvFile,
    handler: async ({ query }, reply) => {
      const [reader, topics] = [await readerFor(database, 'subscribers'), await topicsNow(site)]
      return sendCsv(reply, reader, {
        ...subscribersAsCsv(topics, config),
        where: matches(reader, query),
      })
    },
  })

  route(app, 'POST /newsletter/subscribers', {
    access: 'writeContacts',
    activity: 'always',
    act: 'Add a subscriber',
    summary: 'Add one address that has agreed',
    description:
      'By the rules of an import: needs `agreed` and `agreedOn`, and with the mode `ask` the address gets a message to confirm. 409 for one that is known, has unsubscribed or was erased on request.',
    input: oneSubscriber,
    answer: { 201: doneBody },
    errors: [409],
    handler: async ({ body }) => {
      await addOne(database, body, config.timeZone)
      return { message: body.mode === 'ask' ? 'Confirmation email sent' : 'Subscriber added' }
    },
  })

  route(app, 'DELETE /newsletter/subscribers/:id', {
    access: 'writeContacts',
    act: 'Delete a subscriber',
    summary: 'Delete an address',
    description:
      'For requests to erase personal data: it also deletes the record of the unsubscription. To stop sending to an address, unsubscribe it instead.',
    answer: { 204: z.void() },
    handler: async ({ params }, reply) => {
      await database.transaction(async (trx) => {
        await deleteDeliveries(trx, [params.id])
        const row = await findSubscriber(trx, { id: params.id })
        // It may be asked for by its owner: nothing but the id leaves.
        if (row?.state === 'confirmed') await tellLeft(trx, { id: row.id }, 'deleted')
        if (!(await deleteRow(trx, subscribers, params.id))) throw notFound('Subscriber not found')
      })
      return reply.code(204).send()
    },
  })
})

const known: Record<SubscriberState, string> = {
  confirmed: 'This address is already subscribed.',
  pending: 'This address was already asked to confirm.',
  unsubscribed: 'This address unsubscribed. Only its owner can subscribe it again.',
  bounced: 'This address bounced: it does not accept mail.',
}
const refused = (message: string) => new HttpError(409, message, [{ path: 'email', message }])

/** Adds one address by the rules of an import. @throws HttpError 409 for one that is known or erased, 422 without a consent */
async function addOne(database: Database, given: z.infer<typeof oneSubscriber>, zone: string): Promise<void> {
  const { name, agreed, agreedOn, mode = 'confirmed' } = given
  const email = given.email.toLowerCase()
  const now = database.now()
  const issues = consentIssues({ agreed, agreedOn }, now, zone)
  if (issues.length > 0) throw new HttpError(422, issues.map(({ message }) => message).join('. '), issues)
  const mailbox = await mailboxOf(database, email)
  await database.transaction(async (trx) => {
    if ((await erasedAmong(trx, [email])).size > 0) throw refused('This address was erased on request.')
    const state = firstState({ mode }, { email })
    const consentAt = readDate(agreedOn, { zone }, Date.parse(now))
    const person = { email, name: name?.trim() || undefined, state, subscribedAt: now, consentAt }
    const added = await addSubscribers(trx, [{ ...person, source: 'staff', sourceDetail: agreed }])
    const stored = await trx
      .selectFrom('subscribers')
      .select(['id', 'state'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    if (added === 0) throw refused(known[stored.state])
    if (state === 'confirmed') await tellNew(trx, stored.id)
    if (state === 'pending')
      await queueDelivery(trx, 'confirmation', { subjectId: stored.id, wait: await delayForMailbox(trx, mailbox) })
  })
}
