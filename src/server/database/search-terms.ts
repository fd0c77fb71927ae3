/** The most terms of a query that count. */
const maxQueryTerms = 32
/** Longer terms are cut; no real word reaches this length. */
const maxTermLength = 64
/** The most bytes of distinct terms per text: far more than any article has, and less than PostgreSQL's limit of 1 MB. */
const indexedBytes = 400_000

/** Letters that Unicode does not decompose, although people type them without their stroke. */
const plainLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  þ: 'th',
  ð: 'd',
  ς: 'σ',
}

/**
 * Splits a text into terms: words without case, accents, ligatures and punctuation. Vowel signs, as in Devanagari, stay, since they
 * distinguish words. Both databases store these terms and do not tokenise themselves.
 */
export function tokenize(text: string): string[] {
  const folded = text
    .normalize('NFKD')
    .toLowerCase()
    // Accents and joiners have the script property `Inherited`, unlike vowel signs.
    .replace(/\p{Script=Inherited}/gu, '')
    .replace(/[ßæœøđłħıþðς]/g, (letter) => plainLetters[letter] ?? letter)
  return (folded.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).map((term) =>
    term.length > maxTermLength ? [...term].slice(0, maxTermLength).join('') : term,
  )
}

export const queryTerms = (text: string): string[] => [...new Set(tokenize(text))].slice(0, maxQueryTerms)

/** The terms of a text in their order, up to the size limit of the index. */
export function indexTerms(text: string): string[] {
  const seen = new Set<string>()
  let size = 0
  const terms: string[] = []
  for (const term of tokenize(text)) {
    if (!seen.has(term)) {
      size += Buffer.byteLength(term)
      if (size > indexedBytes) break
      seen.add(term)
    }
    terms.push(term)
  }
  return terms
}
