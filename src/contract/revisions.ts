import * as z from 'zod/mini'
import { pageNumber } from './lists.ts'

/** The switch of a record, by its name in each entity. */
export type Switched = { published?: boolean | undefined; active?: boolean | undefined }

/** Whether staff have published or scheduled a record. */
export const isOn = ({ published, active }: Switched): boolean => (published ?? active) === true

/**
 * The cause of a revision: a save, a save that published or unpublished the record, a working copy, or a state found in
 * the database, such as that of a record older than the history.
 */
export const revisionKinds = ['save', 'publish', 'unpublish', 'copy', 'found'] as const

const revisionSummary = z.object({
  /** Counts the revisions of one record. */
  version: z.int(),
  at: z.string(),
  by: z.optional(z.string()),
  kind: z.enum(revisionKinds),
  live: z.boolean(),
  alone: z.optional(z.boolean()),
  changed: z.array(z.string()),
})
/**
 * `at` is ISO 8601 in UTC, `by` a person's name; `live`: visitors have seen it; `alone`: an owner has published or sent it without a second person;
 * `changed`: the fields that differ from the revision before it.
 */
export type RevisionSummary = z.infer<typeof revisionSummary>

/** Newest first; `more` says whether there are older ones. */
export const revisionList = z.object({ revisions: z.array(revisionSummary), more: z.boolean() })
export type RevisionList = z.infer<typeof revisionList>

/** `fields` are the record's fields as they were. */
export const revision = z.extend(z.omit(revisionSummary, { changed: true }), {
  fields: z.record(z.string(), z.unknown()),
})
export type Revision = z.infer<typeof revision>

/** `before`: only revisions older than this one. */
export const revisionListQuery = z.object({
  before: z.optional(pageNumber),
  limit: z._default(
    z.coerce.number('limit must be a number').check(z.int(), z.minimum(1), z.maximum(200, 'limit must be at most 200')),
    50,
  ),
})

/**
 * Whether visitors see a record, or have seen it: it is switched on, and the time of its publication has come. An entity without a switch is
 * always public.
 */
export function hasBeenLive(
  record: { published?: unknown; active?: unknown; publishAt?: unknown },
  now: number,
): boolean {
  if (!(record.published ?? record.active ?? true)) return false
  return typeof record.publishAt !== 'string' || record.publishAt === '' || Date.parse(record.publishAt) <= now
}
