import type { ImportStatus } from '../ground/imports.contract.ts'

type Read = Pick<ImportStatus, 'everyone' | 'columns' | 'check'>

/** Whether a column has values that staff must explain. */
export const asksOf = ({ everyone, columns = [] }: Read): boolean =>
  everyone === 'agreed' && columns.some(({ values = [] }) => values.some(({ means }) => means === undefined))

/** Whether the program knows what is in a file, so that nobody has to look at its columns: people who agreed, and each column has a meaning. */
export const isSure = (status: Read): boolean =>
  status.everyone === 'agreed' &&
  !asksOf(status) &&
  (status.columns ?? []).every(({ meaning, samples }) => meaning !== 'ignore' || samples.length === 0)
