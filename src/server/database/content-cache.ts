import { LRUCache } from 'lru-cache'
import { chosenTime } from '#server/runtime/clock.ts'
import type { Database } from './connect.ts'
import { readContentVersion } from './content-version.ts'

/**
 * Caches values derived from the public content, such as the length of a list, until the content changes. Concurrent
 * requests for a value share one computation.
 * @param maxSize the most values
 * @returns finds the value of a key, or computes it
 */
export function createContentCache<Value>(maxSize: number) {
  const caches = new WeakMap<Database, { version: string; values: LRUCache<string, Promise<Value>> }>()

  return async (database: Database, key: string, compute: () => Promise<Value>): Promise<Value> => {
    // Values as of another time are not shared.
    if (chosenTime() !== undefined) return compute()
    const version = await readContentVersion(database)
    let cache = caches.get(database)
    if (cache?.version !== version) {
      cache = { version, values: new LRUCache({ max: maxSize }) }
      caches.set(database, cache)
    }
    const { values } = cache
    const known = values.get(key)
    if (known) return known
    const computed = compute()
    values.set(key, computed)
    computed.catch(() => values.delete(key))
    return computed
  }
}
