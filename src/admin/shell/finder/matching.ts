import type { Company } from '#contract/company.ts'

/** Something that a search finds by its name, or by further words about it. */
export type Searched = {
  label: string
  /** Such as a hint, and the current text of a setting. */
  words?: ((company: Company) => string) | undefined
}

const includes = (text: string, typed: string) => text.toLowerCase().includes(typed.trim().toLowerCase())

/** Those whose name has the text in it. */
export const withName = <One extends Searched>(all: One[], typed: string): One[] =>
  all.filter(({ label }) => includes(label, typed))

/** Those with the text in their words but not in their name. */
export const withWords = <One extends Searched>(all: One[], typed: string, company: Company): One[] =>
  all.filter(({ label, words }) => words && !includes(label, typed) && includes(words(company), typed))
