// On both databases: each names a broken rule in its own way.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAuthor, deleteAuthor } from '#features/blog/blog.shared.server.ts'
import { createProduct, createService } from '#features/catalog/catalog.shared.server.ts'
import { addRequest } from '#features/contact/ground/events.shared.server.ts'
import { instructors } from '#features/courses/ground/courses.table.ts'
import { createInstructor } from '#features/courses/instructors/instructors.server.ts'
import { subscribers } from '#features/subscribers/ground/subscribers.table.ts'
import { users } from '#features/users/users.table.ts'
import { images, imageVariants } from '#media/media.table.ts'
import { addCourse, addPost, sampleProduct, sampleService } from '#testing/sample-rows.ts'
import { openTestDatabase } from '#testing/test-database.ts'
import type { Database, Transaction } from './connect.ts'
import { deleteRow, insertRow } from './rows.ts'
import { constraintErrorOf, type Violation } from './storage-errors.ts'

let database: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ database, close } = await openTestDatabase())
})
afterAll(() => close())

/** The database itself refuses, whatever the program has checked before. */
async function expectRefusal(violation: Violation, write: Promise<unknown>) {
  const error = await write.then(
    () => 'was accepted',
    (reason) => reason,
  )
  expect(constraintErrorOf(error), String(error)).toBe(violation)
}
type PostChanges = NonNullable<Parameters<typeof addPost>[1]>
type CourseChanges = NonNullable<Parameters<typeof addCourse>[1]>
const write = <T>(work: (trx: Transaction) => Promise<T>) => database.transaction(work)
// biome-ignore lint/suspicious/noExplicitAny: wrong values are the point
const wrong = (value: unknown): any => value

test.each([
  ['check', { category: wrong('Gardening') }],
  ['check', { title: '  ' }],
  ['check', { slug: '' }],
  ['check', { slug: 'adminblogs' }],
  ['check', { slug: 'new' }],
  ['check', { readTime: 0 }],
  ['reference', { authorId: randomUUID() }],
  ['unique', { slug: 'taken' }],
  ['missing', { excerpt: wrong(null) }],
  ['unstorable', { excerpt: 'a\0b' }],
] satisfies [Violation, PostChanges][])('a post is refused: %s, %j', async (violation, changes: PostChanges) => {
  if (changes.slug === 'taken') await addPost(database, { slug: 'taken' })
  await expectRefusal(violation, addPost(database, changes))
})

test.each([
  ['check', { price: -0.01 }],
  ['check', { price: 100, discountedPrice: 100 }],
  ['check', { price: 100, discountedPrice: 120 }],
  ['check', { price: 100, discountedPrice: 0 }],
  ['check', { level: wrong('Expert') }],
  ['check', { category: wrong('Gardening') }],
  ['check', { startDate: 'soon' }],
  ['check', { slug: 'adminCourses' }],
  ['reference', { instructorId: randomUUID() }],
  ['unique', { slug: 'taken' }],
] satisfies [Violation, CourseChanges][])('a course is refused: %s, %j', async (violation, changes: CourseChanges) => {
  if (changes.slug === 'taken') await addCourse(database, { slug: 'taken' })
  await expectRefusal(violation, addCourse(database, changes))
})

test('products and services need a known category', async () => {
  await expectRefusal(
    'check',
    write((trx) => createProduct(trx, { ...sampleProduct, category: wrong('Cloud') })),
  )
  await expectRefusal(
    'check',
    write((trx) => createProduct(trx, { ...sampleProduct, name: ' ' })),
  )
  await expectRefusal(
    'check',
    write((trx) => createService(trx, { ...sampleService, category: wrong('AI & Automation Solutions') })),
  )
})

test('an address has one account, whatever its case, and so has an id of the provider', async () => {
  const user = { name: 'Meera', email: 'meera@example.com', active: true, role: 'owner' as const, firebaseUid: 'uid-1' }
  await write((trx) => insertRow(trx, users, user))
  await expectRefusal(
    'unique',
    write((trx) => insertRow(trx, users, { ...user, email: 'MEERA@example.com', firebaseUid: 'uid-2' })),
  )
  await expectRefusal(
    'unique',
    write((trx) => insertRow(trx, users, { ...user, email: 'other@example.com' })),
  )
  for (const email of ['one@example.com', 'two@example.com'])
    await write((trx) => insertRow(trx, users, { ...user, email, firebaseUid: undefined }))
})

test('a subscriber exists once, in lower case', async () => {
  const subscribedAt = new Date().toISOString()
  await write((trx) => insertRow(trx, subscribers, { email: 'a@example.com', subscribedAt, state: 'confirmed' }))
  await expectRefusal(
    'unique',
    write((trx) => insertRow(trx, subscribers, { email: 'a@example.com', subscribedAt, state: 'confirmed' })),
  )
  await expectRefusal(
    'check',
    write((trx) => insertRow(trx, subscribers, { email: 'B@example.com', subscribedAt, state: 'confirmed' })),
  )
})

test('a contact request needs a known status and a message', async () => {
  const message = { name: 'A', email: 'a@example.com', subject: 'S', message: 'M', status: 'pending' as const }
  await expectRefusal(
    'check',
    write((trx) => addRequest(trx, { ...message, status: wrong('lost') })),
  )
  await expectRefusal(
    'check',
    write((trx) => addRequest(trx, { ...message, message: '' })),
  )
})

test('there is one default instructor', async () => {
  const instructor = { name: 'A', bio: '', isDefault: true }
  await write((trx) => createInstructor(trx, instructor))
  await expectRefusal(
    'unique',
    write((trx) => createInstructor(trx, instructor)),
  )
  await write((trx) => createInstructor(trx, { ...instructor, isDefault: false }))
})

test('authors of posts and instructors of courses cannot be deleted', async () => {
  const { authorId } = await addPost(database)
  const { instructorId } = await addCourse(database)
  await expectRefusal(
    'reference',
    write((trx) => deleteAuthor(trx, authorId)),
  )
  await expectRefusal(
    'reference',
    write((trx) => deleteRow(trx, instructors, instructorId)),
  )
  const { id } = await write((trx) => createAuthor(trx, { name: 'Nobody', bio: '' }))
  expect(await write((trx) => deleteAuthor(trx, id))).toBe(true)
})

test('a variant needs a picture and a known format', async () => {
  const insert = (row: object) =>
    database.db
      .insertInto('imageVariants')
      .values(imageVariants.encode(wrong(row)))
      .execute()
  const variant = { hash: 'a'.repeat(16), width: 480, format: 'webp', bytes: Buffer.from('picture') }
  await expectRefusal('reference', insert(variant))
  await database.db
    .insertInto('images')
    .values(images.encode({ hash: variant.hash, width: 480, height: 300, createdAt: new Date().toISOString() }))
    .execute()
  await insert(variant)
  await expectRefusal('unique', insert(variant))
  await expectRefusal('check', insert({ ...variant, format: 'svg' }))
})

test.each(['products', 'services', 'blogs', 'courses', 'users'] as const)(
  '%s keep true and false, nothing else',
  async (table) => {
    const column = table === 'blogs' ? 'published' : 'active'
    await addPost(database)
    await addCourse(database)
    await write((trx) => createProduct(trx, sampleProduct))
    await write((trx) => createService(trx, sampleService))
    await write((trx) =>
      insertRow(trx, users, { name: 'A', email: `${table}@example.com`, active: true, role: 'owner' }),
    )
    const set = database.db.updateTable(table).set(wrong({ [column]: 7 }))
    const error = await set.execute().catch((reason) => reason)
    // PostgreSQL refuses by the column's type, SQLite by a check.
    expect(
      constraintErrorOf(error) === 'check' || error.code === '42804' || error.code === '22P02',
      String(error),
    ).toBe(true)
  },
)
