import type { Company } from '#contract/company.ts'
import type { MarkedText } from '#contract/fields.ts'

export type Place = SearchTarget & {
  to: string
  kind: string
  excerpt?: MarkedText | undefined
  inReview?: boolean | undefined
  proposed?: string | undefined
  /** The page of settings that it is a part of, and its name with that page: 'Home page: hero title'. */
  page?: string
  fullLabel?: string
}

const most = 8
const keyOf = (owner: string) => `atrium-recent ${owner}`

/** The last places that this person has opened in this browser, the newest first. */
export function recentPlaces(owner: string): Place[] {
  try {
    return JSON.parse(localStorage.getItem(keyOf(owner)) ?? '[]')
  } catch {
    return []
  }
}

export function rememberPlace(owner: string, { to, label, kind }: Place): void {
  const place = { to, label, kind }
  const places = [place, ...recentPlaces(owner).filter((one) => one.to !== to)].slice(0, most)
  try {
    localStorage.setItem(keyOf(owner), JSON.stringify(places))
  } catch {
    // Without storage there are no recent places.
  }
}

/** A target that a search finds by its name, or by further words about it. */
type SearchTarget = {
  label: string
  /** Such as a hint, and the current text of a setting. */
  words?: ((company: Company) => string) | undefined
}

const includes = (text: string, typed: string) => text.toLowerCase().includes(typed.trim().toLowerCase())

export const withName = <One extends SearchTarget>(all: One[], typed: string): One[] =>
  all.filter(({ label }) => includes(label, typed))

/** Those with the text in their words but not in their name. */
export const withWords = <One extends SearchTarget>(all: One[], typed: string, company: Company): One[] =>
  all.filter(({ label, words }) => words && !includes(label, typed) && includes(words(company), typed))

/** Of each page of settings the first place only, so that a word in its texts does not fill the list. */
export const onePerPage = <One extends { page?: string | undefined }>(all: One[]): One[] =>
  all.filter(({ page }, at) => page === undefined || all.findIndex((other) => other.page === page) === at)
