import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { writeActivity } from '#server/activity/activity.ts'
import { logRefusal, originOf } from '#server/activity/refusals.ts'
import type { Database } from '#server/database/connect.ts'
import { logFailure } from '#server/database/storage-errors.ts'
import type { Staff } from '#server/identity/staff.ts'

type Who = Pick<Staff, 'id' | 'name'>

/** Logs the acts of a person on their own sign-in. A failure is only reported: a full disk must not lock anyone out. */
export const logSignIn = (
  database: Database,
  request: FastifyRequest,
  { id, name }: Who,
  what: string,
  kind: 'sign-in' | 'account' = 'sign-in',
): Promise<void> =>
  writeActivity(database, { kind, what, by: name, byId: id, entity: 'identity', ...originOf(request) }).catch((error) =>
    logFailure(request.log, error, 'A sign-in could not be logged'),
  )

/**
 * Counts a refused sign-in. The typed address is not stored, because it may be a password; known accounts are named. Both take the
 * same time.
 */
export async function logRefusedSignIn(
  database: Database,
  request: FastifyRequest,
  email: string,
  what: string,
): Promise<void> {
  const named = await database.db
    .selectFrom('users')
    .select(['id', 'name'])
    .where(sql`lower("email")`, '=', email.toLowerCase())
    .executeTakeFirst()
    .catch(() => undefined)
  await logRefusal(database, request, { what, by: named?.name, byId: named?.id, entity: 'identity' })
}
