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
    if (known) return known as Promise<Value>
    const computed = compute()
    values.set(key, computed)
    computed.catch(() => values.delete(key))
    return computed
  }
}
