import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { KindCount } from '#contract/persons.ts'
import { forgetRecords, writeActivity } from '#server/activity/activity.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { forAllRecords } from '#server/database/each-record.ts'
import { overwriteDeleted } from '#server/database/overwrite.ts'
import { readStoredValue, storeValue, whileClaimed } from '#server/database/rows.ts'
import { removeFromSearch } from '#server/database/search.ts'
import { logFailure } from '#server/database/storage-errors.ts'
import { workRegularly } from '#server/runtime/after-first-answer.ts'
import { dayIn } from '#server/runtime/clock.ts'
import { day, hour, minute } from '#server/security/counters.ts'
import type { SiteConfig } from '#server/site-config/site-config.ts'
import { type LastRetention, retentionName } from '#server/site-config/site-config.ts'
import { contactRequests } from '../ground/contact.table.ts'

type Parts = { database: Database; site: SiteConfig }
type Log = Pick<FastifyBaseLogger, 'error'>

/** The hour of the company's day from which old requests are deleted. */
const nightHour = 3
/** How many requests one transaction deletes, and how long a process claims the work, in milliseconds. */
const batch = 200
const claim = 50 * minute

/**
 * Deletes for good the requests that are older than the settings say: resolved ones some months after the last thing that happened to them, spam
 * after some days. A second run finds nothing.
 */
async function deleteOldRequests({ database, site }: Parts, log: Log): Promise<{ resolved: number; spam: number }> {
  const { own, timeZone } = await site.now()
  const { resolvedMonths, spamDays } = own?.['consent'] ?? {}
  const now = Temporal.Instant.from(database.now())
  const months = Number(resolvedMonths) || 0
  const days = Number(spamDays) || 0
  const before = now.toZonedDateTimeISO(timeZone).subtract({ months }).toInstant()
  return {
    resolved: months > 0 ? await deleteBefore(database, log, 'resolved', before) : 0,
    spam: days > 0 ? await deleteBefore(database, log, 'spam', now.subtract({ milliseconds: days * day })) : 0,
  }
}

async function deleteBefore(
  database: Database,
  log: Log,
  status: 'resolved' | 'spam',
  instant: Temporal.Instant,
): Promise<number> {
  const before = new Date(instant.epochMilliseconds).toISOString()
  const next = async (failed: string[]) => {
    const rows = await old(database.db, failed).limit(batch).execute()
    return rows.map(({ id }) => id)
  }
  const old = (db: Database['db'] | Transaction, failed: string[] = []) =>
    db
      .selectFrom('contactRequests')
      .select('id')
      .where('status', '=', status)
      .where('lastAt', '<', before)
      .$if(failed.length > 0, (rows) => rows.where('id', 'not in', failed))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('contactEvents')
              .select('contactEvents.id')
              .whereRef('contactEvents.contactId', '=', 'contactRequests.id')
              .where('contactEvents.at', '>=', before),
          ),
        ),
      )
  return forAllRecords(log, 'An old request could not be deleted', next, (ids) =>
    database.transaction(async (trx) => {
      // They may have been changed meanwhile.
      const rows = await old(trx).where('id', 'in', ids).forUpdate().execute()
      await eraseRequests(
        trx,
        rows.map(({ id }) => id),
      )
    }),
  )
}

/** Deletes old requests once a night, counts them in the activity log, and remembers the result for the System screen. */
export async function deleteNightly(parts: Parts, log: Log): Promise<void> {
  const { database, site } = parts
  const { timeZone } = await site.now()
  const now = database.now()
  const today = dayIn(timeZone)(Date.parse(now))
  const isNight = Temporal.Instant.from(now).toZonedDateTimeISO(timeZone).hour >= nightHour
  const last: Partial<LastRetention> = JSON.parse((await readStoredValue(database.db, retentionName)) ?? '{}')
  if (!isNight || last.day === today) return
  await whileClaimed(database, 'retention claim', claim, () => deleteAndRemember(parts, log, last, { now, today }))
}

async function deleteAndRemember(
  parts: Parts,
  log: Log,
  last: Partial<LastRetention>,
  { now, today }: { now: string; today: string },
): Promise<void> {
  const { database } = parts
  const deleted = await deleteOldRequests(parts, log)
  const { resolved, spam } = deleted
  if (resolved + spam > 0) {
    const what = `Delete old requests: ${resolved} resolved, ${spam} spam`
    await writeActivity(database, { kind: 'delete', what, entity: 'contactRequests' })
    // The words in the search, and the free pages.
    await overwriteDeleted(database, [], [])
  }
  const kept = resolved + spam > 0 ? { ...deleted, at: now } : { resolved: last.resolved, spam: last.spam, at: last.at }
  await storeValue(database.db, retentionName, JSON.stringify({ ...kept, day: today }))
}

/** Checks every hour whether the nightly deletion is due. */
export const deleteRegularly = (app: FastifyInstance, parts: Parts): void =>
  workRegularly(app, hour, () =>
    deleteNightly(parts, app.log).catch((error) => logFailure(app.log, error, 'Old requests could not be deleted')),
  )

/** How many requests one statement names. */
const named = 500

/** The names of the events that have a text. The others are changes by staff. */
export const eventNames: Record<string, string> = { note: 'note', answer: 'answer', received: 'reply' }

/** Deletes requests for good: their timelines, mails, words in the search, and names in the activity log. @returns how many of each kind */
export async function eraseRequests(trx: Transaction, ids: string[]): Promise<KindCount[]> {
  const counts = { message: 0, answer: 0, reply: 0, note: 0 }
  for (let at = 0; at < ids.length; at += named) {
    const some = ids.slice(at, at + named)
    const events = await trx.selectFrom('contactEvents').select(['id', 'kind']).where('contactId', 'in', some).execute()
    for (const { kind } of events) {
      const name = eventNames[kind] as keyof typeof counts | undefined
      if (name) counts[name]++
    }
    await deleteMails(trx, [...some, ...events.map(({ id }) => id)])
    for (const id of some) await removeFromSearch(trx, contactRequests.name, id)
    await forgetRecords(trx, ['contact', 'contactRequests', 'trash'], some)
    // Their events go with them.
    const { numDeletedRows } = await trx.deleteFrom('contactRequests').where('id', 'in', some).executeTakeFirstOrThrow()
    counts.message += Number(numDeletedRows)
  }
  return Object.entries(counts).map(([kind, count]) => ({ kind, count }))
}

/** Deletes the deliveries about requests and their answers, sent or not. */
export async function deleteMails(trx: Transaction, subjects: string[]): Promise<void> {
  for (let at = 0; at < subjects.length; at += named)
    await trx
      .deleteFrom('deliveries')
      // The names of all kinds of messages about a request begin with this word.
      .where('kind', '>=', 'contact' as 'contact')
      .where('kind', '<', 'contacu' as 'contact')
      .where('subjectId', 'in', subjects.slice(at, at + named))
      .execute()
}
