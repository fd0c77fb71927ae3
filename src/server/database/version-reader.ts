import { setTimeout as after } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from './connect.ts'
import { contentChanges, readContentVersion } from './content-version.ts'

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
      const version = await Promise.race([readContentVersion(database), noAnswer()])
      away = false
      return version
    } catch (error) {
      if (!away) log.error(error, 'The database does not answer: pages are served from memory until it does')
      away = true
      return null
    }
  }

  return () => {
    const changes = contentChanges(database)
    // A query sent before a change may return the version before it.
    if (asking?.changes === changes) return asking.version
    const question = { changes, version: ask() }
    asking = question
    return question.version.finally(() => {
      if (asking === question) asking = undefined
    })
  }
}

async function noAnswer(): Promise<never> {
  await after(answerWithin, undefined, { ref: false })
  throw new Error(`No answer within ${answerWithin} ms`)
}
