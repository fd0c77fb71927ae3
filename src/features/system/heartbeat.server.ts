import * as z from 'zod/mini'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/connect.ts'
import { readStoredValue, storeValue } from '#server/database/rows.ts'
import { createFetchOutside, OutsideError, ofOperator } from '#server/http/fetch-outside.ts'
import type { System } from './system.contract.ts'

const name = 'heartbeat'
/** How long the uptime service may take to answer, in milliseconds. */
const within = 10_000

const heartbeat = z.object({
  at: z.optional(z.string()),
  error: z.optional(z.string()),
})

/** The last heartbeat of any process; undefined while `HEARTBEAT_URL` is not set. */
export async function readHeartbeat({ heartbeatUrl }: Config, { db }: Database): Promise<System['heartbeat']> {
  return heartbeatUrl === undefined ? undefined : heartbeat.parse(JSON.parse((await readStoredValue(db, name)) ?? '{}'))
}

/** A redirect is not followed: it may lead to a page that answers 200 whatever the address was. */
const call = createFetchOutside({ ...ofOperator, redirects: 0 })

/** Calls the uptime service of `HEARTBEAT_URL`, if there is one. Its address is a secret, so it is in no message. */
export async function sendHeartbeat(config: Config, database: Database): Promise<void> {
  const before = await readHeartbeat(config, database)
  if (before === undefined || config.heartbeatUrl === undefined) return
  const error = await failureOf(config.heartbeatUrl)
  const now = error === undefined ? { at: database.now() } : { ...before, error }
  await storeValue(database.db, name, JSON.stringify(now))
}

async function failureOf(url: string): Promise<string | undefined> {
  try {
    const { status } = await call(url, { maxBytes: 100_000, timeout: within })
    return status >= 200 && status < 300 ? undefined : `It answered ${status}.`
  } catch (error) {
    if (error instanceof OutsideError) return error.message
    throw error
  }
}
