import { freePort } from '../src/testing/free-port.ts'
import { startPostgresServer } from '../src/testing/postgres-server.ts'
import { type Measurement, median } from './lib/figures.ts'
import { owner, signIn } from './lib/load.ts'
import { complete, startSite, stoppable, temporaryFolder } from './lib/processes.ts'

const people = 500
const ofBooking = 5
/** How long a date with so many participants may take to open, in milliseconds. */
const budget = 300
/** How many people are entered at once for how many seats. */
const callers = 300
const seats = 100

type Call = Awaited<ReturnType<typeof signIn>>

async function addDate(call: Call, values: object): Promise<{ courseId: string; cohortId: string }> {
  const [{ _id: courseId }] = (await call('GET', 'courses?limit=1')).body.courses
  const date = { startsOn: '2131-01-05', endsOn: '2131-01-09', enrolVia: 'request', ...values }
  return { courseId, cohortId: (await call('POST', `courses/${courseId}/cohorts`, date)).body._id }
}

/** Fills a date with named participants. @returns the median time in which it is read, in milliseconds */
async function openFullDate(call: Call): Promise<number> {
  const { courseId, cohortId } = await addDate(call, {})
  const path = `cohorts/${cohortId}/participants`
  for (let index = 0; index < people / ofBooking; index++) {
    const caller = { name: `Caller ${index}`, company: `Company ${index}`, people: ofBooking }
    await call('POST', 'course-requests/entered', { courseId, cohortId, kind: 'enrol', ...caller })
  }
  const { participants } = (await call('GET', path)).body
  if (participants.length !== people) throw new Error(`${participants.length} participants`)
  const named = participants.map(({ _id }: { _id: string }, index: number) => ({
    ...{ _id, name: `Participant ${index}`, email: `participant-${index}@example.net` },
  }))
  const changed = await call('PUT', path, { participants: named })
  if (!changed.ok) throw new Error(changed.body.message)
  const times: number[] = []
  for (let round = 0; round < 30; round++) {
    const started = performance.now()
    await call('GET', path)
    times.push(performance.now() - started)
  }
  // The program's code is compiled by V8 while it works.
  return median(times.slice(10))
}

/** Enters more people at once than there are seats. @returns how many have one, and how long it took in milliseconds */
async function enterAtOnce(call: Call): Promise<{ entered: number; time: number }> {
  const date = await addDate(call, { seats })
  const started = performance.now()
  await Promise.all(
    Array.from({ length: callers }, (_, index) =>
      call('POST', 'course-requests/entered', { ...date, kind: 'enrol', name: `Caller ${index}` }),
    ),
  )
  const time = performance.now() - started
  const { participants } = (await call('GET', `cohorts/${date.cohortId}/participants`)).body
  return { entered: participants.length, time }
}

async function* measureOn(engine: string, env: NodeJS.ProcessEnv): Measurement {
  const folder = await temporaryFolder()
  const place = { ...env, DATA_DIR: folder.path, PORT: String(await freePort()), SAMPLE_CONTENT: 'false' }
  await complete(process.execPath, ['scripts/seed.ts', '--posts', '50'], place)
  const site = await startSite({
    ...{ ...place, ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password },
    RATE_LIMIT: 'false',
  })
  const call = await signIn(site.url)
  yield {
    what: `a date with ${people} participants, ${engine}`,
    measured: await openFullDate(call),
    unit: 'ms',
    reference: { what: 'the budget', value: budget },
    promise: 'time of a date',
  }
  const { entered, time } = await enterAtOnce(call)
  yield {
    what: `who has a seat of ${callers} entered at once, ${engine}`,
    measured: entered,
    unit: '',
    reference: { what: 'the seats', value: seats },
    promise: 'owners of a seat',
  }
  yield { what: `${callers} people entered at once, ${engine}`, measured: time, unit: 'ms' }
  await site.stop()
  await folder.remove()
}

/** A date with many participants, and many people who phone at once, on both databases. */
export async function* measure(): Measurement {
  yield* measureOn('SQLite', {})
  const server = await startPostgresServer()
  const stop = stoppable(server.stop)
  yield* measureOn('PostgreSQL', { DATABASE_URL: `${server.url}/postgres` })
  await stop()
}
