import { createHash } from 'node:crypto'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { type Table, textIn } from '#server/database/table.ts'

/** Columns that are not part of a record's state: its identity and audit fields, its place in a list, and what is derived from other columns. */
const excludedColumns = new Set([
  'id',
  'version',
  'updatedAt',
  'updatedBy',
  'deletedAt',
  'deletedBy',
  'order',
  'publishedAt',
  'renderedHtml',
  'renderedHeadings',
  'renderedTexts',
  'renderedBy',
])

type Fields = Record<string, unknown>

/** Of these columns of a row those that a revision stores. */
export function revisedFields(table: Table, columns: Fields): Fields {
  const kept = Object.entries(columns).filter(([name]) => name in table.columns && !excludedColumns.has(name))
  const { fields, ...others } = Object.fromEntries(kept)
  // Settings have their fields in one column.
  return { ...others, ...(fields as Fields | undefined) }
}

/** A short hash of each field. */
export function digestsOf(fields: Fields): Record<string, string> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name, digest(JSON.stringify(value))]))
}

const digest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 12)

/** The fields in which two states differ. */
export const changedFields = (before: Record<string, string>, after: Record<string, string>): string[] =>
  // The date that readers see follows from other columns.
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => name !== 'createdAt' && before[name] !== after[name],
  )

/** The columns of a row, or fields of a working copy, in which two states have different texts. */
export const changedTexts = ({ columns }: Table, before: Fields, after: Fields): string[] =>
  Object.entries(columns).flatMap(([name, column]) => {
    if (excludedColumns.has(name)) return []
    const [old, now] = [textIn(column, before[name]), textIn(column, after[name])]
    return (old ?? '') === (now ?? '') ? [] : [name]
  })

export const differs = (before: Record<string, string>, after: Record<string, string>) =>
  changedFields(before, after).length > 0

// Fast enough for a transaction: a text of a megabyte takes some milliseconds.
export const pack = (fields: Fields) => zstdCompressSync(JSON.stringify(fields))
export const unpack = (packed: Uint8Array): Fields => JSON.parse(zstdDecompressSync(packed).toString())
