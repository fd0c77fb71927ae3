import { boolean, integer, json, optional, type Row, type Stored, table, text, time } from '#server/database/table.ts'
import type { ImportMode, importStates, Meaning, ReasonCount } from './imports.contract.ts'

/** The file's columns. A file without headings has blank ones. `monthFirst`: its dates have the month first, as 2/13/2026 shows. */
type Column = { heading: string; meaning: Meaning; monthFirst?: true }

/**
 * A file of addresses that staff import. Its lines are in `importLines` until it is applied. `doneTo` is the last line that was, so that an
 * interrupted import goes on; `askedTo` is the last subscriber who was asked to confirm.
 */
export const imports = table('imports', {
  id: text(),
  at: time(),
  by: optional(text()),
  fileName: optional(text()),
  state: text<(typeof importStates)[number]>(),
  lines: integer(),
  columns: json<Column[]>(),
  mode: text<ImportMode>(),
  agreed: optional(text()),
  agreedOn: optional(text()),
  doneTo: integer(),
  added: integer(),
  known: integer(),
  unsubscribed: integer(),
  erased: integer(),
  unreadable: integer(),
  repeated: integer(),
  appliedAt: optional(time()),
  asking: boolean(),
  askedTo: optional(text()),
  undoneAt: optional(time()),
  taken: integer(),
  kept: optional(json<ReasonCount[]>()),
})
export type Import = Row<typeof imports>

/** Until the import is applied, `text` is the JSON of a line's cells. Afterwards only lines that were left out remain, with the reason. */
export const importLines = table('importLines', {
  importId: text(),
  line: integer(),
  text: text(),
  reason: optional(text()),
})

declare module '#server/database/schema.ts' {
  interface Schema {
    imports: Stored<typeof imports>
    importLines: Stored<typeof importLines>
  }
}
