import * as z from 'zod/mini'
import { bulkInput, pageNumber, sortBy, staffListQuery } from '#contract/lists.ts'
import { linkTarget } from '#contract/record-links.ts'

/** Hits and missing pages are counted for this many days. */
export const redirectDays = 30

/** The most lines of a CSV file, and the most refused ones that an answer names. */
export const mostLines = 20_000
export const mostRefused = 1_000
/** The longest CSV file, in characters. */
export const longestCsv = 5_000_000

/** Added by hand, by an import of content, or by a changed slug. The last ones belong to their records. */
export const redirectOrigins = ['hand', 'import', 'slug'] as const
export type RedirectOrigin = (typeof redirectOrigins)[number]

export const redirectQuery = z.extend(staffListQuery, {
  status: z.optional(z.enum(redirectOrigins, 'status must be hand, import or slug')),
  sort: sortBy(['from', 'hits', 'at']),
})

export const redirect = z.object({
  _id: z.string(),
  from: z.string(),
  /** Where visitors are led now; absent while they do not see the record, and there is no page of all. */
  to: z.optional(z.string()),
  record: z.optional(linkTarget),
  /** There is no page at the address of this site. */
  lost: z.optional(z.literal(true)),
  origin: z.enum(redirectOrigins),
  /** ISO 8601 in UTC. */
  at: z.optional(z.string()),
  by: z.optional(z.string()),
  import: z.optional(z.object({ _id: z.string(), name: z.optional(z.string()) })),
  /** In the last 30 days. */
  hits: z.optional(z.int()),
})
export type Redirect = z.infer<typeof redirect>

const address = (label: string) =>
  z.string(`${label} is required`).check(z.maxLength(10_000, `${label} is too long (at most 2,000 characters)`))

/** `to` is a path of this site, an https address, or the permanent address of a record; `entity` and `id` name a record too. */
export const redirectInput = z
  .object({
    from: address('The old address'),
    to: z.optional(address('The new address')),
    entity: z.optional(z.string().check(z.maxLength(100, 'There is no such kind of record'))),
    id: z.optional(z.string().check(z.maxLength(100, 'There is no such record'))),
  })
  .check(
    z.refine(({ to, entity, id }) => (to === undefined) === (entity !== undefined && id !== undefined), {
      message: 'Enter the new address',
      path: ['to'],
    }),
  )
export type RedirectInput = z.infer<typeof redirectInput>

export const redirectBulk = bulkInput(['delete'])

export const redirectCsv = z.object({
  csv: z
    .string('Send the CSV file as csv')
    .check(z.minLength(1, 'The file is empty'), z.maxLength(longestCsv, 'The file is too large (at most 5 MB)')),
})

/** `refused` names at most 1,000 lines, and `refusedCount` counts all of them. */
export const redirectCsvAnswer = z.object({
  added: z.int(),
  refusedCount: z.int(),
  refused: z.array(z.object({ line: z.int(), from: z.string(), to: z.string(), message: z.string() })),
})
export type RedirectCsvAnswer = z.infer<typeof redirectCsvAnswer>

export const redirectLookup = z.object({
  path: z.string('path is required').check(z.maxLength(8_000, 'path is too long')),
})
export const redirectTarget = z.object({ to: z.string() })

export const missingQuery = z.object({
  page: z.optional(pageNumber),
  limit: staffListQuery.shape.limit,
  search: staffListQuery.shape.search,
  sort: sortBy(['path', 'count', 'lastAt']),
})

/** An address at which visitors found nothing in the last 30 days. A part that may be about a person is `…`. */
export const missingPath = z.object({
  _id: z.string(),
  path: z.string(),
  count: z.int(),
  firstAt: z.string(),
  lastAt: z.string(),
  masked: z.optional(z.literal(true)),
})
export type MissingPath = z.infer<typeof missingPath>

export const dismissInput = z.object({
  paths: z
    .array(z.string().check(z.maxLength(1_000, 'This path is too long')))
    .check(z.minLength(1, 'Name at least one path'), z.maxLength(100, 'Name at most 100 paths')),
  /** False shows them again. */
  dismissed: z._default(z.boolean(), true),
})
