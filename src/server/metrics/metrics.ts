import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { readBackupState } from '#server/backup/backup-status.ts'
import { programVersion } from '#server/config/program-files.ts'
import type { Database } from '#server/database/connect.ts'
import type { ResponseCache } from '#server/http/response-cache.ts'
import { type Backlog, readBacklog } from '#server/mail/server-state.ts'
import { withinTime } from '#server/runtime/clock.ts'
import {
  cacheLookups,
  deliveryAttempts,
  passkeyChallenges,
  queries,
  renders,
  requests,
} from '#server/runtime/measurements.ts'
import { workerPools } from '#server/runtime/worker-process.ts'

/** The upper limits of the classes of times, in seconds: for answers from memory, from the database, and from other servers. */
const requestBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const queryBuckets = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5]

/** How long the database may take to describe the mail queue, in milliseconds. */
const answerWithin = 2_000

export type Metrics = {
  contentType: string
  /** All metrics in the text format of Prometheus. It answers while the database does not. */
  read(): Promise<string>
  close(): void
}

/** Makes metrics of a registry, whose names begin with `atrium_`. */
function metricsIn(registry: Registry) {
  const about = (name: string, help: string, labelNames: string[]) => ({
    ...{ name: `atrium_${name}`, help, labelNames },
    registers: [registry],
  })
  return {
    counter: (name: string, help: string, label: string) => new Counter(about(name, help, [label])),
    histogram: (name: string, help: string, labels: string[], buckets: number[]) =>
      new Histogram({ ...about(name, help, labels), buckets }),
    /** @param read sets the values when the metrics are read */
    gauge: (name: string, help: string, labels: string[], read: (gauge: Gauge) => void | Promise<void>) =>
      new Gauge({
        ...about(name, help, labels),
        collect() {
          return read(this)
        },
      }),
  }
}
type Maker = ReturnType<typeof metricsIn>

/** Collects the metrics of this process. */
export function createMetrics(database: Database, cache: ResponseCache): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const make = metricsIn(registry)
  const requestSeconds = make.histogram(
    'http_request_duration_seconds',
    'Time from the request to the end of the answer, by the pattern of the address and the class of the status',
    ['method', 'route', 'status'],
    requestBuckets,
  )
  const lookups = make.counter(
    'cache_lookups_total',
    'Pages and public answers sent from memory (hit) or made (miss)',
    'result',
  )
  const renderHelp = 'Time to make a page: for its data, and for rendering'
  const renderSeconds = make.histogram('page_render_duration_seconds', renderHelp, ['part'], requestBuckets)
  const queryHelp = 'Time of a query, without the wait for a connection'
  const querySeconds = make.histogram('database_query_duration_seconds', queryHelp, ['kind', 'result'], queryBuckets)
  const attempts = make.counter(
    'mail_attempts_total',
    'Attempts of this process to send a message, by their outcome: sent, retry, failed or skipped',
    'outcome',
  )
  const hookAttempts = make.counter(
    'hook_attempts_total',
    'Attempts of this process to send an event to a webhook, by their outcome: sent, retry, failed or skipped',
    'outcome',
  )
  const challenges = make.counter(
    'passkey_challenges_total',
    'Stored passkey challenges by purpose: sign-in (public), registration or confirmation',
    'purpose',
  )
  watchCache(make, cache)
  watchWorkers(make)
  watchConnections(make, database)
  watchMailQueue(make, database)
  watchBackups(make, database)
  const [version = '', commit = ''] = programVersion.split('+')
  make.gauge('build_info', 'The version that runs, always 1', ['version', 'commit'], (gauge) =>
    gauge.set({ version, commit }, 1),
  )

  const stopListening = [
    requests.listen(({ method, route, status, seconds }) =>
      requestSeconds.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, seconds),
    ),
    cacheLookups.listen(({ result }) => lookups.inc({ result })),
    renders.listen((seconds) => {
      renderSeconds.observe({ part: 'data' }, seconds.dataSeconds)
      renderSeconds.observe({ part: 'render' }, seconds.renderSeconds)
    }),
    queries.listen(({ kind, failed, seconds }) =>
      querySeconds.observe({ kind, result: failed ? 'error' : 'ok' }, seconds),
    ),
    passkeyChallenges.listen(({ purpose }) => challenges.inc({ purpose })),
    deliveryAttempts.listen(({ lane, outcome }) => (lane === 'mail' ? attempts : hookAttempts).inc({ outcome })),
  ]
  return {
    contentType: registry.contentType,
    read: () => registry.metrics(),
    close() {
      for (const stop of stopListening) stop()
      registry.clear()
    },
  }
}

function watchCache({ gauge }: Maker, cache: ResponseCache) {
  const kinds = 'by kind of address: the site’s own (ordinary), or ones that visitors can invent'
  gauge('cache_responses', `Responses in memory ${kinds}`, ['addresses'], (all) => {
    for (const { addresses, responses } of cache.sizes()) all.set({ addresses }, responses)
  })
  gauge('cache_bytes', 'The memory of these responses', ['addresses'], (all) => {
    for (const { addresses, bytes } of cache.sizes()) all.set({ addresses }, bytes)
  })
}

function watchWorkers({ gauge }: Maker) {
  const processHelp = 'Processes for heavy work that are running now, by their program'
  gauge('worker_processes', processHelp, ['worker'], (all) => {
    all.reset()
    // One program may have several pools.
    for (const { name, count } of workerPools) all.inc({ worker: name }, count().processes)
  })
  gauge('worker_calls', 'Calls to these processes, running and waiting for one', ['worker', 'state'], (all) => {
    all.reset()
    for (const { name, count } of workerPools) {
      const { running, waiting } = count()
      all.inc({ worker: name, state: 'running' }, running)
      all.inc({ worker: name, state: 'waiting' }, waiting)
    }
  })
}

/** SQLite has one connection, which is always open. */
function watchConnections({ gauge }: Maker, { connections }: Database) {
  if (!connections) return
  const help = 'Connections of this process to the database: busy and idle, and queries that wait for one'
  gauge('database_connections', help, ['state'], (all) => {
    for (const [state, count] of Object.entries(connections())) all.set({ state }, count)
  })
}

/** The queue is in the database, so every process that shares it reports the same figures; none while the database does not answer. */
function watchMailQueue({ gauge }: Maker, database: Database) {
  let reading: Promise<Backlog | null> | undefined
  /** All gauges of one answer are read at once. */
  const read = () => {
    reading ??= withinTime(readBacklog(database), answerWithin)
      .catch(() => null)
      .finally(() => {
        reading = undefined
      })
    return reading
  }
  gauge('database_up', 'Whether the database answers: 1 or 0', [], async (up) => up.set((await read()) ? 1 : 0))
  gauge('mail_queue_oldest_seconds', 'The age of the oldest due message', [], async (age) =>
    age.set((await read())?.oldestSeconds ?? Number.NaN),
  )
  const help = 'Messages in the queue that all processes share, by their state: due, later or sending'
  gauge('mail_queue_messages', help, ['state'], async (all) => {
    all.reset()
    const { oldestSeconds: _, ...messages } = (await read()) ?? {}
    for (const [state, count] of Object.entries(messages)) all.set({ state }, count)
  })
}

/** The outcome of the backups is in the database, as the queue is. A time that is not known has no value. */
function watchBackups({ gauge }: Maker, database: Database) {
  const times = {
    backup: { field: 'goodAt', help: 'When the last backup was made that was verified' },
    backup_copy: { field: 'copiedAt', help: 'When BACKUP_COMMAND last succeeded' },
  } as const
  for (const [name, { field, help }] of Object.entries(times))
    gauge(`${name}_last_success_timestamp_seconds`, help, [], async (time) => {
      const state = await withinTime(readBackupState(database), answerWithin).catch(() => undefined)
      time.remove()
      if (state?.[field] !== undefined) time.set(Date.parse(state[field]) / 1_000)
    })
}
