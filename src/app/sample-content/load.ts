import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createAuthor, postContent } from '#features/blog/blog.shared.server.ts'
import { createProduct, createService } from '#features/catalog/catalog.shared.server.ts'
import { courseContent } from '#features/courses/ground/course-queries.server.ts'
import { cohorts, participants, registrations, type StoredCohort } from '#features/courses/ground/courses.table.ts'
import { keepSeats, participantsOf } from '#features/courses/ground/participant-rows.server.ts'
import { createInstructor } from '#features/courses/instructors/instructors.server.ts'
import { storeEncodedImage } from '#media/server/media-store.ts'
import { ConfigError } from '#server/config/environment.ts'
import { contentFolder } from '#server/config/program-files.ts'
import { type Database, nowIn, type Transaction, timeIn } from '#server/database/connect.ts'
import { changeContent } from '#server/database/content-version.ts'
import { affectsRows, insertRow, updateRow } from '#server/database/rows.ts'
import type { Demo, DemoDate } from './read-demo.ts'

const demoFolder = join(contentFolder, 'demo')
/** The setting that records the one attempt for this database. */
const mark = 'sampleContent'

/**
 * Fills a new database with the sample content of `content/demo/`, once: deleted content stays deleted, and a database
 * with other content is not changed. It is loaded completely or not at all.
 * @throws ConfigError when a file cannot be used
 */
export async function loadSampleContent(
  database: Database,
  site: { publicUrl: string },
  folder = demoFolder,
): Promise<void> {
  const seen = await database.db.selectFrom('settings').select('name').where('name', '=', mark).executeTakeFirst()
  if (seen || !existsSync(folder)) return
  // Reading and rendering stay out of the transaction, which then takes no longer than writing.
  const { readDemo } = await import('./read-demo.ts')
  const demo = await readDemo(folder, site)
  await changeContent(database, async (trx) => {
    if (await isFirst(trx)) await store(trx, demo)
  })
}

/** Of several processes that start together one is first; the others wait here until it is done. */
async function isFirst(trx: Transaction): Promise<boolean> {
  const marking = trx.insertInto('settings').values({ name: mark, value: nowIn(trx) })
  if (!(await affectsRows(marking.onConflict((conflict) => conflict.column('name').doNothing())))) return false
  for (const table of ['products', 'services', 'blogs', 'courses'] as const)
    if (await trx.selectFrom(table).select('id').limit(1).executeTakeFirst()) return false
  return true
}

async function store(trx: Transaction, demo: Demo): Promise<void> {
  for (const { ref, about, variants } of demo.images) await storeEncodedImage(trx, ref, variants, about)
  for (const [order, product] of demo.products.entries()) await createProduct(trx, { ...product, order })
  for (const [order, service] of demo.services.entries()) await createService(trx, { ...service, order })

  const authors = new Map<string, string>()
  for (const { key, ...author } of demo.authors) authors.set(key, (await createAuthor(trx, author)).id)
  for (const { author, publishedAt, words, rendering, file, ...post } of demo.posts) {
    const authorId = known(authors, author, file)
    const createdAt = `${publishedAt}T04:30:00.000Z`
    await postContent.create(
      trx,
      { ...post, ...rendering, authorId, createdAt, published: true, sendNotification: false },
      words,
    )
  }

  const instructors = new Map<string, string>()
  for (const { key, default: isDefault, ...instructor } of demo.instructors) {
    instructors.set(key, (await createInstructor(trx, { ...instructor, isDefault })).id)
  }
  // The newest course is shown first, so the first of the order becomes the newest.
  const now = timeIn(trx)
  for (const { instructor, order, words, rendering, file, content, dates, readTime: _, ...course } of demo.courses) {
    const instructorId = known(instructors, instructor, file)
    const createdAt = new Date(now - order * 60_000).toISOString()
    const row = {
      ...course,
      ...rendering,
      syllabus: content,
      instructorId,
      createdAt,
      asksBy: 'link' as const,
      order: 0,
    }
    const { id } = await courseContent.create(trx, row, words)
    for (const { bookings, ...date } of dates) {
      const cohort = await insertRow(trx, cohorts, { courseId: id, ...toCohort(date, now) })
      for (const booking of bookings) await enroll(trx, cohort, booking)
    }
  }
}

/** Gives someone their seats on a date, and names the first participants. */
async function enroll(
  trx: Transaction,
  { id: cohortId, courseId }: StoredCohort,
  booking: DemoDate['bookings'][number],
) {
  const { named, ...asked } = booking
  const now = nowIn(trx)
  const registration = await insertRow(trx, registrations, {
    ...{ ...asked, courseId, cohortId, kind: 'enrol', state: 'confirmed', stateAt: now, verifiedAt: now },
  })
  await keepSeats(trx, registration.id)
  const seats = await participantsOf(trx, registration.id)
  for (const [index, name] of named.entries()) await updateRow(trx, participants, seats[index]?.id ?? '', { name })
}

const oneDay = 86_400_000
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** @param now the time of the first start */
function toCohort(date: Omit<DemoDate, 'bookings'>, now: number) {
  const { inWeeks, weekday, days, enrolDaysBefore, taken, discountDaysBefore, ...fields } = date
  const earliest = now + inWeeks * 7 * oneDay
  const first = earliest + ((weekday + 7 - new Date(earliest).getUTCDay()) % 7) * oneDay
  const before = (count: number | undefined) => (count === undefined ? undefined : dayOf(first - count * oneDay))
  const discountDay = before(discountDaysBefore)
  return {
    ...fields,
    startsOn: dayOf(first),
    endsOn: days > 1 ? dayOf(first + (days - 1) * oneDay) : undefined,
    enrolBy: before(enrolDaysBefore),
    discountUntil: discountDay && `${discountDay}T12:30:00.000Z`,
    bookedElsewhere: taken,
    closed: false,
    cancelled: false,
  }
}

function known(people: Map<string, string>, key: string, file: string): string {
  const id = people.get(key)
  if (id === undefined)
    throw new ConfigError(`The sample content content/demo/${file} names "${key}", who is not in people.yaml`)
  return id
}
