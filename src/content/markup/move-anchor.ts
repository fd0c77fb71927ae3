import {
  anchorAt,
  type Found,
  fold,
  folded,
  inSource,
  locate,
  scoreAt,
  type TextRange,
} from '#contract/remark-anchor.ts'
import type { RemarkAnchor } from '#contract/remarks.ts'
import { readersText } from './comparable-text.ts'
import { type Hunk, hunksBetween, isWord, type Words, wordsIn, wordsOf } from './word-changes.ts'

/** The most words between marked ones and a change that may have moved them. */
const longestRun = 500

/** Whether a few words are others in spelling alone: most of their letters are the same. */
function isRespelled(before: string[], after: string[]): boolean {
  if (before.length > 3 || after.length === 0 || after.length > before.length + 1) return false
  const [one, other] = [before.join(''), after.join('')]
  const left = [...other]
  const shared = [...one].filter((letter) => {
    const at = left.indexOf(letter)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
  return shared.length >= 0.6 * Math.max(one.length, other.length)
}

/** A context of this length, or words of that one, are unlikely to be in a text by chance. */
const sureContext = 10
const sureWords = 25

function isSure({ score, isOnly }: Found, anchor: RemarkAnchor): boolean {
  const context = folded(anchor.before).length + folded(anchor.after).length
  return (
    (context > 0 && score >= Math.min(sureContext, context)) ||
    (isOnly && (context === 0 || folded(anchor.quote).length >= sureWords))
  )
}

/**
 * Moves anchors with their words from a text to a later version of it. Words that were changed keep their anchor, and so do words that were moved
 * elsewhere.
 * @returns a function that answers the anchor in the later version; undefined when its words are gone
 */
export function anchorMover(before: string, after: string): (anchor: RemarkAnchor) => RemarkAnchor | undefined {
  const [old, now] = [fold(before), fold(after)]
  const [oldWords, nowWords] = [wordsIn(old.text), wordsIn(now.text)]
  const hunks = hunksBetween(oldWords.words, nowWords.words)

  const startOf = ({ starts, words }: Words, at: number) => ({
    from: starts[at] ?? 0,
    to: (starts[at] ?? 0) + (words[at]?.length ?? 0),
  })
  const range = (from: number, to: number): TextRange => ({
    from: startOf(nowWords, from).from,
    to: startOf(nowWords, to - 1).to,
  })
  const texts = ({ a, b, c, d }: Omit<Hunk, 'same'>) =>
    [oldWords.words.slice(a, b), nowWords.words.slice(c, d)] as const

  /** The range in the new text of a range of the former one. */
  function carried(place: TextRange): TextRange | undefined {
    const [first, end] = wordsOf(oldWords, place)
    const inside = hunks.filter(({ a, b }) => a < end && b > first)
    const kept = inside.filter(({ same }) => same)
    const [left, right] = [kept[0], kept.at(-1)]
    const marked = oldWords.words.slice(first, end)
    const isKept = ({ a, b }: Hunk) =>
      !marked.some(isWord) || oldWords.words.slice(Math.max(a, first), Math.min(b, end)).some(isWord)
    const [only] = inside
    if (!left || !right || !kept.some(isKept))
      return only && inside.length === 1 ? respelled(only, first, end) : undefined

    const from = Math.max(left.a, first)
    const to = Math.min(right.b, end)
    // The range may begin and end in a word.
    let start = startOf(nowWords, left.c + from - left.a).from
    if (from === first) start += place.from - startOf(oldWords, first).from
    let stop = startOf(nowWords, right.c + to - 1 - right.a).to
    if (to === end) stop -= startOf(oldWords, end - 1).to - place.to
    // Other words in place of the first or the last ones.
    const [opening, closing] = [inside[0], inside.at(-1)]
    if (opening && opening !== left && opening.a >= first && opening.d > opening.c)
      start = startOf(nowWords, opening.c).from
    if (closing && closing !== right && closing.b <= end && closing.d > closing.c)
      stop = startOf(nowWords, closing.d - 1).to
    return { from: start, to: stop }
  }

  /** All words are others: they are still the same ones in another spelling, or the words are gone. */
  function respelled({ a, b, c, d }: Hunk, first: number, end: number): TextRange | undefined {
    const own = b - a === d - c ? { a: first, b: end, c: c + first - a, d: c + end - a } : { a, b, c, d }
    if (own.a !== first || own.b !== end || !isRespelled(...texts(own))) return undefined
    return range(own.c, own.d)
  }

  /**
   * The other places that the words may have: of `the cat and the dog` without its first three words, either article may be left. They count from
   * the first of the words.
   */
  function otherPlaces(first: number, end: number): number[] {
    const [from, to] = [oldWords.words, nowWords.words]
    const isRun = (
      count: number,
      one: (at: number) => string | undefined,
      other: (at: number) => string | undefined,
    ) => {
      if (count > longestRun) return false
      for (let at = 0; at < count; at++) if (one(at) === undefined || one(at) !== other(at)) return false
      return true
    }
    return hunks.flatMap(({ a, b, c, d, same }) => {
      if (same) return []
      const places: number[] = []
      if (c === d && a <= first && end <= b) {
        if (
          isRun(
            b - first,
            (at) => from[a - 1 - at],
            (at) => from[b - 1 - at],
          )
        )
          places.push(c - (b - first))
        if (
          isRun(
            end - a,
            (at) => from[a + at],
            (at) => from[b + at],
          )
        )
          places.push(c + first - a)
      }
      if (
        a === b &&
        end <= a &&
        isRun(
          a - first,
          (at) => from[a - 1 - at],
          (at) => to[d - 1 - at],
        )
      )
        places.push(d - (a - first))
      if (
        a === b &&
        first >= a &&
        isRun(
          end - a,
          (at) => from[a + at],
          (at) => to[c + at],
        )
      )
        places.push(c + first - a)
      return places
    })
  }

  /** Of all places that the words may have, the one with the same words around it. */
  function followed(place: TextRange, anchor: RemarkAnchor): TextRange | undefined {
    const usual = carried(place)
    const [first, end] = wordsOf(oldWords, place)
    const lead = place.from - startOf(oldWords, first).from
    const others = otherPlaces(first, end).map((at) => {
      const from = startOf(nowWords, at).from + lead
      return { from, to: from + place.to - place.from }
    })
    const all = [...(usual ? [usual] : []), ...others].map((range) => ({ range, score: scoreAt(now, range, anchor) }))
    return all.toSorted((one, other) => other.score - one.score)[0]?.range
  }

  /** Whether a range of the new text has words that the former text did not have in that place. */
  const isNew = (place: TextRange) => {
    const [first, end] = wordsOf(nowWords, place)
    return hunks.some(({ c, d, same }) => !same && c < end && d > first)
  }

  return (anchor) => {
    const known = (found: Found | undefined) => (found && isSure(found, anchor) ? found : undefined)
    // An anchor without a place has lost its words before, or they were typed after the former text was saved.
    const place = known(locate(old, anchor))
    const elsewhere = () => {
      const found = known(locate(now, anchor))
      return found && (!place || isNew(found)) ? found : undefined
    }
    const moved = (place && followed(place, anchor)) ?? elsewhere()
    if (!moved) return undefined
    const { from, to } = inSource(after, now, moved)
    const at = anchorAt(after, from, to, anchor.field)
    const isSame = (['quote', 'before', 'after'] as const).every((part) => folded(at[part]) === folded(anchor[part]))
    return isSame ? anchor : at
  }
}

/**
 * Moves anchors from a stored text to a later version of it. Their words are those that readers see; those of a text without markup are its own.
 * @returns for each anchor the moved one, or null when its words are gone; null for texts that are too complex to read
 */
export function movedAnchors(before: string, after: string, anchors: RemarkAnchor[]): (RemarkAnchor | null)[] | null {
  const [old, now] = [readersText(before), readersText(after)]
  if (old === null || now === null) return null
  const move = anchorMover(old, now)
  let moveTyped: typeof move | undefined
  // Each text is folded once for all anchors.
  const [read, typed] = [fold(old), fold(before)]
  return anchors.map((anchor) => {
    if (locate(read, anchor) || !locate(typed, anchor)) return move(anchor) ?? null
    moveTyped ??= anchorMover(before, after)
    return moveTyped(anchor) ?? null
  })
}
