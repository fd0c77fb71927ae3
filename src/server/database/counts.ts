import type { Database } from './connect.ts'

/**
 * Counts that a process keeps in memory for each database, so that a call that is counted costs no write. A job writes them.
 * @param merge adds later counts to earlier ones
 */
export function countsInMemory<Counts>(empty: () => Counts, merge: (earlier: Counts, later: Counts) => void) {
  type Memory = { counts: Counts; writing: Promise<unknown> }
  const memories = new WeakMap<Database, Memory>()
  const memoryOf = (database: Database) =>
    memories.getOrInsertComputed(database, () => ({ counts: empty(), writing: Promise.resolve() }))
  return {
    of: (database: Database): Counts => memoryOf(database).counts,
    /**
     * Writes what was counted since the last time, one call after the other.
     * @param store removes from the counts what it has written for good, if it writes in several steps
     * @throws the error of the database, and what is not written stays in memory
     */
    async write(database: Database, store: (taken: Counts) => Promise<void>): Promise<void> {
      const memory = memoryOf(database)
      const written = memory.writing.then(async () => {
        const taken = memory.counts
        memory.counts = empty()
        try {
          await store(taken)
        } catch (error) {
          merge(taken, memory.counts)
          memory.counts = taken
          throw error
        }
      })
      memory.writing = written.catch(() => {})
      await written
    },
  }
}
