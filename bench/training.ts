import { brotliCompressSync } from 'node:zlib'
import pg from 'pg'
import { queueAutomaticNotices } from '../src/features/courses/cohorts/notice-job.server.ts'
import { registrations } from '../src/features/courses/ground/courses.table.ts'
import { keepSeats } from '../src/features/courses/ground/participant-rows.server.ts'
import type { DatabaseConfig } from '../src/server/config/config.ts'
import { connect } from '../src/server/database/connect.ts'
import { changeContent } from '../src/server/database/content-version.ts'
import { migrate } from '../src/server/database/migrate.ts'
import { insertRow } from '../src/server/database/rows.ts'
import { freePort } from '../src/testing/free-port.ts'
import { startPostgresServer } from '../src/testing/postgres-server.ts'
import { addCourse } from '../src/testing/sample-rows.ts'
import { addCohort, dayFromNow } from '../src/testing/training-rows.ts'
import { type Measurement, median } from './lib/figures.ts'
import { ask, owner, signIn } from './lib/load.ts'
import { complete, startSite, stoppable, temporaryFolder } from './lib/processes.ts'

/** A course for each fifty posts, and five dates for each course. */
const posts = 10_000
const dates = 1_000
/** Bytes that the dates may add to the compressed document of a course. */
const budget = 1_536

type Page = { time: number; size: number }

/** The time and the compressed size of a page that nobody has asked for since the start, so that it is not cached. */
async function readPage(url: string): Promise<Page> {
  const { status, time, body } = await ask(url)
  if (status !== 200) throw new Error(`${status} for ${url}`)
  return { time, size: brotliCompressSync(body).length }
}

const medianOf = (pages: Page[], what: keyof Page) => median(pages.map((page) => page[what]))

/** Asks two sites for the same pages in turn, so that a busy moment of the machine strikes both. */
async function compare(sites: [without: string, dated: string], paths: string[]) {
  const pages: [Page[], Page[]] = [[], []]
  for (const path of paths) for (const which of [0, 1] as const) pages[which].push(await readPage(sites[which] + path))
  const [without, dated] = pages
  return {
    time: { without: medianOf(without, 'time'), dated: medianOf(dated, 'time') },
    size: { without: medianOf(without, 'size'), dated: medianOf(dated, 'size') },
  }
}

/** How many enrollments are confirmed at once for the last seat. */
const enrollments = 500

/** Confirms many enrollments at once for one seat. @returns how many have it, and how long it took in milliseconds */
async function confirmAtOnce(url: string): Promise<{ confirmed: number; time: number }> {
  const call = await signIn(url)
  const [{ _id: courseId }] = (await call('GET', 'courses?limit=1')).body.courses
  const seat = { startsOn: '2131-01-09', seats: 1, enrolVia: 'request' }
  const { _id: cohortId } = (await call('POST', `courses/${courseId}/cohorts`, seat)).body
  for (let index = 0; index < enrollments; index++) {
    const person = { name: `Person ${index}`, email: `person-${index}@example.net` }
    const asked = await call('POST', 'course-requests', { courseId, cohortId, kind: 'enrol', ...person })
    if (!asked.ok) throw new Error(asked.body.message)
  }
  const ids: string[] = []
  for (let page = 1; ids.length < enrollments; page++) {
    const listed = (await call('GET', `course-requests?cohort=${cohortId}&limit=100&page=${page}`)).body
    ids.push(...listed.map(({ _id }: { _id: string }) => _id))
  }
  const started = performance.now()
  await Promise.all(ids.map((id) => call('PATCH', `course-requests/${id}`, { state: 'confirmed' })))
  const time = performance.now() - started
  const enrolled = await call('GET', `course-requests?cohort=${cohortId}&state=confirmed`)
  return { confirmed: enrolled.body.length, time }
}

/** The people of a date that are reminded of it. */
const reminded = 2_000
/** The time in which all their messages are to be in the queue, in milliseconds. */
const reminderBudget = 2_000

/** Queues the reminder of a date to many people, as the job does when its time has come. */
async function* measureReminders(engine: string, config: DatabaseConfig): Measurement {
  const database = await connect(config)
  await migrate(database)
  const { id: courseId } = await addCourse(database)
  const { id: cohortId } = await addCohort(database, courseId, { startsOn: dayFromNow(3), remindAt: [7] })
  const at = database.now()
  await changeContent(database, async (trx) => {
    for (let index = 0; index < reminded; index++) {
      const { id } = await insertRow(trx, registrations, {
        ...{ courseId, cohortId, kind: 'enrol', name: `Person ${index}`, email: `person-${index}@example.net` },
        ...{ people: 1, state: 'confirmed', verifiedAt: at, stateAt: at },
      })
      await keepSeats(trx, id)
    }
  })
  const context = {
    ...{ database, config: { timeZone: 'Asia/Kolkata' }, mailService: { kind: 'smtp' } },
    site: { now: async () => ({ own: {} }) },
  }
  const started = performance.now()
  await queueAutomaticNotices(context as never, console as never)
  const measured = performance.now() - started
  const { queued } = await database.db
    .selectFrom('deliveries')
    .select(({ fn }) => fn.countAll<number>().as('queued'))
    .executeTakeFirstOrThrow()
  await database.close()
  if (Number(queued) !== reminded) throw new Error(`${queued} reminders were queued`)
  yield {
    what: `${reminded.toLocaleString('en')} reminders of a date, queued, ${engine}`,
    measured,
    unit: 'ms',
    reference: { what: 'the budget', value: reminderBudget },
    promise: 'time of reminders',
  }
}

async function* measureOn(engine: string, environments: [NodeJS.ProcessEnv, NodeJS.ProcessEnv]): Measurement {
  const folders = [await temporaryFolder(), await temporaryFolder()]
  const urls: string[] = []
  const running = []
  for (const [which, env] of environments.entries()) {
    const place = { ...env, DATA_DIR: folders[which]?.path, PORT: String(await freePort()), SAMPLE_CONTENT: 'false' }
    await complete(process.execPath, ['scripts/seed.ts', '--posts', String(posts)], place)
    if (which === 1) await complete(process.execPath, ['scripts/seed.ts', '--dates', String(dates)], place)
    const site = await startSite({
      ...place,
      ADMIN_EMAIL: owner.email,
      ADMIN_PASSWORD: owner.password,
      RATE_LIMIT: 'false',
    })
    urls.push(site.url)
    running.push(site)
  }
  const sites = urls as [string, string]
  const { courses } = JSON.parse((await ask(`${sites[0]}/api/courses?limit=100`)).body.toString())
  const paths = courses.map(({ slug }: { slug: string }) => `/courses/${slug}`)
  // The program's code is compiled by V8 while it works.
  await compare(sites, paths.slice(40))
  const course = await compare(sites, paths.slice(0, 40))
  const pages = Array.from({ length: 30 }, (_, page) => `/courses?page=${page + 1}`)
  const catalogue = await compare(sites, pages)
  for (const [page, { time }] of Object.entries({ course, catalogue }))
    yield {
      what: `page of the ${page}, not cached, ${dates.toLocaleString('en')} dates, ${engine}`,
      measured: time.dated,
      unit: 'ms',
      reference: { what: 'without dates', value: time.without },
      promise: 'time with dates',
    }
  yield {
    what: `dates in the document of a course, ${engine}`,
    measured: course.size.dated - course.size.without,
    unit: 'bytes',
    reference: { what: 'the budget', value: budget },
    promise: 'size of dates',
  }
  const { confirmed, time } = await confirmAtOnce(sites[1])
  yield {
    what: `who has the last seat of ${enrollments} confirmed at once, ${engine}`,
    measured: confirmed,
    unit: '',
    reference: { what: 'one', value: 1 },
    promise: 'owners of a seat',
  }
  yield { what: `${enrollments} confirmations at once for the last seat, ${engine}`, measured: time, unit: 'ms' }
  for (const site of running) await site.stop()
  for (const folder of folders) await folder.remove()
}

/** The pages of courses with dates and without, and the messages of a date, on both databases. */
export async function* measure(): Measurement {
  yield* measureOn('SQLite', [{}, {}])
  const folder = await temporaryFolder()
  yield* measureReminders('SQLite', { kind: 'sqlite', file: `${folder.path}/reminders.sqlite` })
  await folder.remove()
  const server = await startPostgresServer()
  const stop = stoppable(server.stop)
  const onServer = (name: string) => ({ DATABASE_URL: `${server.url}/${name}` })
  const client = new pg.Client({ connectionString: `${server.url}/postgres` })
  await client.connect()
  for (const name of ['dated', 'reminders']) await client.query(`create database ${name}`)
  await client.end()
  yield* measureOn('PostgreSQL', [onServer('postgres'), onServer('dated')])
  yield* measureReminders('PostgreSQL', { kind: 'postgres', url: `${server.url}/reminders` })
  await stop()
}
