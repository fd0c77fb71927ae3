/**
 * The rule by which texts become terms. A change of this file that makes other terms raises it: the next start then indexes all records again
 * (`app/server/keep-search-index.ts`).
 */
export const searchRule = '1'
/** The stored value with the rule that made the terms of the index. */
export const searchRuleName = 'search rule'

/** The most terms of a query that count. */
const maxQueryTerms = 32
/** Longer terms are cut; no real word reaches this length. */
const maxTermLength = 64
/** The most bytes of distinct terms per text: far more than any article has, and less than PostgreSQL's limit of 1 MB. */
const indexedBytes = 400_000

/** Letters that Unicode does not decompose, although people type them in a plain form: without their stroke, or as on another keyboard. */
const plainLetters: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', ħ: 'h', ı: 'i', þ: 'th', ð: 'd', ς: 'σ' },
  ...{ ٱ: 'ا', ى: 'ي', ی: 'ي', ک: 'ك', ة: 'ه' },
}
const anyPlainLetter = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g')

/**
 * Signs that change no word: accents and joiners, which have the script property `Inherited`, unlike vowel signs; the points of Hebrew, the
 * nukta of Indian scripts, the tatweel of Arabic, and the places where a word may break. The sound marks of kana make other letters.
 */
const ignoredSigns =
  /(?![\u3099\u309a])\p{Script=Inherited}|[\u0591-\u05bd\u05bf-\u05c7\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc\u0640\u00ad\u200b\u2060\ufeff]/gu

/** A nasal before another consonant, which Hindi and Marathi also write as a dot above the letter before: `हिन्दी`, `हिंदी`. */
const nasals = /[ङञणनम]\u094d(?=[क-ह])|\u0901/g

/** A text without case, accents, ligatures and other numerals. Vowel signs, as in Devanagari, stay, since they distinguish words. */
const fold = (text: string): string =>
  withPlainNumerals(text.normalize('NFKD').toLowerCase())
    .replace(ignoredSigns, '')
    .replace(anyPlainLetter, (letter) => plainLetters[letter] ?? letter)
    .replace(nasals, '\u0902')
    .replaceAll('♯', '#')

/** A text with the numerals of all scripts as those of ASCII. */
export const withPlainNumerals = (text: string): string => text.replace(/(?![0-9])\p{Nd}/gu, digitOf)

/** A German text with its umlauts in the other spelling, as people type them on foreign keyboards: `Mueller`. */
const umlautsSpelled = (text: string): string =>
  text.normalize('NFC').replace(/[äöü]/gi, (letter) => `${letter.normalize('NFD')[0]}e`)

/** The letters of a word with an umlaut. */
const withUmlaut = /(?<![\p{L}\p{M}])(?:(?![äöüÄÖÜ])[\p{L}\p{M}])*[äöüÄÖÜ][\p{L}\p{M}]*/gu

/** The numerals of a script follow one another. */
function digitOf(numeral: string): string {
  const code = numeral.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++
  return String(value)
}

/** A word, also `c#` and `c++`, whose signs belong to it. */
const word = String.raw`[\p{L}\p{N}\p{M}]+(?:#|\+\+|\+(?![\p{L}\p{N}]))?`
const connector = "[-‐‑./&'’_·־׳״]"
/** Words that are written as one: `e-mail`, `ci/cd`, `node.js`, `don't`. The dot before a word, as in `.net`, belongs to it. */
export const chains = new RegExp(
  String.raw`(?:(?<![\p{L}\p{N}\p{M}.])\.(?=\p{L}))?${word}(?:${connector}${word})*`,
  'gu',
)
const connectors = new RegExp(`(?<!^)${connector}`, 'u')

/** Letters of scripts that put no spaces between words. */
const unspaced = `[${'Han Hira Kana Bopo Thai Laoo Khmr Mymr Tibt Java Bali'.replace(/\w+ ?/g, (script) => String.raw`\p{scx=${script.trim()}}`)}]`
const isUnspaced = new RegExp(`^${unspaced}`, 'u')
const hasUnspaced = new RegExp(unspaced, 'u')
/** The parts of a word in such scripts, and the others. */
const parts = new RegExp(
  String.raw`(?:(?=${unspaced})[\p{L}\p{N}]\p{M}*)+|(?:(?!(?=${unspaced})[\p{L}\p{N}])[^])+`,
  'gu',
)

/** A telephone number, or digits that look like one. */
const numbers = /(?<![\p{L}\p{N}])(?:\+ ?)?\(?\d(?:[ \u00a0()./‐‑–-]{0,3}\d){6,14}(?![\p{L}\p{N}])/gu

/** The extension of a number, of which at least seven digits come before: `089 123456-12`. */
const extension = /(?<=(?:\d\D*){7})[-‐‑–]\d{1,3}$/

/** The article of an Arabic word, perhaps with `and`, `with`, `as` or `for` before it. */
const article = /^[وف]?(?:[بك]?ال|لل)(?=\p{L}{2,}$)/u
/** Words of one letter that Arabic writes together with the next one. Other words begin with these letters too. */
const particle = /^[وبل](?=[\u0620-\u064a]{3,}$)/u

const cut = (term: string) => (term.length > maxTermLength ? [...term].slice(0, maxTermLength).join('') : term)

/** A word as a term, in which signs are letters, since the databases compare letters and digits only. */
const spelled = (text: string): string => cut(text.replace('.', 'dot').replaceAll('#', 'sharp').replaceAll('+', 'plus'))

/** Further terms by which a word is found. */
const otherForms = (text: string): string[] =>
  [text.replace(/^\./, ''), text.replace(article, ''), text.replace(particle, '')]
    .filter((form) => form !== text)
    .map(spelled)

/** A run of letters as pairs of neighbours, so that each part of it is found. The last letter is alone. */
function pairsOf(run: string): string[] {
  const letters = run.match(/[\p{L}\p{N}]\p{M}*/gu) ?? []
  return letters.map((letter, at) => cut(letter + (letters[at + 1] ?? '')))
}

/** The term of a telephone number has its digits from the last to the first, so that it begins alike whatever code is before them. */
const numberTerm = (digits: string) => `tel${[...digits].reverse().join('')}`
const digitsOf = (text: string) => text.replace(/\D/g, '')

/** A part of a text that is found as a whole: words that are written as one, or a run without spaces. */
type Unit = { words: string[] } | { run: string }

const unitsOf = (folded: string): Unit[] => (folded.match(chains) ?? []).flatMap(unitsOfChain)

function unitsOfChain(chain: string): Unit[] {
  const words = chain.split(connectors)
  if (!hasUnspaced.test(chain)) return [{ words }]
  const split = words.flatMap((text) => text.match(parts) ?? [])
  return split.map((part) => (isUnspaced.test(part) ? { run: part } : { words: [part] }))
}

/** The terms of words that are written as one, in their order, and those that separate no words. */
function formsOf(chain: string): { inOrder: string[]; further: string[] } {
  const inOrder: string[] = []
  const further: string[] = []
  for (const unit of unitsOfChain(chain)) {
    if ('run' in unit) inOrder.push(...pairsOf(unit.run))
    else {
      const terms = unit.words.map(spelled)
      inOrder.push(...terms)
      further.push(...unit.words.flatMap(otherForms))
      if (terms.length > 1) further.push(cut(terms.join('')))
    }
  }
  return { inOrder, further }
}

/**
 * The terms of a text: those of its words in their order, then all further ones, which therefore separate no words. Both databases store these
 * terms and do not tokenise themselves.
 */
function* termsOf(text: string): Generator<string> {
  const folded = fold(text)
  const further: string[] = []
  // Most words of a text are there many times.
  const known = new Map<string, ReturnType<typeof formsOf>>()
  for (const chain of folded.match(chains) ?? []) {
    const forms = known.getOrInsertComputed(chain, formsOf)
    yield* forms.inOrder
    further.push(...forms.further)
  }
  yield* further
  // As a part of a name, such as ASP.NET; in small letters it is a domain.
  if (/[\p{L}\p{N}]\.NET(?![\p{L}\p{N}])/u.test(text)) yield spelled('.net')
  const spelledOut = fold(
    [...text.normalize('NFC').matchAll(withUmlaut)].map(([found]) => umlautsSpelled(found)).join(' '),
  )
  yield* spelledOut.split(' ').filter(Boolean).map(cut)
  for (const [number] of folded.matchAll(numbers))
    for (const one of new Set([number, number.replace(extension, '')])) yield numberTerm(digitsOf(one))
}

/** The terms of a text in their order, up to the size limit of the index. */
export function indexTerms(text: string): string[] {
  const seen = new Set<string>()
  let size = 0
  const terms: string[] = []
  for (const term of termsOf(text)) {
    if (!seen.has(term)) {
      size += Buffer.byteLength(term)
      if (size > indexedBytes) break
      seen.add(term)
    }
    terms.push(term)
  }
  return terms
}

/** Terms that follow one another. @property prefix whether the last one is the beginning of a term */
export type Phrase = { terms: string[]; prefix: boolean }

/** A query: of each list one phrase has to match. */
export function queryPhrases(text: string): Phrase[][] {
  const folded = fold(text)
  const found = (folded.match(numbers) ?? []).map(phrasesOfNumber)
  const otherSpelling = unitsOf(fold(umlautsSpelled(text)).replace(numbers, ' '))
  for (const [at, unit] of unitsOf(folded.replace(numbers, ' ')).entries()) {
    const other = otherSpelling[at]
    found.push(phrasesOf(unit))
    if (other && JSON.stringify(other) !== JSON.stringify(unit)) found.at(-1)?.push(...phrasesOf(other))
  }
  const different = new Map(found.map((phrases) => [JSON.stringify(phrases), phrases]))
  return [...different.values()].slice(0, maxQueryTerms)
}

const phrasesOf = (unit: Unit): Phrase[] => ('run' in unit ? phrasesOfRun(unit.run) : phrasesOfWords(unit.words))

function phrasesOfWords(words: string[]): Phrase[] {
  const terms = words.slice(0, maxQueryTerms).map(spelled)
  const [first = ''] = words
  if (words.length === 1) return [{ terms: [spelled(first.replace(article, ''))], prefix: true }]
  // The last letter of `a/b` or `don't` is not the beginning of a longer word.
  const prefix = (words.at(-1)?.length ?? 0) > 1
  return [
    { terms: [cut(terms.join(''))], prefix },
    { terms, prefix },
  ]
}

/** A run of several letters has to be in one piece. */
function phrasesOfRun(run: string): Phrase[] {
  const pairs = pairsOf(run)
  return [{ terms: pairs.slice(0, Math.max(1, pairs.length - 1)).slice(0, maxQueryTerms), prefix: true }]
}

/** A number is found by its last digits, and as it is written. */
function phrasesOfNumber(number: string): Phrase[] {
  const written = { terms: number.match(/\d+/g) ?? [], prefix: true }
  return [{ terms: [numberTerm(lastDigits(number))], prefix: true }, written]
}

/** The digits of a telephone number without the zeros or the code of the country before them, which others may write differently. */
function lastDigits(number: string): string {
  const national = digitsOf(number).replace(/^0+(?=\d{5})/, '')
  const hasCountry = /^(\+|\(?00)/.test(number) || national.length > 10
  // The codes of countries have one to three digits.
  return hasCountry ? national.slice(Math.max(0, Math.min(3, national.length - 7))) : national
}

/** The digits by which a column of telephone numbers is searched; undefined for a text that is no part of a number. */
export function digitsOfPhone(text: string): string | undefined {
  const folded = fold(text).trim()
  return /^[+(]?[\d ()./‐‑–-]+$/.test(folded) && digitsOf(folded).length >= 5 ? lastDigits(folded) : undefined
}
