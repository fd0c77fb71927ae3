import type { Database } from '#server/database/connect.ts'
import type { Staff } from '#server/identity/staff.ts'
import { typingLifetime } from './desk.contract.ts'

/** The counters table is shared by all processes, and its expired rows are deleted regularly. */
const subjectOf = (contactId: string, staffId: string) => `typing:${contactId}:${staffId}`

/** Remembers for a minute that somebody is writing an answer. */
export async function noteTyping({ db }: Database, contactId: string, { id }: Staff): Promise<void> {
  const now = Date.now()
  const times = {
    startedAt: new Date(now).toISOString(),
    endsAt: new Date(now + typingLifetime * 1_000).toISOString(),
  }
  await db
    .insertInto('counters')
    .values({ subject: subjectOf(contactId, id), count: 1, bytes: 0, ...times })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet(times))
    .execute()
}

/** Forgets it, since the answer was sent. */
export async function forgetTyping({ db }: Database, contactId: string, { id }: Staff): Promise<void> {
  await db.deleteFrom('counters').where('subject', '=', subjectOf(contactId, id)).execute()
}

/** The colleagues who have typed in the last minute. */
export async function readTyping(
  { db }: Database,
  contactId: string,
  me: Staff,
): Promise<{ _id: string; name: string }[]> {
  const colleagues = await db.selectFrom('users').select(['id as _id', 'name']).where('id', '!=', me.id).execute()
  const subjects = new Map(colleagues.map((one) => [subjectOf(contactId, one._id), one]))
  if (subjects.size === 0) return []
  const rows = await db
    .selectFrom('counters')
    .select('subject')
    .where('subject', 'in', [...subjects.keys()])
    .where('endsAt', '>', new Date().toISOString())
    .execute()
  return rows.flatMap(({ subject }) => subjects.get(subject) ?? [])
}
