import type { FastifyBaseLogger } from 'fastify'
import { logFailure } from './storage-errors.ts'

export type Log = Pick<FastifyBaseLogger, 'error'>

/**
 * Does what follows a change that is stored. Its failure is only logged, because the call would otherwise say that nothing was done, and be
 * repeated.
 * @param failure what the log says
 */
export async function afterCommit(log: Log, failure: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    logFailure(log, error, failure)
  }
}
