/**
 * Keeps what was used last, up to so many bytes in all.
 * @param sizeOf how many bytes an entry takes
 */
export function createByteCache<Value>(capacity: number, sizeOf: (value: Value, key: string) => number) {
  const kept = new Map<string, Value>()
  let size = 0

  const remove = (key: string, value: Value) => {
    kept.delete(key)
    size -= sizeOf(value, key)
  }

  return {
    get(key: string): Value | undefined {
      const value = kept.get(key)
      if (value !== undefined) {
        // A map keeps the order of insertion, so what is used goes to its end.
        kept.delete(key)
        kept.set(key, value)
      }
      return value
    },
    set(key: string, value: Value): void {
      const before = kept.get(key)
      if (before !== undefined) remove(key, before)
      const added = sizeOf(value, key)
      if (added > capacity) return
      kept.set(key, value)
      size += added
      for (const [oldest, old] of kept) {
        if (size <= capacity) break
        remove(oldest, old)
      }
    },
  }
}
