import { randomUUIDv7 } from 'node:crypto'
import { plainToHtml } from '#content/markup/plain-text.ts'
import { renderingOf } from '#content/render/stored-rendering.ts'
import { blogCategories } from '#features/blog/blog.contract.ts'
import { postContent } from '#features/blog/blog.shared.server.ts'
import { authorProfiles, blogs } from '#features/blog/blog.table.ts'
import { productCategories, serviceCategories } from '#features/catalog/catalog.contract.ts'
import { products, services } from '#features/catalog/catalog.table.ts'
import { contactStatuses } from '#features/contact/ground/contact.contract.ts'
import { contactRequests } from '#features/contact/ground/contact.table.ts'
import { courseContent } from '#features/courses/ground/course-queries.server.ts'
import { cohorts, courses, instructors, registrations } from '#features/courses/ground/courses.table.ts'
import { courseCategories, courseLevels } from '#features/courses/ground/courses-words.contract.ts'
import { subscribers } from '#features/subscribers/ground/subscribers.table.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { changeContent } from '#server/database/content-version.ts'
import { anyTable } from '#server/database/rows.ts'
import { indexAllForSearch, type Searchable } from '#server/database/search.ts'
import type { Row, Table } from '#server/database/table.ts'
import { naturalText, repeatableRandom } from './natural-text.ts'

const batchSize = 500
/** Values per statement; SQLite accepts at most 32,766. */
const statementValues = 20_000
const day = 86_400_000
/** The posts are spread over so many days up to today. */
const span = 5 * 365

const personIn = (pick: (names: string[]) => string) =>
  `${pick(['Asha', 'Ben', 'Chitra', 'Dev', 'Esha', 'Farid'])} ${pick(['Rao', 'Shah', 'Iyer'])}`

type Indexed<T> = { row: Row<T>; texts?: Searchable }

/**
 * Adds rows for a site with so many posts: and a matching number of all other records, with texts whose words are as unevenly frequent
 * as in a natural language. The content looks as if it had been saved by staff: rendered, and with its search tokens.
 * @param site its own address, which a rendered text depends on
 */
export async function addManyRows(
  database: Database,
  site: { publicUrl: string },
  count: number,
  onProgress: (posts: number) => void = () => {},
): Promise<void> {
  const { start } = await database.db
    .selectFrom('blogs')
    .select(({ fn }) => fn.countAll<number>().as('start'))
    .executeTakeFirstOrThrow()
  const random = repeatableRandom(start + 1)
  const { pick, phrase, sentence, text } = naturalText(random)
  const now = Date.now()
  const at = (part: number) => new Date(now - (1 - part) * span * day).toISOString()
  const chance = (part: number) => random() < part
  const person = () => personIn(pick)
  const rendered = (source: string) =>
    renderingOf({ html: plainToHtml(source), headings: [], text: '', words: 0, readTime: 1, missingPictures: 0 }, site)
  const audit = (createdAt: string) => ({
    version: 1,
    createdAt,
    updatedAt: chance(0.1) ? at(random()) : createdAt,
    updatedBy: undefined,
  })
  const slugOf = (title: string, number: number) => `${title.toLowerCase().replaceAll(' ', '-')}-${start + number + 1}`

  const add = async <T extends Table>(table: T, total: number, make: (number: number) => Indexed<T>, source = '') => {
    for (let done = 0; done < total; done += batchSize) {
      const made = Array.from({ length: Math.min(batchSize, total - done) }, (_, index) => make(done + index))
      await changeContent(database, async (trx) => {
        await insertAll(trx, table, made)
        const indexed = made.flatMap(({ row, texts }) => (texts ? [{ ref: String(Object(row).id), texts }] : []))
        if (indexed.length > 0) await indexAllForSearch(trx, source, indexed)
      })
      if (source === postContent.kind.source) onProgress(done + made.length)
    }
  }

  const authors = Array.from({ length: 5 + Math.ceil(count / 5_000) }, () => randomUUIDv7())
  await add(authorProfiles, authors.length, (number) => ({
    row: {
      id: authors[number] as string,
      name: person(),
      avatarUrl: undefined,
      bio: sentence(),
      createdAt: at(0),
      updatedAt: at(0),
    },
  }))
  await add(
    blogs,
    count,
    (number) => {
      const [title, excerpt, content, category] = [phrase(), sentence(), text(3), pick(blogCategories)]
      const post = { title, slug: slugOf(title, number), excerpt, category, imageUrl: undefined, imageAlt: undefined }
      const flags = { published: !chance(0.03), sendNotification: false, authorId: pick(authors), readTime: 1 }
      const row = { id: randomUUIDv7(), ...post, ...flags, ...audit(at((number + 1) / count)), content }
      return { row: { ...row, ...rendered(content) }, texts: { title, excerpt, category, body: content } }
    },
    postContent.kind.source,
  )

  const teacher = randomUUIDv7()
  await add(instructors, 1, () => ({
    row: {
      id: teacher,
      name: person(),
      avatarUrl: undefined,
      bio: sentence(),
      isDefault: false,
      ...audit(at(0)),
    },
  }))
  await add(
    courses,
    Math.ceil(count / 50),
    (number) => {
      const [title, description, syllabus, category] = [phrase(), sentence(), text(2), pick(courseCategories)]
      const price = 1_000 + Math.floor(random() * 90) * 500
      const row = {
        ...{ id: randomUUIDv7(), title, slug: slugOf(title, number), description, category, level: pick(courseLevels) },
        ...{ duration: '8 weeks', price, discountedPrice: chance(0.3) ? price / 2 : undefined, startDate: undefined },
        ...{ imageUrl: undefined, imageAlt: undefined, enrollmentUrl: 'https://example.com/enroll' },
        ...{ prerequisites: [sentence()], learningOutcomes: [sentence(), sentence()], instructorId: teacher },
        ...{
          active: !chance(0.05),
          featured: chance(0.02),
          order: 0,
          asksBy: 'link' as const,
          syllabus,
          ...rendered(syllabus),
        },
        ...audit(at(random())),
      }
      return { row, texts: { title, excerpt: description, category, body: syllabus } }
    },
    courseContent.kind.source,
  )

  const item = (order: number) => ({
    ...{ id: randomUUIDv7(), description: sentence(), features: [phrase(), phrase()] },
    ...{ active: true, order, ...audit(at(0)) },
  })
  const items = Math.min(60, Math.ceil(count / 1_000))
  await add(products, items, (number) => ({
    row: { ...item(start + number), name: phrase(), category: pick(productCategories) },
  }))
  await add(services, items, (number) => ({
    row: { ...item(start + number), title: phrase(), icon: 'Code', category: pick(serviceCategories) },
  }))
  await add(subscribers, Math.ceil(count / 2), (number) => ({
    row: {
      ...{ id: randomUUIDv7(), email: `many-${start + number}@readers.example`, subscribedAt: at(random()) },
      ...{
        state: chance(0.9) ? ('confirmed' as const) : ('unsubscribed' as const),
        stateSince: undefined,
        stateReason: undefined,
      },
    },
  }))
  await addManyRequests(database, Math.ceil(count / 10), start)
}

/**
 * Adds contact requests of the last years to a site, each with a message, and some of them from the same addresses.
 * @param start makes the texts and the addresses differ from those of other calls
 */
export async function addManyRequests(database: Database, count: number, start = 0): Promise<void> {
  const random = repeatableRandom(start + 2)
  const { pick, phrase, text } = naturalText(random)
  const now = Date.now()
  for (let done = 0; done < count; done += batchSize) {
    const made = Array.from({ length: Math.min(batchSize, count - done) }, (_, index) => {
      const number = start + done + index
      const createdAt = new Date(now - random() * span * day).toISOString()
      const email = `visitor-${random() < 0.2 ? Math.floor(random() * number) : number}@visitors.example`
      const [name, subject, message] = [personIn(pick), phrase(), text(1)]
      const row = {
        ...{ id: randomUUIDv7(), name, email, subject, message, status: pick(contactStatuses), createdAt },
        ...{ lastAt: createdAt, turn: random() < 0.5 ? ('us' as const) : ('them' as const), version: 1 },
      }
      return { row, texts: { title: subject, excerpt: `${name} ${email}`, category: '', body: message } }
    })
    await database.transaction(async (trx) => {
      await insertAll(trx, contactRequests, made)
      const indexed = made.map(({ row, texts }) => ({ ref: row.id, texts }))
      await indexAllForSearch(trx, contactRequests.name, indexed)
    })
  }
}

/** Adds dates to all courses, as many to each, of which most are to come; and to each date some people who have enrolled or wait. */
export async function addManyDates(database: Database, count: number): Promise<void> {
  const random = repeatableRandom(3)
  const { pick } = naturalText(random)
  const found = await database.db.selectFrom('courses').select('id').orderBy('id').execute()
  const now = new Date().toISOString()
  const dayAt = (time: number) => new Date(time).toISOString().slice(0, 10)
  const audit = { version: 1, createdAt: now, updatedAt: now, updatedBy: undefined }
  const made = Array.from({ length: count }, (_, number) => {
    const [first, seats] = [Date.now() + (random() * 400 - 60) * day, 6 + Math.floor(random() * 14)]
    return {
      row: {
        ...{ id: randomUUIDv7(), courseId: found[number % found.length]?.id ?? '', startsOn: dayAt(first) },
        ...{ endsOn: dayAt(first + 35 * day), timetable: 'Sat 10:00-13:00', mode: 'online' as const, seats },
        ...{ bookedElsewhere: Math.floor(random() * seats), enrolVia: 'request' as const, closed: false },
        ...{ cancelled: false, ...audit },
      },
    }
  })
  const people = made.flatMap(({ row: { id, courseId } }) =>
    (['confirmed', 'waiting', 'new'] as const).map((state, index) => ({
      row: {
        ...{
          id: randomUUIDv7(),
          courseId,
          cohortId: id,
          kind: state === 'waiting' ? ('waitlist' as const) : ('enrol' as const),
        },
        ...{ name: personIn(pick), email: `student-${index}-${id}@visitors.example`, people: 1, state },
        ...{ verifiedAt: now, stateAt: now, version: 1, createdAt: now },
      },
    })),
  )
  await changeContent(database, async (trx) => {
    await insertAll(trx, cohorts, made)
    await insertAll(trx, registrations, people)
  })
}

async function insertAll<T extends Table>(trx: Transaction, table: T, made: Indexed<T>[]): Promise<void> {
  const perStatement = Math.floor(statementValues / Object.keys(table.columns).length)
  for (let from = 0; from < made.length; from += perStatement) {
    const rows = made.slice(from, from + perStatement).map(({ row }) => table.encode(row))
    await anyTable(trx).insertInto(table.name).values(rows).execute()
  }
}
