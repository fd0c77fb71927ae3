import { addRequest } from '#features/contact/ground/events.shared.server.ts'
import { participants } from '#features/courses/ground/courses.table.ts'
import { users } from '#features/users/users.table.ts'
import { storeEncodedImage } from '#media/server/media-store.ts'
import { openSnapshot } from '#server/backup/open-snapshot.ts'
import type { DatabaseConfig } from '#server/config/config.ts'
import type { Database } from '#server/database/connect.ts'
import { insertRow } from '#server/database/rows.ts'
import { insertAccount } from '#server/identity/accounts.ts'
import { hostile } from './hostile-content.ts'
import { addCourse, addPost } from './sample-rows.ts'
import { addSubscribers } from './subscriber-rows.ts'
import { addCohort, addRegistration } from './training-rows.ts'

/** Texts that are difficult for text formats. Neither database takes NUL. */
const awkward = [
  ...hostile.map((text) => text.replaceAll('\0', '')),
  'a\u2028b\u2029c\r\nd\ne\tf',
  '007',
  'null',
  '"\\"',
  'मराठी 🪷 é e\u0301',
]

/** Adds rows with hostile texts, a picture of any bytes, and every kind of value. */
export async function addAwkwardRows(database: Database): Promise<void> {
  await addSubscribers(database, 5)
  await addPost(database, { content: awkward.slice(0, 20).join('\n\n'), imageAlt: awkward.at(-1) ?? '' })
  const prices = { price: 0.1, discountedPrice: 0.07 }
  const course = await addCourse(database, { ...prices, prerequisites: awkward, syllabus: 'Ærø <b>x</b>' })
  const date = await addCohort(database, course.id, { remindAt: [7, 1], trainerIds: ['nobody'], joinText: '*Baner*' })
  const asked = { courseId: course.id, cohortId: date.id, kind: 'enrol', state: 'confirmed' } as const
  await addRegistration(database, { ...asked, people: 2, email: undefined, enteredBy: 'Priya', poNumber: '007' })
  await database.db
    .updateTable('participants')
    .set(participants.encode({ name: 'मीरा', attended: { [date.startsOn]: true } }))
    .execute()
  await database.transaction(async (trx) => {
    for (const [index, message] of awkward.entries())
      await addRequest(trx, {
        name: 'A',
        email: 'a@example.com',
        subject: `No. ${index}`,
        message,
        status: 'pending',
        ...(index % 3 === 0 ? {} : { flood: index % 3 === 1 }),
      })
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => (index * index) % 256))
    await storeEncodedImage(trx, { hash: '0123456789abcdef', width: 800, height: 600 }, [
      { width: 800, format: 'webp', bytes },
      { width: 400, format: 'avif', bytes: Buffer.from([0, 10, 13, 255]) },
    ])
    const firebaseUid = await insertAccount(trx, { name: 'Asha', email: 'asha@example.com', hash: 'a hash' })
    await insertRow(trx, users, { firebaseUid, name: 'Asha', email: 'asha@example.com', active: true, role: 'owner' })
  })
}

/** All rows by table as lines that are the same for both databases, which differ in flags and in the spaces of JSON. */
export async function dumpOf(config: DatabaseConfig): Promise<Record<string, string[]>> {
  await using snapshot = await openSnapshot(config)
  const dump: Record<string, string[]> = {}
  for (const { name, columns, rows } of snapshot.tables) {
    const lines: string[] = []
    for await (const row of rows())
      lines.push(JSON.stringify(columns.map((column) => [column, sameInBoth(row[column])])))
    dump[name] = lines
  }
  return dump
}

function sameInBoth(value: unknown): unknown {
  if (typeof value === 'boolean') return Number(value)
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  if (typeof value === 'string' && /^[[{]/.test(value)) {
    try {
      return JSON.parse(value)
    } catch {}
  }
  return value
}
