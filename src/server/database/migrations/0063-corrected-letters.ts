import { addColumns, type Migration } from './make-table.ts'

/** The page of a letter that was sent can be corrected. */
export const correctedLetters: Migration = {
  name: '0063-corrected-letters',
  up: (db, kind) => addColumns(db, kind, 'letters', { correctedAt: 'time?' }),
}
