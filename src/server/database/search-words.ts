/** The most words of a question that count. */
const questionWords = 32
/** A word is known by its first characters; nothing real is longer. */
const wordLength = 64
/** Bytes of different words that one text brings into the index: far above any article, and below PostgreSQL's limit of 1 MB. */
const indexedBytes = 400_000

/** Letters that the decomposition of Unicode leaves whole, though people type them without their stroke. */
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
 * Takes a text apart into words as the search compares them: without case, accents, ligatures and punctuation. Vowel signs, as in
 * Devanagari, stay, since they make other words. Both databases are given these words and split nothing themselves.
 */
export function words(text: string): string[] {
  const folded = text
    .normalize('NFKD')
    .toLowerCase()
    // Accents and joiners take the script of the letter they stand with, which is how Unicode tells them from vowel signs.
    .replace(/\p{Script=Inherited}/gu, '')
    .replace(/[ßæœøđłħıþðς]/g, (letter) => plainLetters[letter] ?? letter)
  return (folded.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).map((word) =>
    word.length > wordLength ? [...word].slice(0, wordLength).join('') : word,
  )
}

/** The words of a question, each once; none when nothing in it is a word. */
export const wordsOfQuestion = (text: string): string[] => [...new Set(words(text))].slice(0, questionWords)

/** The words of a text to index, in their order, up to the size that the index takes. */
export function wordsToIndex(text: string): string[] {
  const seen = new Set<string>()
  let size = 0
  const taken: string[] = []
  for (const word of words(text)) {
    if (!seen.has(word)) {
      size += Buffer.byteLength(word)
      if (size > indexedBytes) break
      seen.add(word)
    }
    taken.push(word)
  }
  return taken
}
