import { hasBeenLive } from '#contract/revisions.ts'
import { hasSchedule } from '#server/database/lifecycle.ts'
import { optional, type Table, text, time } from '#server/database/table.ts'
import { invalid } from '#server/runtime/http-error.ts'

/** The column of a record with a date of publication. It follows from each write, whatever makes it (`record/change-record.ts`). */
export const publicationColumns = { publishedAt: optional(time()) }

type Row = {
  id?: string
  published?: boolean
  active?: boolean
  createdAt?: string
  publishAt?: string | undefined
  publishedAt?: string | undefined
  dateShown?: string | undefined
}

/**
 * The dates of a record after a write. In a table with `dateShown`, `createdAt` is the date that readers see.
 * @param stored the row before it; undefined for a new record
 * @param written the row with the columns that are written
 * @returns the columns that change
 */
export function datesOf(table: Table, stored: object | undefined, written: object, now: string): Row {
  if (!('publishedAt' in table.columns)) return {}
  const [before, after] = [stored as Row | undefined, written as Row]
  const publishedAt = publicationOf(before, after, now)
  const createdAt =
    'dateShown' in table.columns ? (after.dateShown ?? publishedAt ?? draftedAt(before, now)) : undefined
  return {
    ...(publishedAt !== before?.publishedAt && { publishedAt }),
    ...(createdAt !== undefined && createdAt !== before?.createdAt && { createdAt }),
  }
}

/** The time of a schedule, or else that at which visitors first saw the record; undefined for one that they have never seen. */
function publicationOf(before: Row | undefined, after: Row, now: string): string | undefined {
  const isOn = after.published ?? after.active ?? true
  const { publishAt } = after
  if (isOn && publishAt && (publishAt > now || publishAt !== before?.publishAt)) return publishAt
  return seenSince(before, now) ?? (isOn ? now : undefined)
}

function seenSince(before: Row | undefined, now: string): string | undefined {
  if (before?.publishedAt && before.publishedAt <= now) return before.publishedAt
  return before && hasBeenLive(before, Date.parse(now)) ? (before.publishAt ?? before.createdAt) : undefined
}

/** The date of a draft. That of its author, or of a schedule, no longer applies. */
const draftedAt = (before: Row | undefined, now: string): string | undefined =>
  before && (before.dateShown || String(before.createdAt) > now) ? timeOfId(String(before.id)) : before?.createdAt

/** A UUID of version 7 begins with the milliseconds of its creation. */
const timeOfId = (id: string) => new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toISOString()

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
