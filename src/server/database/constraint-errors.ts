/** A text with NUL, which PostgreSQL cannot store. It is refused with SQLite too, so that both behave alike. */
export class UnstorableText extends Error {
  override name = 'UnstorableText'
  constructor() {
    super('A text contains the NUL character')
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

/** The constraint that an error is about; null for any other error. */
export function constraintErrorOf(error: unknown): Violation | null {
  if (error instanceof UnstorableText) return 'unstorable'
  const { errcode, code } = error as { errcode?: number; code?: string }
  return sqliteCodes[errcode ?? -1] ?? postgresCodes[code ?? ''] ?? null
}

/** Whether the database can store a text. No stored value equals a text that it cannot. */
export const isStorable = (text: string) => !text.includes('\0')
