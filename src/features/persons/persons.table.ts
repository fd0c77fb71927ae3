import { boolean, optional, type Stored, table, text, time } from '#server/database/table.ts'

/**
 * The address, in lower case, of each person whom a member of staff has looked at. The key is a keyed hash of it, so that no address is part of a
 * path.
 */
export const persons = table('persons', { key: text(), email: text() })

/** The persons whose data was erased: `hash` is the key that they had, `by` the name of the member of staff. */
export const erasures = table('erasures', { hash: text(), at: time(), by: optional(text()) })

/** The links with which persons download their data. `person` is their key, `by` the name of the member of staff. */
export const personLinks = table('personLinks', {
  id: text(),
  person: text(),
  notes: boolean(),
  by: text(),
  createdAt: time(),
  expiresAt: time(),
})

declare module '#server/database/schema.ts' {
  interface Schema {
    persons: Stored<typeof persons>
    erasures: Stored<typeof erasures>
    personLinks: Stored<typeof personLinks>
  }
}
