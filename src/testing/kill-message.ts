import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { connect, type Database } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { startProgram } from './kill-scenario.ts'
import { startSmtpSink } from './smtp-sink.ts'
import { createTestPlace } from './test-database.ts'

type OneMessage = {
  /** Queues the message, which is due in some seconds. */
  queue: (database: Database) => Promise<unknown>
  /** The state of what the message changes. */
  stateOf: (database: Database) => Promise<string | undefined>
  /** The state once it was sent. */
  sent: string
}

/** Kills the program before a message leaves, and again after it was sent. @returns the addresses of all messages that arrived */
export async function sendAcrossKills({ queue, stateOf, sent }: OneMessage): Promise<string[]> {
  const [place, sink] = [await createTestPlace(), await startSmtpSink()]
  const database = await connect(place.config)
  const start = () => startProgram(place, sink.url, 2, 100)
  let program = start()
  try {
    await migrate(database)
    await queue(database)
    await wait(2_500)
    program.kill('SIGKILL')
    program = start()
    await expect.poll(() => sink.taken.length, { timeout: 60_000 }).toBe(1)
    await expect.poll(() => stateOf(database), { timeout: 10_000 }).toBe(sent)
    program.kill('SIGKILL')
    program = start()
    await wait(2_500)
    return sink.taken.map(({ to }) => to)
  } finally {
    program.kill('SIGKILL')
    await database.close()
    await sink.close()
    await place.remove()
  }
}
