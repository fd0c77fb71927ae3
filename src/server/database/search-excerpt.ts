import type { MarkedText } from '#contract/fields.ts'
import { chains, indexTerms, type Phrase, queryPhrases } from './search-terms.ts'

/** How much of a text an excerpt shows, and how much of it before the first word found, in characters. */
const [longest, lead] = [200, 70]

/** Of a longer word, as in scripts without spaces, only the beginning is marked. */
const longestWord = 60

/** A word that was found. `list` is the place of the word in the query. */
type Hit = { start: number; end: number; list: number }

/**
 * The sentence of some texts with the most words of a query, cut to a readable length, with these words marked. Telephone numbers are not marked.
 * @returns it with the index of its text; undefined where no text has a word of the query
 */
export function findExcerpt(texts: string[], query: string): { index: number; excerpt: MarkedText } | undefined {
  const phrases = queryPhrases(query)
  let best: { index: number; count: number; first: number; hits: Hit[] } | undefined
  for (const [index, text] of texts.entries()) {
    const hits = hitsIn(text, phrases)
    const { count, first } = densest(hits)
    if (count > (best?.count ?? 0)) best = { index, count, first, hits }
  }
  return best && { index: best.index, excerpt: cutAround(texts[best.index] ?? '', best.hits, best.first) }
}

function hitsIn(text: string, phrases: Phrase[][]): Hit[] {
  const known = new Map<string, number>()
  return [...text.matchAll(chains)].flatMap(({ 0: word, index: start }) => {
    const list = known.getOrInsertComputed(word, () => {
      const terms = indexTerms(word)
      return phrases.findIndex((ways) => ways.some((way) => isIn(terms, way)))
    })
    return list < 0 ? [] : [{ start, end: start + Math.min(word.length, longestWord), list }]
  })
}

const isIn = (terms: string[], { terms: wanted, prefix }: Phrase) =>
  wanted.every((term, at) =>
    terms.some((one) => one === term || (prefix && at === wanted.length - 1 && one.startsWith(term))),
  )

/** The first hit of the shortest stretch with the most different words of the query. */
function densest(hits: Hit[]): { count: number; first: number } {
  let best = { count: 0, first: 0, length: 0 }
  for (const [at, { start }] of hits.entries()) {
    const lists = new Set<number>()
    for (let next = at; next < hits.length; next++) {
      const { list, end } = hits[next] as Hit
      const length = end - start
      if (length > longest - lead) break
      lists.add(list)
      if (lists.size > best.count || (lists.size === best.count && length < best.length))
        best = { count: lists.size, first: start, length }
    }
  }
  return best
}

/** Where a sentence or a line ends. */
const ends = /[.!?।॥。！？](?=\s|$)|\n/gu

/** The sentence from a hit on, and what was before it, as far as there is room. */
function cutAround(text: string, hits: Hit[], first: number): MarkedText {
  const before = [...text.slice(0, first).matchAll(ends)].at(-1)
  const sentence = before ? before.index + before[0].length : 0
  const from = sentence >= first - lead ? sentence : wordStart(text, first - lead)
  const limit = Math.min(text.length, from + longest)
  const last = hits.filter(({ end }) => end <= limit).at(-1)?.end ?? first
  const stop = text.slice(last, limit).search(new RegExp(ends.source, 'u'))
  const to = stop >= 0 ? last + stop + 1 : limit === text.length ? limit : Math.max(last, wordEnd(text, limit))
  const parts: MarkedText = []
  const add = (part: string, marked: boolean) => {
    const plain = part.replaceAll(/\s+/g, ' ').toWellFormed()
    if (plain !== '') parts.push(marked ? { text: plain, marked } : { text: plain })
  }
  if (from > sentence) add('…', false)
  let place = from
  while (/\s/.test(text[place] ?? '')) place++
  for (const { start, end } of hits.filter((hit) => hit.start >= from && hit.end <= to)) {
    add(text.slice(place, start), false)
    add(text.slice(start, end), true)
    place = end
  }
  add(text.slice(place, to).trimEnd(), false)
  if (stop < 0 && to < text.length) add('…', false)
  return parts
}

/** The start of the next word; of a long one without spaces, the place itself. */
const wordStart = (text: string, place: number) => place + (/^\S{0,30}\s+/.exec(text.slice(place))?.[0].length ?? 0)
/** The end of the word before; of a long one, the place itself. */
const wordEnd = (text: string, place: number) => place - (/\s\S{0,30}$/.exec(text.slice(0, place))?.[0].length ?? 0)
