/**
 * The entry of a table under a word from outside. Reading it directly would also find what every object inherits, such as `constructor`.
 */
export const lookup = <Value>(
  table: Readonly<Partial<Record<string, Value>>>,
  word: string | null | undefined,
): Value | undefined => (typeof word === 'string' && Object.hasOwn(table, word) ? table[word] : undefined)
