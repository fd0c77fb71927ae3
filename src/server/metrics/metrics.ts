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

/** Collects the metrics of this process. */
export function createMetrics(database: Database, cache: ResponseCache): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const requestSeconds = new Histogram({
    name: 'atrium_http_request_duration_seconds',
    help: 'Time from the request to the end of the answer, by the pattern of the address and the class of the status',
    labelNames: ['method', 'route', 'status'],
    buckets: requestBuckets,
    registers,
  })
  const lookups = new Counter({
    name: 'atrium_cache_lookups_total',
    help: 'Pages and public answers sent from memory (hit) or made (miss)',
    labelNames: ['result'],
    registers,
  })
  const renderSeconds = new Histogram({
    name: 'atrium_page_render_duration_seconds',
    help: 'Time to make a page: for its data, and for rendering',
    labelNames: ['part'],
    buckets: requestBuckets,
    registers,
  })
  const querySeconds = new Histogram({
    name: 'atrium_database_query_duration_seconds',
    help: 'Time of a query, without the wait for a connection',
    labelNames: ['kind', 'result'],
    buckets: queryBuckets,
    registers,
  })
  const attempts = new Counter({
    name: 'atrium_mail_attempts_total',
    help: 'Attempts of this process to send a message, by their outcome: sent, retry, failed or skipped',
    labelNames: ['outcome'],
    registers,
  })
  const challenges = new Counter({
    name: 'atrium_passkey_challenges_total',
    help: 'Stored passkey challenges by purpose: sign-in (public), registration or confirmation',
    labelNames: ['purpose'],
    registers,
  })
  watchCache(registers, cache)
  watchWorkers(registers)
  watchConnections(registers, database)
  watchMailQueue(registers, database)
  watchBackups(registers, database)
  nameBuild(registers)

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
    deliveryAttempts.listen(({ outcome }) => attempts.inc({ outcome })),
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

function watchCache(registers: Registry[], cache: ResponseCache) {
  const labelNames = ['addresses']
  new Gauge({
    name: 'atrium_cache_responses',
    help: 'Responses in memory by kind of address: the site’s own (ordinary), or ones that visitors can invent',
    labelNames,
    registers,
    collect() {
      for (const { addresses, responses } of cache.sizes()) this.set({ addresses }, responses)
    },
  })
  new Gauge({
    name: 'atrium_cache_bytes',
    help: 'The memory of these responses',
    labelNames,
    registers,
    collect() {
      for (const { addresses, bytes } of cache.sizes()) this.set({ addresses }, bytes)
    },
  })
}

function watchWorkers(registers: Registry[]) {
  new Gauge({
    name: 'atrium_worker_processes',
    help: 'Processes for heavy work that are running now, by their program',
    labelNames: ['worker'],
    registers,
    collect() {
      this.reset()
      // One program may have several pools.
      for (const { name, count } of workerPools) this.inc({ worker: name }, count().processes)
    },
  })
  new Gauge({
    name: 'atrium_worker_calls',
    help: 'Calls to these processes, running and waiting for one',
    labelNames: ['worker', 'state'],
    registers,
    collect() {
      this.reset()
      for (const { name, count } of workerPools) {
        const { running, waiting } = count()
        this.inc({ worker: name, state: 'running' }, running)
        this.inc({ worker: name, state: 'waiting' }, waiting)
      }
    },
  })
}

/** SQLite has one connection, which is always open. */
function watchConnections(registers: Registry[], { connections }: Database) {
  if (!connections) return
  new Gauge({
    name: 'atrium_database_connections',
    help: 'Connections of this process to the database: busy and idle, and queries that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(connections())) this.set({ state }, count)
    },
  })
}

/** The queue is in the database, so every process that shares it reports the same figures; none while the database does not answer. */
function watchMailQueue(registers: Registry[], database: Database) {
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
  new Gauge({
    name: 'atrium_database_up',
    help: 'Whether the database answers: 1 or 0',
    registers,
    async collect() {
      this.set((await read()) ? 1 : 0)
    },
  })
  new Gauge({
    name: 'atrium_mail_queue_oldest_seconds',
    help: 'The age of the oldest due message',
    registers,
    async collect() {
      this.set((await read())?.oldestSeconds ?? Number.NaN)
    },
  })
  new Gauge({
    name: 'atrium_mail_queue_messages',
    help: 'Messages in the queue that all processes share, by their state: due, later or sending',
    labelNames: ['state'],
    registers,
    async collect() {
      this.reset()
      const { oldestSeconds: _, ...messages } = (await read()) ?? {}
      for (const [state, count] of Object.entries(messages)) this.set({ state }, count)
    },
  })
}

/** The outcome of the backups is in the database, as the queue is. A time that is not known has no value. */
function watchBackups(registers: Registry[], database: Database) {
  const times = {
    backup: { field: 'goodAt', help: 'When the last backup was made that was verified' },
    backup_copy: { field: 'copiedAt', help: 'When BACKUP_COMMAND last succeeded' },
  } as const
  for (const [name, { field, help }] of Object.entries(times))
    new Gauge({
      name: `atrium_${name}_last_success_timestamp_seconds`,
      help,
      registers,
      async collect() {
        const state = await withinTime(readBackupState(database), answerWithin).catch(() => undefined)
        this.remove()
        if (state?.[field] !== undefined) this.set(Date.parse(state[field]) / 1_000)
      },
    })
}

function nameBuild(registers: Registry[]) {
  const [version = '', commit = ''] = programVersion.split('+')
  const labelNames = ['version', 'commit']
  new Gauge({ name: 'atrium_build_info', help: 'The version that runs, always 1', labelNames, registers }).set(
    { version, commit },
    1,
  )
}
