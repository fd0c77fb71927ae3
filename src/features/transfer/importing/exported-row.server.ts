import * as z from 'zod/mini'
import { isStorable } from '#server/database/storage-errors.ts'
import type { Column } from '#server/database/table.ts'
import { type ExportedTable, exportedColumns } from '../ground/exported-tables.server.ts'

type Row = Record<string, unknown>

const time = z.iso.datetime()

// biome-ignore lint/suspicious/noExplicitAny: the types of the values do not matter here
function fits({ is }: Column<any, any>, value: unknown): boolean {
  switch (is) {
    case 'text':
      return typeof value === 'string' && isStorable(value) && value.isWellFormed()
    case 'integer':
      return Number.isSafeInteger(value) && Math.abs(value as number) < 2 ** 31
    case 'number':
      return Number.isFinite(value)
    case 'boolean':
      return typeof value === 'boolean'
    case 'time':
      return z.safeParse(time, value).success
    default:
      return isStorable(JSON.stringify(value) ?? '')
  }
}

/** The columns of a record in an export, as a row of the program; a sentence if one of them cannot be stored. Unknown fields are left out. */
export function readExportedRow(
  { table }: Pick<ExportedTable, 'table'>,
  fields: Row,
): { row: Row; unknown: string[] } | { reason: string } {
  const names = exportedColumns(table)
  const row: Row = {}
  for (const name of names) {
    const column = table.columns[name] as Column<unknown, unknown>
    // Null is a value of some columns with JSON.
    const isNull = column.is === undefined && !column.isOptional
    const value = isNull ? fields[name] : (fields[name] ?? undefined)
    if (value === undefined) {
      if (!column.isOptional) return { reason: `“${name}” is missing.` }
    } else if (!fits(column, value) || !isEncoded(column, value)) return { reason: `“${name}” cannot be stored.` }
    else row[name] = value
  }
  return { row, unknown: Object.keys(fields).filter((name) => !names.includes(name)) }
}

/** Whether a codec takes a value of any form. */
function isEncoded(column: Column<unknown, unknown>, value: unknown): boolean {
  try {
    column.encode(value)
    return true
  } catch {
    return false
  }
}
