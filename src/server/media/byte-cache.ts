/** Keeps what was used last, up to so many bytes in all. */
export function createByteCache(capacity: number) {
  const kept = new Map<string, Buffer>()
  let size = 0

  return {
    get(key: string): Buffer | undefined {
      const bytes = kept.get(key)
      if (bytes) {
        // A map keeps the order of insertion, so what is used goes to its end.
        kept.delete(key)
        kept.set(key, bytes)
      }
      return bytes
    },
    set(key: string, bytes: Buffer): void {
      if (kept.has(key) || bytes.length > capacity) return
      kept.set(key, bytes)
      size += bytes.length
      for (const [oldest, old] of kept) {
        if (size <= capacity) break
        kept.delete(oldest)
        size -= old.length
      }
    },
  }
}
