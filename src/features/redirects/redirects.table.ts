import { integer, optional, type Row, type Stored, table, text, time } from '#server/database/table.ts'

/**
 * An old address and its target: an address, or a record. `key` is the address as requests are compared with it (`addresses.server.ts`). One with a query
 * also has the key of its path and the names of its parameters.
 */
export const redirects = table('redirects', {
  id: text(),
  key: text(),
  pathKey: optional(text()),
  names: optional(text()),
  from: text(),
  to: optional(text()),
  entity: optional(text()),
  recordId: optional(text()),
  at: time(),
  /** Who added it by hand. */
  by: optional(text()),
  /** The import of content that added it. */
  importId: optional(text()),
})

/** How often a redirect was followed on a day of the company. */
export const redirectHits = table('redirectHits', { redirectId: text(), day: text(), count: integer() })

/** How often visitors found nothing at a path on a day of the company. Parts that may be about a person are masked. */
export const missingPaths = table('missingPaths', {
  day: text(),
  path: text(),
  count: integer(),
  firstAt: time(),
  lastAt: time(),
})

/** The paths that staff have taken off the list. */
export const dismissedPaths = table('dismissedPaths', { path: text() })

export type RedirectRow = Row<typeof redirects>

declare module '#server/database/schema.ts' {
  interface Schema {
    redirects: Stored<typeof redirects>
    redirectHits: Stored<typeof redirectHits>
    missingPaths: Stored<typeof missingPaths>
    dismissedPaths: Stored<typeof dismissedPaths>
  }
}
