import type { Dialect, Transaction } from 'kysely'
import type { Schema } from './schema.ts'
import type { StorageFault } from './storage-errors.ts'

/** The common interface of both databases. */
export type OpenDatabase = {
  dialect: Dialect
  /** For queries that may take long: they block neither the program nor other queries, and end at a deadline. */
  readDialect: Dialect
  /** The result of the check of the whole file, once it is complete. */
  damage: Promise<StorageFault | null>
  /** Checks that the database file is in its place and readable, and that its disk has room. Cheap. @throws StorageError */
  inspect(): void
  /** The connections of a pool that queries use at the moment, those that are free, and the queries that wait for one. */
  connections?(): { busy: number; idle: number; waiting: number }
  /** Tells the processes that listen to a channel when the transaction is committed. SQLite has no such messages. */
  notify(trx: Transaction<Schema>, channel: string): Promise<void>
  /** Calls back for each message, and after each interruption, in which messages may have been lost. Ends with `stopListening`. */
  listen(channel: string, onMessage: () => void): void
  stopListening(): Promise<void>
}
