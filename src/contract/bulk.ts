import * as z from 'zod/mini'

/** The most records of one call: more than a page of any list shows. */
export const mostInBulk = 100

const named = z.object({ _id: z.string(), version: z.optional(z.int()) })
export type Named = z.infer<typeof named>

/** One action on many records. Each may name the version that the caller has seen, like `If-Match`: a record with another version is not changed. */
export const bulkInput = <const Actions extends readonly string[]>(actions: Actions) =>
  z.object({
    action: z.enum(actions, `action must be one of ${actions.join(', ')}`),
    records: z.array(named).check(
      z.minLength(1, 'Name at least one record'),
      z.maxLength(mostInBulk, `Name at most ${mostInBulk} records`),
      z.refine((all) => new Set(all.map(({ _id }) => _id)).size === all.length, 'Name each record once'),
    ),
  })

/** `changed` lists the records that changed, `failed` those that did not, with the reason. */
export const bulkAnswer = z.object({
  changed: z.array(named),
  failed: z.array(z.object({ _id: z.string(), message: z.string(), code: z.string() })),
})
export type BulkAnswer = z.infer<typeof bulkAnswer>
