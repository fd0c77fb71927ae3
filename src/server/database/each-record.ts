import { LRUCache } from 'lru-cache'
import { type Log, storageErrorKind } from './storage-errors.ts'

/** The records whose work has failed in this process and has not succeeded since. Each job tries again within a day. */
const failed = new LRUCache<string, string>({ max: 200, ttl: 26 * 60 * 60_000 })

/** The same as sentences. */
export const failedRecords = (): string[] => [...failed].map(([name, reason]) => `${name}: ${reason}.`)

/** Forgets them: another site in the same process has other records. */
export const forgetFailedRecords = (): void => failed.clear()

/**
 * Does work for each record in turn. One whose work fails does not hold up the others: it is logged once, and staff see it on the System screen.
 * @param failure what has failed, as a sentence without a full stop: 'A newsletter could not be sent'
 * @returns for how many the work did not return false
 * @throws an error of the storage, which all others would have too
 */
export async function forEachRecord(
  log: Log,
  failure: string,
  ids: string[],
  work: (id: string) => Promise<unknown>,
): Promise<number> {
  let done = 0
  for (const id of ids) {
    const name = `${failure} (${id})`
    try {
      if ((await work(id)) !== false) done++
      failed.delete(name)
    } catch (error) {
      if (storageErrorKind(error)) throw error
      const reason = error instanceof Error ? error.message : String(error)
      if (failed.get(name) !== reason) log.error(error, name)
      failed.set(name, reason)
    }
  }
  return done
}

/** The most records that one call leaves out. */
const mostLeftOut = 1_000

/**
 * The same for any number of records, in batches: one whose work fails is done again record by record.
 * @param next returns a batch of records that have to be worked on, without some that failed
 * @param work is done for all of them or for none
 */
export async function forAllRecords(
  log: Log,
  failure: string,
  next: (failed: string[]) => Promise<string[]>,
  work: (ids: string[]) => Promise<unknown>,
): Promise<number> {
  const leftOut: string[] = []
  let done = 0
  for (let ids = await next(leftOut); ids.length > 0 && leftOut.length < mostLeftOut; ids = await next(leftOut)) {
    try {
      await work(ids)
      done += ids.length
    } catch (error) {
      if (storageErrorKind(error)) throw error
      const finished = new Set<string>()
      done += await forEachRecord(log, failure, ids, async (id) => {
        await work([id])
        finished.add(id)
      })
      leftOut.push(...ids.filter((id) => !finished.has(id)))
    }
  }
  return done
}
