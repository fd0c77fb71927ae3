import { diffArrays } from 'diff'
import type { TextRange } from '#contract/remark-anchor.ts'

/** The words of a folded text. Scripts without spaces between words have words of one character. */
const word =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]\p{M}*|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}])[\p{L}\p{N}\p{M}_'’])+|\S/gu
export const isWord = (text: string) => /[\p{L}\p{N}]/u.test(text)

export type Words = { words: string[]; starts: number[] }
export function wordsIn(text: string): Words {
  const all = [...text.matchAll(word)]
  return { words: all.map(([found]) => found), starts: all.map(({ index }) => index) }
}

/** Words [a, b) of the former text became words [c, d) of the new one: the same ones, or others. */
export type Hunk = { a: number; b: number; c: number; d: number; same: boolean }

/** @param within how long the words are compared, in milliseconds; then all those between the first and the last change are others */
export function hunksBetween(before: string[], after: string[], within = 300): Hunk[] {
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && before[head] === after[head]) head++
  let tail = 0
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  const hunks: Hunk[] = []
  const add = (same: boolean, removed: number, added: number) => {
    const { b, d } = hunks.at(-1) ?? { b: 0, d: 0 }
    const open = same ? undefined : hunks.at(-1)
    if (open && !open.same) Object.assign(open, { b: b + removed, d: d + added })
    else if (removed + added > 0) hunks.push({ a: b, b: b + removed, c: d, d: d + added, same })
  }
  add(true, head, head)
  const [old, now] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)]
  const parts = diffArrays(old, now, { timeout: within })
  if (!parts) add(false, old.length, now.length)
  for (const { value, added, removed } of parts ?? [])
    add(!(added || removed), added ? 0 : value.length, removed ? 0 : value.length)
  add(true, tail, tail)
  return hunks
}

/** The first of the words that a range touches, and the one after the last. */
export function wordsOf({ starts, words }: Words, { from, to }: TextRange): [first: number, end: number] {
  const first = firstAfter(starts, from)
  const touched = first > 0 && (starts[first - 1] ?? 0) + (words[first - 1]?.length ?? 0) > from ? first - 1 : first
  return [touched, firstAfter(starts, to)]
}

/** The index of the first of these numbers, which ascend, that is not less than a value. */
function firstAfter(numbers: number[], value: number): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}
