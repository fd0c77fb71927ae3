import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { withPlainNumerals } from '#server/database/search-terms.ts'
import { isStorable, UnstorableText } from '#server/database/storage-errors.ts'

/** SQLite has no booleans. NUL is refused because PostgreSQL refuses it. */
export function bindable(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'string' && !isStorable(value)) throw new UnstorableText()
  return value as SQLInputValue
}

/** The code of the error of a query that has reached its deadline. */
export const deadlineCode = 'ERR_QUERY_DEADLINE'

/**
 * Defines the functions that queries call. `fold` exists in PostgreSQL by `migrations/0041-baseline.ts`; SQLite's own `lower` knows ASCII only, and it has no
 * regular expressions.
 * @param check is called before each row and may throw
 */
export function defineFunctions(database: DatabaseSync, check: () => void = () => {}): void {
  database.function('fold', { deterministic: true }, (text) => {
    check()
    return String(text).toLowerCase()
  })
  database.function('digits', { deterministic: true }, (text) => {
    check()
    return withPlainNumerals(String(text ?? '')).replace(/\D/g, '')
  })
}
