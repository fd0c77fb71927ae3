import type { Dialect } from 'kysely'
import type { StorageFault } from './storage-trouble.ts'

/** What either kind of database gives. */
export type OpenDatabase = {
  dialect: Dialect
  /** What a check of the whole file found, once it is done. */
  damage: Promise<StorageFault | null>
  /** Looks whether the file below is still there, sound and with room, beyond what queries tell. Cheap. @throws what is wrong */
  inspect(): void
}
