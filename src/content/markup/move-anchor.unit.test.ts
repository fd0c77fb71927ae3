import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anchorAt, findAnchor } from '#contract/remark-anchor.ts'
import type { RemarkAnchor } from '#contract/remarks.ts'
import { processorTime } from '#testing/processor-time.ts'
import { anchorMover, movedAnchors } from './move-anchor.ts'

const moveAnchor = (before: string, after: string, anchor: RemarkAnchor) => anchorMover(before, after)(anchor)

/** Marks the words between `[` and `]` of the former text, and tells those that are marked in the new one. */
function moved(typed: string, after: string): string | undefined {
  const from = typed.indexOf('[')
  const to = typed.indexOf(']') - 1
  const before = typed.replace('[', '').replace(']', '')
  const anchor = moveAnchor(before, after, anchorAt(before, from, to, 'content'))
  const found = anchor && findAnchor(after, anchor)
  return found && `${after.slice(0, found.from)}[${after.slice(found.from, found.to)}]${after.slice(found.to)}`
}

test.each([
  ['no change', 'We moved [forty servers] at night.', 'We moved [forty servers] at night.'],
  ['words before', 'We moved [forty servers] at night.', 'In May, we all moved [forty servers] at night.'],
  ['the word before', 'We moved [forty servers] at night.', 'We took [forty servers] at night.'],
  ['words right before and after', 'We moved [forty servers] at night.', 'We moved all [forty servers] here at night.'],
  ['a word inside', 'We moved [forty servers] at night.', 'We moved [forty big servers] at night.'],
  ['a word less', 'We moved [forty big servers] at night.', 'We moved [forty servers] at night.'],
  ['the first word', 'We moved [forty big servers] at night.', 'We moved [thirty big servers] at night.'],
  ['the last word', 'We moved [forty big servers] at night.', 'We moved [forty big machines] at night.'],
  ['the spelling of one word', 'We moved [teh] servers.', 'We moved [the] servers.'],
  ['the spelling of all words', 'We moved [fourty sevrers] at night.', 'We moved [forty servers] at night.'],
  [
    'words across its beginning',
    'We moved [forty big servers] at night.',
    'They shifted thirty [big servers] at night.',
  ],
  ['a part of a word', 'An un[believ]able story.', 'Really an un[believ]able story.'],
  ['line breaks', 'We moved [forty servers] at night.', 'We moved\n\n[forty\nservers] at night.'],
  ['a paragraph elsewhere', 'First.\n[Second one] here.\nThird.', 'First.\nThird.\n[Second one] here.'],
  ['one of several', 'red, [red], red, blue', 'green, red, [red], red, blue'],
  ['another of several', 'the cat, the dog, [the] cow', 'the dog, [the] cow'],
  ['equal words before', 'the cat and [the] dog and the cow', '[the] dog and the cow'],
  ['equal words after', 'the cat and [the] dog and the cow', 'the cat and [the] dog'],
  ['equal new words before', '[the] dog and the cow', 'the cat and [the] dog and the cow'],
  ['equal new words after', 'the cat and [the] dog', 'the cat and [the] dog and the cow'],
  ['Chinese', '我们[搬迁]了四十台服务器', '昨天我们[搬迁]了四十台服务器'],
  ['inside Chinese', '我们[搬迁了四十台]服务器', '我们[搬迁了五十台]服务器'],
  ['Hindi', 'हमने [चालीस सर्वर] बदले', 'कल हमने [चालीस सर्वर] बदले'],
  ['only signs', 'a [...] b', 'x a [...] b'],
])('marked words stay marked after a change of %s', (_, before, after) => {
  expect(moved(before, after.replace('[', '').replace(']', ''))).toBe(after)
})

test.each([
  ['all of them', 'We moved [forty servers] at night.', 'We moved at night.'],
  ['their paragraph', 'One.\n[Two words] here.\nThree.', 'One.\nThree.'],
  ['the text', 'We moved [forty servers] at night.', ''],
  ['one of several', 'the cat and [a] dog, a cow, a horse', 'the cat and dog, a cow, a horse'],
  ['them, for others', 'We moved [forty servers] at night.', 'We moved a whole data centre at night.'],
])('marked words are gone after a deletion of %s', (_, before, after) => {
  expect(moved(before, after)).toBeUndefined()
})

test('words that come back have their remark again, and others do not get it', () => {
  const before = 'We moved forty servers at night, and forty more.'
  const anchor = anchorAt(before, 9, 14, 'content')
  const without = 'We moved servers at night, and forty more.'
  expect(moveAnchor(before, without, anchor)).toBeUndefined()
  expect(moveAnchor(without, `${without} Soon.`, anchor)).toBeUndefined()
  expect(moveAnchor(without, before, anchor)).toEqual(anchor)
  const short = anchorAt('Forty servers moved.', 0, 13, 'content')
  expect(moveAnchor('', 'Forty servers moved.', short)).toEqual(short)
})

test('an anchor whose words and context are the same is the same object', () => {
  const before = 'We moved forty servers at night.'
  const anchor = anchorAt(before, 9, 22, 'content')
  expect(moveAnchor(before, 'We  moved\nforty servers at night.', anchor)).toBe(anchor)
})

/** Words that are all different, and the same with some that repeat. */
const unique = (name: string, most: number) =>
  fc.integer({ min: 0, max: most }).map((count) => Array.from({ length: count }, (_, at) => `${name}${at}`))
const usual = fc.array(fc.constantFrom<string[]>('the', 'a', 'cloud', 'team', '.', 'और', '雲'), {
  minLength: 1,
  maxLength: 60,
})

/** A text as words, with a range of some of them. */
const text = usual.chain((words) =>
  fc.record({
    words: fc.constant(words),
    first: fc.nat(words.length - 1),
    count: fc.integer({ min: 1, max: 6 }),
  }),
)
const join = (words: string[]) => words.join(' ')
const lengthBefore = (words: string[]) => (words.length === 0 ? 0 : join(words).length + 1)

test('changes elsewhere neither lose nor move marked words, also of several equal ones', () => {
  fc.assert(
    fc.property(text, unique('new', 5), unique('more', 5), fc.nat(60), fc.nat(60), (made, added, more, cut, other) => {
      const { words, first } = made
      const end = Math.min(words.length, first + made.count)
      const [head, marked, tail] = [words.slice(0, first), words.slice(first, end), words.slice(end)]
      const before = join(words)
      const from = lengthBefore(head)
      const anchor = anchorAt(before, from, from + join(marked).length, 'content')
      // Insertions on both sides, of words that are not in the text.
      const newHead = head.toSpliced(Math.min(cut, head.length), 0, ...added)
      const newTail = tail.toSpliced(Math.min(other, tail.length), 0, ...more)
      const after = join([...newHead, ...marked, ...newTail])
      const start = lengthBefore(newHead)
      const found = moveAnchor(before, after, anchor)
      expect(found && findAnchor(after, found)).toEqual({ from: start, to: start + join(marked).length })
    }),
    { numRuns: 300 },
  )
})

test('new words that are in the text already lose no marked words', () => {
  fc.assert(
    fc.property(text, usual, fc.nat(60), ({ words, first, count }, added, place) => {
      const marked = words.slice(first, first + count)
      const from = lengthBefore(words.slice(0, first))
      const anchor = anchorAt(join(words), from, from + join(marked).length, 'content')
      const at = place % 2 === 0 ? place % (first + 1) : first + marked.length + place
      const after = join(words.toSpliced(at, 0, ...added))
      const found = moveAnchor(join(words), after, anchor)
      expect(found && findAnchor(after, found)).toBeDefined()
    }),
    { numRuns: 300 },
  )
})

test('changes inside keep the remark on the changed words, and their deletion loses it', () => {
  const own = fc.integer({ min: 2, max: 8 }).map((count) => Array.from({ length: count }, (_, at) => `own${at}`))
  fc.assert(
    fc.property(usual, own, usual, fc.nat(8), unique('new', 3), (head, marked, tail, place, added) => {
      const before = join([...head, ...marked, ...tail])
      const from = lengthBefore(head)
      const anchor = anchorAt(before, from, from + join(marked).length, 'content')
      const at = 1 + (place % Math.max(1, marked.length - 1))
      // One word fewer, and others in its place.
      const changed = marked.toSpliced(at, 1, ...added)
      const after = join([...head, ...changed, ...tail])
      const found = moveAnchor(before, after, anchor)
      expect(found && findAnchor(after, found)).toEqual({ from, to: from + join(changed).length })
      const without = join([...head, ...tail])
      expect(moveAnchor(before, without, anchor)).toBeUndefined()
      // They come back.
      expect(moveAnchor(without, before, anchor)).toEqual(anchor)
    }),
    { numRuns: 300 },
  )
})

test('a long text with many remarks takes a moment, also when all of it is another one', () => {
  const words = (seed: number) => Array.from({ length: 35_000 }, (_, at) => `w${(at * seed) % 9_973}`).join(' ')
  const before = words(7)
  const anchors = Array.from({ length: 1_000 }, (_, at) => anchorAt(before, at * 150, at * 150 + 40, 'content'))
  const started = process.cpuUsage()
  const move = anchorMover(before, `A new beginning. ${before.replace('w70 w77', 'w70 inserted w77')}`)
  const kept = anchors.map(move)
  expect(kept.filter(Boolean)).toHaveLength(anchors.length)
  anchorMover(before, words(11))
  expect(processorTime(started)).toBeLessThan(4_000)
})

test('remarks whose words were gone before take no longer', () => {
  const before = Array.from({ length: 400 }, (_, at) => `We moved ${at} servers at night.`).join('\n\n')
  const after = `In May. ${before}`
  const gone = Array.from({ length: 3_000 }, (_, at) => ({
    field: 'content',
    quote: `gone ${at}`,
    before: '',
    after: '',
  }))
  const timeOf = (anchors: RemarkAnchor[]) => {
    const started = process.cpuUsage()
    expect(movedAnchors(before, after, anchors)).toEqual(anchors.map(() => null))
    return processorTime(started)
  }
  timeOf([])
  // Folding the text for each of them took seven times as long.
  expect(timeOf(gone)).toBeLessThan(5 * timeOf([]))
})

test('stored texts are read as readers see them, and plain ones as they are typed', () => {
  const before = '## Why\n\nWe moved **forty** [servers](/x), 5 * 3 * 2 of them.'
  const after = '## Why\n\nNew words.\n\n<p>We moved forty <em>big</em> servers</p>'
  const anchor = { field: 'content', quote: 'forty servers', before: 'Why We moved ', after: ', 5' }
  expect(movedAnchors(before, after, [anchor])).toEqual([
    { field: 'content', quote: 'forty big servers', before: 'Why\nNew words.\nWe moved ', after: '' },
  ])
  const typed = { field: 'title', quote: '*Rock* and', before: '', after: ' roll' }
  expect(movedAnchors('*Rock* and roll', 'Hard *Rock* and roll', [typed])).toEqual([{ ...typed, before: 'Hard ' }])
  expect(movedAnchors('> '.repeat(500), 'A text', [typed])).toBeNull()
})
