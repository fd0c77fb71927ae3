import { integer, type Stored, table, text } from './table.ts'

/** One row, whose version changes with every change to what the public can see. */
export const contentVersions = table('contentVersions', { id: integer(), version: text() })

/** What the program remembers about this database itself. */
export const settings = table('settings', { name: text(), value: text() })

/** What the search index holds: `source` is the kind of thing, `ref` its id. The index itself differs between the databases. */
export const searchDocuments = table('searchDocuments', { id: integer(), source: text(), ref: text() })

/** Every table, as queries see it. Each feature's `*.table.ts` adds its own, so nothing here names them. */
export interface Schema {
  contentVersions: Stored<typeof contentVersions>
  settings: Stored<typeof settings>
  searchDocuments: Stored<typeof searchDocuments>
}
