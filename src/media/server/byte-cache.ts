/**
 * A least recently used cache with a limit on the total size.
 * @param capacity in bytes
 * @param sizeOf the bytes of an entry
 */
export function createByteCache<Value>(capacity: number, sizeOf: (value: Value, key: string) => number) {
  const entries = new Map<string, Value>()
  let size = 0

  const remove = (key: string, value: Value) => {
    entries.delete(key)
    size -= sizeOf(value, key)
  }

  return {
    get(key: string): Value | undefined {
      const value = entries.get(key)
      if (value !== undefined) {
        // A map is ordered by insertion, so a used entry moves to the end.
        entries.delete(key)
        entries.set(key, value)
      }
      return value
    },
    set(key: string, value: Value): void {
      const before = entries.get(key)
      if (before !== undefined) remove(key, before)
      const added = sizeOf(value, key)
      if (added > capacity) return
      entries.set(key, value)
      size += added
      for (const [oldest, old] of entries) {
        if (size <= capacity) break
        remove(oldest, old)
      }
    },
  }
}
