import * as z from 'zod/mini'
import { staffListQuery } from './lists.ts'

/** A draft of a record, or unpublished changes of a public or scheduled one. */
const proposalKinds = ['draft', 'change'] as const
export type ProposalKind = (typeof proposalKinds)[number]

/** The acts of the caller with a proposal as it is now. */
const proposalActs = ['publish', 'discard'] as const

/**
 * A draft, or unpublished changes, that an assistant has proposed in someone's name. `entity` and `record` name the record, `label` is its kind,
 * `name` its title, `calls` the path of its calls and `reads` that of the record for editing. `base` is the revision with which to compare it; a new record has none.
 */
export const proposal = z.object({
  entity: z.string(),
  record: z.string(),
  label: z.string(),
  name: z.string(),
  calls: z.string(),
  reads: z.string(),
  kind: z.enum(proposalKinds),
  assistant: z.string(),
  for: z.object({ id: z.string(), name: z.string() }),
  at: z.string(),
  version: z.int(),
  base: z.optional(z.int()),
  acts: z.array(z.enum(proposalActs)),
})
export type Proposal = z.infer<typeof proposal>

/** Who has written something, in the words after 'Proposed by': 'Claude for Priya Nair'. @param assistant left out for a person alone */
export const inNameOf = (assistant: string | undefined, name: string): string =>
  assistant === undefined ? name : `${assistant} for ${name}`

/** With `entity` and `id` only that of a record. */
export const proposalQuery = z.extend(z.pick(staffListQuery, { page: true, limit: true }), {
  entity: z.optional(z.string()),
  id: z.optional(z.string()),
})

/** In the staff's lists: for whom by which assistant a record is proposed: 'Claude for Priya Nair'. */
export const proposedMark = { proposed: z.optional(z.string()) }
