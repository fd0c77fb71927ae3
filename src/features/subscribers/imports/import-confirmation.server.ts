import type { Db } from '#server/database/connect.ts'
import { forEachRecord } from '#server/database/each-record.ts'
import type { Job } from '#server/database/jobs.ts'
import type { Log } from '#server/database/storage-errors.ts'
import type { AppContext } from '#server/feature.ts'
import type { Delivery } from '#server/mail/deliveries.table.ts'
import type { MailKind } from '#server/mail/mail-kind.ts'
import { queueDelivery } from '#server/mail/queue.ts'
import type { Retention } from '#server/record/retention.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import { count, day, hour, minute } from '#server/security/counters.ts'
import { topicsNow } from '../ground/subscribers.shared.server.ts'
import { delayForMailbox, mailboxOf } from '../subscription/subscription.shared.server.ts'
import { confirmation } from '../subscription/subscription-messages.server.ts'
import { applyImport } from './apply-import.server.ts'
import { changeImport, findImport, giveUp, later, leftFor, openFor, yieldToEventLoop } from './import-store.server.ts'
import type { Reading } from './sort-addresses.server.ts'

declare module '#server/mail/deliveries.table.ts' {
  interface DeliveryKinds {
    /** Asks an imported address to confirm. Its subject is the import, its recipient the subscriber. */
    importConfirmation: undefined
  }
}

/** Messages an hour, of all imports together. */
const messagesAnHour = 100
const asks = 'asks:imports'
const deletedAtOnce = 5_000
/** After answers to people who wrote, and after newsletters. */
const priority = 2
/** The longest delay of a message whose mailbox has had enough of them. One with a longer delay is not sent. */
const longestWait = 30 * day

export const importConfirmation: MailKind<'importConfirmation'> = (context) => {
  const { compose, refused } = confirmation(context)
  const asked = (delivery: Delivery<'importConfirmation'>) => ({
    ...delivery,
    kind: 'confirmation' as const,
    subjectId: delivery.recipientId,
  })
  return {
    longestWait,
    compose: (delivery) => compose(asked(delivery)),
    refused: async (trx, delivery, reason) => refused?.(trx, asked(delivery), reason),
  }
}

type Context = Pick<AppContext, 'config' | 'database' | 'mailService' | 'site'>

export const readingOf = async ({ config, site }: Pick<Context, 'config' | 'site'>): Promise<Reading> => ({
  zone: config.timeZone,
  topics: await topicsNow(site),
})

/** Queues the next messages that ask to confirm, up to the hour's limit. The queue has only those, since it is read every second. */
export async function askNext({ database }: Pick<Context, 'database'>, log: Log): Promise<void> {
  const { db } = database
  const asking = await db
    .selectFrom('imports')
    .select(['id', 'askedTo'])
    .where('asking', '=', true)
    .orderBy('appliedAt')
    .orderBy('id')
    .execute()
  const askedSoFar = new Map(asking.map(({ id, askedTo }) => [id, askedTo]))
  await forEachRecord(log, 'People of an import could not be asked to confirm', [...askedSoFar.keys()], async (id) => {
    const askedTo = askedSoFar.get(id) ?? null
    const next = await db
      .selectFrom('subscribers')
      .select(['id', 'email'])
      .where('importId', '=', id)
      .where('state', '=', 'pending')
      .where('id', '>', askedTo ?? '')
      .orderBy('id')
      .limit(messagesAnHour)
      .execute()
    const people = await Promise.all(
      next.map(async (row) => ({ ...row, mailbox: await mailboxOf(database, row.email) })),
    )
    await database.transaction(async (trx) => {
      const row = await findImport(trx, id)
      // Another process may have asked them, or the import may have been undone.
      if (!row.asking || (row.askedTo ?? null) !== askedTo) return
      const { [asks]: sent } = await count(trx, { [asks]: hour }, 0, 0)
      const asked = people.slice(0, Math.max(0, messagesAnHour - sent.count))
      for (const { id: recipientId, mailbox } of asked) {
        const wait = await delayForMailbox(trx, mailbox)
        if (wait < longestWait)
          await queueDelivery(trx, 'importConfirmation', { subjectId: id, recipientId, wait, priority })
      }
      if (asked.length > 0) await count(trx, { [asks]: hour }, 0, asked.length)
      await changeImport(trx, id, {
        askedTo: asked.at(-1)?.id ?? row.askedTo,
        asking: people.length === messagesAnHour || asked.length < people.length,
      })
    })
  })
}

const importsUnderWay = (db: Db) =>
  db.selectFrom('imports').select('id').where('state', '=', 'applying').where('endedAt', 'is', null)

/** Imports that were interrupted go on, also after a restart. */
export async function resumeImports(context: Context, log: Log): Promise<void> {
  const { database, mailService } = context
  const ids = (await importsUnderWay(database.db).execute()).map(({ id }) => id)
  await forEachRecord(log, 'An import could not go on', ids, async (id) => {
    try {
      await applyImport(database, id, await readingOf(context), mailService.stopping)
    } catch (error) {
      // Another process may have ended it, and one that cannot go on says so where it is shown.
      if (!(error instanceof HttpError)) throw error
    }
  })
}

export const importJobs: Job<Context>[] = [
  { name: 'Resume imports', once: 'process', every: minute, work: resumeImports },
  { name: 'Send confirmation emails to imported subscribers', once: 'process', every: minute, work: askNext },
]

export const importRetentions: Retention[] = [
  {
    name: 'Uploads that were never imported',
    keep: { days: openFor / day },
    async erase({ database: { db } }, { time }) {
      const old = db.selectFrom('imports').select('id').where('state', '=', 'open').where('at', '<', time)
      for (const { id } of await old.execute()) await deleteLines(db, id)
      const uploads = db.deleteFrom('imports').where('state', '=', 'open').where('at', '<', time)
      return Number((await uploads.executeTakeFirstOrThrow()).numDeletedRows)
    },
  },
  {
    name: 'Skipped lines of imports',
    keep: { days: leftFor / day },
    /** The lines of an import that was interrupted stay until it is given up, after the same time. */
    async erase({ database }, { time }, log) {
      const { db } = database
      const old = await importsUnderWay(db).where('at', '<', later(time, -openFor)).execute()
      const ids = old.map(({ id }) => id)
      await forEachRecord(log, 'An interrupted import could not be given up', ids, (id) =>
        database.transaction(async (trx) => {
          const row = await findImport(trx, id)
          if (row.state === 'applying' && !row.endedAt) await giveUp(trx, row, database.now())
        }),
      )
      const ended = db.selectFrom('imports').select('id')
      let count = 0
      for (const { id } of await ended
        .where(({ or, eb }) => or([eb('appliedAt', '<', time), eb('endedAt', '<', time)]))
        .execute())
        count += await deleteLines(db, id)
      for (const { id } of await ended.where('endedAt', 'is not', null).execute())
        count += await deleteLines(db, id, true)
      return count
    },
  },
]

/** @param waiting deletes only lines that wait to be imported */
async function deleteLines(db: Db, importId: string, waiting = false): Promise<number> {
  let count = 0
  const lines = db.selectFrom('importLines').where('importId', '=', importId)
  const { last } = await lines.select(({ fn }) => fn.max<number | null>('line').as('last')).executeTakeFirstOrThrow()
  for (let from = 0; from <= (last ?? -1); from += deletedAtOnce) {
    const { numDeletedRows } = await db
      .deleteFrom('importLines')
      .where('importId', '=', importId)
      .where('line', '<=', from + deletedAtOnce)
      .$if(waiting, (some) => some.where('reason', 'is', null))
      .executeTakeFirstOrThrow()
    count += Number(numDeletedRows)
    await yieldToEventLoop()
  }
  return count
}
