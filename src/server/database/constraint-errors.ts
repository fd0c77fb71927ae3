/** A text with a NUL, which PostgreSQL cannot keep and SQLite therefore may not. */
export class UnstorableText extends Error {
  override name = 'UnstorableText'
  constructor() {
    super('A text holds the NUL character')
  }
}

export type Violation = 'unique' | 'reference' | 'check' | 'missing' | 'unstorable'

const sqliteCodes: Record<number, Violation> = {
  2067: 'unique',
  1555: 'unique',
  787: 'reference',
  1811: 'reference',
  275: 'check',
  1299: 'missing',
}
const postgresCodes: Record<string, Violation> = {
  '23505': 'unique',
  '23503': 'reference',
  '23001': 'reference',
  '23514': 'check',
  '23502': 'missing',
  '22021': 'unstorable',
}

/** Which rule of the database an error speaks of; null when it is about something else. */
export function constraintErrorOf(error: unknown): Violation | null {
  if (error instanceof UnstorableText) return 'unstorable'
  const { errcode, code } = error as { errcode?: number; code?: string }
  return sqliteCodes[errcode ?? -1] ?? postgresCodes[code ?? ''] ?? null
}

/** Whether a text can be kept at all; one that cannot is the name of nothing. */
export const isStorable = (text: string) => !text.includes('\0')
