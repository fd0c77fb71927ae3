import type { FastifyInstance } from 'fastify'
import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/database/connect.ts'
import type { Schema } from '#server/database/schema.ts'
import { logFailure } from '#server/database/storage-errors.ts'
import type { MailService } from '#server/mail/mail.ts'
import { queueDelivery } from '#server/mail/queue.ts'
import { workRegularly } from '#server/runtime/after-first-answer.ts'
import { dayIn } from '#server/runtime/clock.ts'
import { minute } from '#server/security/counters.ts'
import type { SiteConfig } from '#server/site-config/site-config.ts'
import { isPresentRequest } from '../requests.shared.server.ts'
import { type Desk, deskOf } from './desk-settings.shared.server.ts'
import { isOverdue, isToFollowUp } from './request-list.server.ts'

const storedName = 'desk reminder'

/** The requests with an owner that are overdue or to follow up, the oldest first. */
export async function lateRequests(db: Kysely<Schema>, desk: Desk, now: string) {
  const rows = await db
    .selectFrom('contactRequests')
    .select((is) => [
      'ownerId',
      'subject',
      'name',
      sql<number>`case when ${isOverdue(is, desk, now)} then 1 else 0 end`.as('overdue'),
      sql<number>`case when ${isToFollowUp(is, desk, now)} then 1 else 0 end`.as('toFollowUp'),
    ])
    .where(isPresentRequest)
    .where('ownerId', 'is not', null)
    .where((is) => is.or([isOverdue(is, desk, now), isToFollowUp(is, desk, now)]))
    .orderBy('lastAt')
    .execute()
  return rows.map((row) => ({ ...row, overdue: row.overdue === 1, toFollowUp: row.toFollowUp === 1 }))
}

type Parts = { database: Database; site: Pick<SiteConfig, 'now'> }

/**
 * Queues the reminders of today, one for each owner with something in it, once their time has come on a workday. Of several processes, the one
 * that stores the day first queues them.
 * @returns how many
 */
export async function queueReminders({ database, site }: Parts): Promise<number> {
  const desk = deskOf(await site.now())
  const now = database.now()
  const today = dayIn(desk.timeZone)(now)
  if (!isDue(desk, now, today)) return 0
  const late = await lateRequests(database.db, desk, now)
  const owners = new Set(late.map(({ ownerId }) => ownerId ?? ''))
  return database.transaction(async (trx) => {
    const tomorrow = Temporal.PlainDate.from(today).add({ days: 1 }).toString()
    const { numInsertedOrUpdatedRows = 0n } = await trx
      .insertInto('settings')
      .values({ name: storedName, value: today })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ value: today })
          // A later day was stored while the clock was ahead.
          .where(({ or, eb }) => or([eb('settings.value', '<', today), eb('settings.value', '>', tomorrow)])),
      )
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n) return 0
    for (const recipientId of owners) await queueDelivery(trx, 'deskReminder', { subjectId: today, recipientId })
    return owners.size
  })
}

function isDue({ reminderAt, office, timeZone }: Desk, now: string, today: string): boolean {
  if (reminderAt === undefined || !office.isWorkday(now)) return false
  const at = Temporal.PlainTime.from(reminderAt.padStart(5, '0'))
  const due = Temporal.PlainDate.from(today).toZonedDateTime({ timeZone, plainTime: at })
  return due.epochMilliseconds <= Date.parse(now)
}

/** Looks every minute whether the reminders are due. */
export const remindRegularly = (app: FastifyInstance, parts: Parts, mailService: Pick<MailService, 'wake'>): void =>
  workRegularly(app, minute, () =>
    queueReminders(parts).then(
      (count) => (count > 0 ? mailService.wake() : undefined),
      (error) => logFailure(app.log, error, 'The reminders could not be queued'),
    ),
  )
