import { hasSchedule } from '#server/database/lifecycle.ts'
import { optional, type Table, text } from '#server/database/table.ts'
import { invalid } from '#server/runtime/http-error.ts'

/** @throws HttpError 422 when a row ends before it appears */
export function checkSchedule(table: Table, { publishAt, unpublishAt }: { publishAt?: string; unpublishAt?: string }) {
  if (!hasSchedule(table) || !publishAt || !unpublishAt || unpublishAt > publishAt) return
  throw invalid('unpublishAt', 'The end must be after the time of publication')
}

/** The columns of a record whose search result and link preview staff can write themselves. */
export const appearanceColumns = {
  seoTitle: optional(text()),
  seoDescription: optional(text()),
  socialImage: optional(text()),
}
