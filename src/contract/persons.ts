import * as z from 'zod/mini'

export const eraseWord = 'ERASE'

/** One thing that is stored about a person. */
const personEntry = z.object({
  at: z.string(),
  /** The name of one of these, such as `message` or `note`; a `change` is a part of something else, and is not counted. */
  kind: z.string(),
  title: z.string(),
  text: z.optional(z.string()),
  /** The text with its look, sanitised. */
  html: z.optional(z.string()),
  by: z.optional(z.string()),
  facts: z.optional(z.array(z.object({ name: z.string(), value: z.string() }))),
  /** The PDFs that came with it, without their bytes. */
  files: z.optional(z.array(z.object({ _id: z.string(), label: z.string(), name: z.string(), size: z.int() }))),
  /** The screen that shows it. */
  path: z.optional(z.string()),
})
export type PersonEntry = z.infer<typeof personEntry>

/** How many of a kind there are. */
export const kindCount = z.object({ kind: z.string(), count: z.int() })
export type KindCount = z.infer<typeof kindCount>

/** Everything that is known of one address, the oldest first. `entries` ends with the newest; `more` says that older ones are left out. */
export const personAnswer = z.object({
  key: z.string(),
  email: z.string(),
  names: z.array(z.string()),
  /** Whether a member of staff signs in with the address. */
  account: z.boolean(),
  counts: z.array(kindCount),
  entries: z.array(personEntry),
  more: z.boolean(),
  /** How many replies and newsletters have left to the address, and when the last one did; among older ones than `entries` has, some may not be counted. */
  written: z.object({ count: z.int(), last: z.optional(z.string()) }),
  /** How far an erasure goes that this database can promise, and what it leaves: a line for each point. */
  reach: z.string(),
})
export type PersonAnswer = z.infer<typeof personAnswer>

/** The kind of the entries that colleagues wrote for each other. */
export const noteKind = 'note'

/** The erased entries in words: '3 messages, 5 notes, 1 subscription'. */
export function countsInWords(counts: readonly KindCount[]): string {
  const given = counts.filter(({ count }) => count > 0)
  return given.map(({ kind, count }) => `${count} ${count === 1 ? kind : pluralOf(kind)}`).join(', ')
}

const pluralOf = (kind: string) => (kind.endsWith('y') ? `${kind.slice(0, -1)}ies` : `${kind}s`)
