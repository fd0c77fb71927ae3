import { addHook } from '../src/features/connections/hooks/hook-changes.server.ts'
import { contactCreated } from '../src/features/contact/ground/contact.event.ts'
import type { DatabaseConfig } from '../src/server/config/config.ts'
import { connect } from '../src/server/database/connect.ts'
import { migrate } from '../src/server/database/migrate.ts'
import { emitAll } from '../src/server/hooks/emit.ts'
import { startPostgresServer } from '../src/testing/postgres-server.ts'
import { type Measurement, median } from './lib/figures.ts'
import { stoppable, temporaryFolder } from './lib/processes.ts'
import { rounds } from './lib/settings.ts'

const count = 10_000
const budget = 2_000

async function* measureQueue(name: string, config: DatabaseConfig): Measurement {
  const database = await connect(config)
  await migrate(database)
  const hook = { url: 'https://hooks.example.com/', events: [contactCreated.name] }
  await database.transaction((trx) => addHook(trx, hook, 'Bench'))
  const events = Array.from({ length: count }, (_, n) => ({
    data: { ...contactCreated.example, _id: String(n) },
    recordId: String(n),
  }))
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    await database.transaction((trx) => emitAll(trx, contactCreated, events))
    times.push(performance.now() - start)
  }
  yield {
    what: `queueing ${count.toLocaleString('en')} events for a webhook, ${name}`,
    measured: median(times),
    unit: 'ms',
    reference: { what: 'the budget', value: budget },
    promise: 'time of events',
  }
  await database.close()
}

/** The time in which the events of a large change are queued for a webhook. */
export async function* measure(): Measurement {
  const folder = await temporaryFolder()
  yield* measureQueue('SQLite', { kind: 'sqlite', file: `${folder.path}/hooks.sqlite` })
  const server = await startPostgresServer()
  const stop = stoppable(() => server.stop())
  yield* measureQueue('PostgreSQL', { kind: 'postgres', url: `${server.url}/postgres` })
  await stop()
  await folder.remove()
}
