import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import { chosenTime, withinTime } from '#server/runtime/clock.ts'
import type { Database, Transaction } from './connect.ts'
import { nextBoundary } from './lifecycle.ts'
import type { Boundaries } from './table.ts'

/** How long the version is cached, in milliseconds: a change by another process may go unnoticed for this long. */
const cacheLifetime = 1_000

/** The channel on which processes that share a database announce changes. */
const channel = 'content_changed'

/** The version, if this process has asked for it less than a second ago and knows of no change since. */
export function knownContentVersion(database: Database): string | null {
  const { cached } = database.content
  if (!cached || cached.until <= performance.now()) return null
  const now = database.clock()
  return cached.since <= now && now < cached.boundary ? cached.version : null
}

/**
 * Adds further dependencies of public content to the version, such as the date or a file.
 * @param state returns it as a short text; it is asked for at most once a second
 */
export function addContentSource(database: Database, state: () => string | Promise<string>): void {
  database.content.otherSources.push(state)
}

/**
 * Identifies the state of the public content: it differs after every change, and after every time at which a scheduled record appears or ends.
 * It depends only on the database and the time, so no job has to run, and all processes agree. Cheap; at most a second
 * behind other processes.
 */
export async function readContentVersion(database: Database): Promise<string> {
  const cached = knownContentVersion(database)
  if (cached !== null) return cached
  const known = database.content.changes
  const since = database.clock()
  const boundary = nextBoundary(database.content.boundaries, new Date(since).toISOString())
  const [{ stored, next }, ...others] = await Promise.all([
    database.db
      .selectFrom('contentVersions')
      .select(['version as stored', boundary.as('next')])
      .executeTakeFirstOrThrow(),
    ...database.content.otherSources.map((state) => state()),
  ])
  const version = [stored, next ?? '', ...others].join(' ')
  // If content has changed meanwhile, this may be the version before that change, so it is not cached.
  if (database.content.changes === known)
    database.content.cached = {
      version,
      until: performance.now() + cacheLifetime,
      since,
      boundary: next === null ? Number.POSITIVE_INFINITY : Date.parse(next),
    }
  return version
}

/** The next reader asks the database. */
function forgetVersion({ content }: Database) {
  content.changes++
  content.cached = undefined
}

/**
 * Listens to the changes of other processes until it is closed, if the database supports it. The version is also polled
 * each second, since messages can be lost with a connection.
 * @param boundaries the times at which public content changes without a write
 */
export function watchContent(database: Database, boundaries: Boundaries[] = []): void {
  database.content.boundaries = boundaries
  database.listen(channel, () => forgetVersion(database))
}

/**
 * Runs a change to public content in a transaction with a new content version, which this process sees at once. Every such change must go
 * through here.
 */
export async function changeContent<Result>(
  database: Database,
  work: (trx: Transaction) => Promise<Result>,
): Promise<Result> {
  const answer = await database.transaction(async (trx) => {
    const result = await work(trx)
    await trx.updateTable('contentVersions').set({ version: randomUUID() }).execute()
    await database.notify(trx, channel)
    return result
  })
  forgetVersion(database)
  return answer
}

/**
 * Runs many changes to public content that follow one another, as those of an import do. The version changes once a second, since after each change of it
 * all pages are made again: so visitors may see a change a second later. After a process was killed, that is when the work goes on.
 */
export function manyContentChanges(database: Database) {
  let next = 0
  return {
    change<Result>(work: (trx: Transaction) => Promise<Result>): Promise<Result> {
      if (performance.now() < next) return database.transaction(work)
      next = performance.now() + cacheLifetime
      return changeContent(database, work)
    },
    /** Shows all changes. It must be called after the last one, also when the work has failed. */
    end: () => changeContent(database, async () => {}),
  }
}
export type ContentChange = ReturnType<typeof manyContentChanges>['change']

/** How long the database may take to return the content version, in milliseconds. */
const answerWithin = 2_000

/**
 * Reads the content version for cached responses, or null while the database does not answer. Concurrent readers share one query, and an outage
 * is one line in the log.
 */
export function createVersionReader(database: Database, log: FastifyBaseLogger): () => Promise<string | null> {
  let away = false
  let asking: { changes: number; version: Promise<string | null> } | undefined

  async function ask() {
    try {
      const version = await withinTime(readContentVersion(database), answerWithin)
      away = false
      return version
    } catch (error) {
      if (!away) log.error(error, 'The database does not answer: pages are served from memory until it does')
      away = true
      return null
    }
  }

  return () => {
    const changes = database.content.changes
    // A query sent before a change may return the version before it.
    if (asking?.changes === changes) return asking.version
    const question = { changes, version: ask() }
    asking = question
    return question.version.finally(() => {
      if (asking === question) asking = undefined
    })
  }
}

/**
 * Caches values derived from the public content, such as the length of a list, until the content changes. Concurrent
 * requests for a value share one computation.
 * @param maxSize the most values
 * @returns finds the value of a key, or computes it
 */
export function createContentCache<Value>(maxSize: number) {
  const self = {}

  return async (database: Database, key: string, compute: () => Promise<Value>): Promise<Value> => {
    // Values as of another time are not shared.
    if (chosenTime() !== undefined) return compute()
    const version = await readContentVersion(database)
    let cache = database.content.values.get(self)
    if (cache?.version !== version) {
      cache = { version, values: new LRUCache({ max: maxSize }) }
      database.content.values.set(self, cache)
    }
    const { values } = cache
    const known = values.get(key)
    // The call that computes it may wait for a connection less long than one that has stored something.
    if (known) return database.hasStored() ? (known as Promise<Value>).catch(compute) : (known as Promise<Value>)
    const computed = compute()
    values.set(key, computed)
    computed.catch(() => values.delete(key))
    return computed
  }
}
