import type { SectionKind } from '../sections/section.contract.ts'

const wordsIn = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** The kinds with words that begin with each of the typed ones: those with them in their name first. */
export function findKinds(kinds: SectionKind[], typed: string): SectionKind[] {
  const wanted = wordsIn(typed)
  const has = (text: string) => {
    const words = wordsIn(text)
    return wanted.every((one) => words.some((word) => word.startsWith(one)))
  }
  const found = kinds.filter(({ kind, words: { name, about, also = '' } }) => has(`${name} ${also} ${kind} ${about}`))
  const rank = ({ words: { name, also = '' } }: SectionKind) => (has(name) ? 0 : has(`${name} ${also}`) ? 1 : 2)
  return found.toSorted((one, other) => rank(one) - rank(other))
}
