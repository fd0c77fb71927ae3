import * as z from 'zod/mini'
import { type Fields, rulesOf } from './fields.contract.ts'

type Words = {
  /** The name of the kind, as in the picker: 'Logos'. */
  name: string
  /** One sentence about it, for the picker. */
  about: string
  /** Further words by which the picker finds it. */
  also?: string
  /** Why the section leaves its page while it has nothing to show: 'No testimonial is active'. */
  none?: string
}

/**
 * Describes one kind of section, once: its words, its fields, and the details that the server adds for the page. The contract of the calls and the
 * form follow from the fields.
 * @param shown the rules of those details
 * @param check a rule about several fields, which gets the values that the contract has accepted
 */
export function defineSection<
  const Kind extends string,
  Own extends Fields,
  Shown extends Record<string, z.ZodMiniType> = Record<never, never>,
>(kind: Kind, { words, fields, shown, check, once }: Description<Own, Shown>) {
  const shape = { kind: z.literal(kind), ...rulesOf(fields) }
  return {
    ...{ kind, words, fields, once },
    contract: z.strictObject(shape),
    shown: z.object({ ...(shape as Omit<typeof shape, keyof Shown>), ...(shown as Shown), at: z.int() }),
    check: check as ((section: Record<string, unknown>) => Problem[]) | undefined,
  }
}

type Description<Own extends Fields, Shown> = {
  words: Words
  fields: Own
  shown?: Shown
  check?: (section: never) => Problem[]
  /** A page has at most one. */
  once?: true
}

/** A rule about several fields of a section that is broken. `path` begins below the section: `endsAt`. */
export type Problem = { path: string; message: string }

/** Any kind, as code for all kinds sees it. */
export type SectionKind = {
  kind: string
  words: Words
  fields: Fields
  contract: z.ZodMiniType
  shown: z.ZodMiniType
  check: ((section: Record<string, unknown>) => Problem[]) | undefined
  once: true | undefined
}

/** The stored values of a section. */
export type Stored<Kind extends { contract: z.ZodMiniType }> = z.output<Kind['contract']>
/** A section as its page shows it: `at` is its position in the stored list. */
export type Shown<Kind extends { shown: z.ZodMiniType }> = z.output<Kind['shown']>
/** The properties of the component of a kind. `opening` is the position of the first one, whose title is that of the page. */
export type Drawn<Kind extends { shown: z.ZodMiniType }> = Shown<Kind> & {
  page: { _id: string; path: string; opening: number | undefined }
}
