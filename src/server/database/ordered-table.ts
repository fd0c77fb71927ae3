import { boolean, type Columns, integer, optional, type Table, table, text, time } from './table.ts'

const orderedColumns = {
  id: text(),
  active: boolean(),
  order: integer(),
  version: integer(),
  createdAt: time(),
  updatedAt: time(),
  updatedBy: optional(text()),
}

/** Any such table. */
export type OrderedTable = Table<string, typeof orderedColumns>

/**
 * Describes the table of an entity whose records staff activate and put into order.
 * @param columns those of the entity itself
 */
export const orderedTable = <Name extends string, Own extends Columns>(
  name: Name,
  columns: Own,
): Table<Name, typeof orderedColumns & Own> => table(name, { ...orderedColumns, ...columns })
