/**
 * The entry of a table under a word from outside. Reading it directly would also find what every object inherits, such as `constructor`.
 */
export const lookup = <Value>(
  table: Readonly<Partial<Record<string, Value>>>,
  word: string | null | undefined,
): Value | undefined => (typeof word === 'string' && Object.hasOwn(table, word) ? table[word] : undefined)

/** Whether a value of unknown origin is a table of names, and not a list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
