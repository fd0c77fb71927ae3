import type { LRUCache } from 'lru-cache'
import type { Table } from './table.ts'

/** `boundary`: the time at which a scheduled record appears or ends next. Before `since` it may have been another version. */
type CachedVersion = { version: string; until: number; since: number; boundary: number }

/** What this process knows of the public content of a database. */
export type ContentState = {
  cached?: CachedVersion | undefined
  /** What public content depends on besides the database. */
  otherSources: (() => string | Promise<string>)[]
  /** How many changes this process knows of. */
  changes: number
  /** The tables whose records have a schedule. */
  scheduled: Table[]
  /** What each `createContentCache` has derived from a version. */
  values: Map<object, { version: string; values: LRUCache<string, Promise<unknown>> }>
}
