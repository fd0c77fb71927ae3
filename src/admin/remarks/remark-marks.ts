import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { findAnchor, wordsAt } from '#contract/remark-anchor.ts'
import type { RemarkAnchor } from '#contract/remarks.ts'

/** A text as readers see it, with the position in the document of each character. */
type PlacedText = { text: string; places: number[] }

/** The text of a document as the server reads it from the source: blocks and line breaks are lines. */
export function placedText(doc: Node): PlacedText {
  const places: number[] = []
  let text = ''
  doc.descendants((node, at) => {
    const words = node.isText ? (node.text ?? '') : node.isTextblock || node.type.name === 'hardBreak' ? '\n' : ''
    text += words
    for (let index = 0; index < words.length; index++) places.push(at + index)
  })
  return { text, places }
}

type Range = { from: number; to: number }

/** The place of marked words in a document. @returns undefined when the words are gone */
export function findWords({ text, places }: PlacedText, anchor: RemarkAnchor): Range | undefined {
  const found = findAnchor(text, anchor)
  const [from, last] = found ? [places[found.from], places[found.to - 1]] : []
  return from === undefined || last === undefined ? undefined : { from, to: last + 1 }
}

/** The selected words as an anchor, without white space at their ends. @returns undefined when no words are selected */
export function selectedWords({ doc, selection }: EditorState, field: string): RemarkAnchor | undefined {
  if (selection.empty) return undefined
  const { text, places } = placedText(doc)
  const indexOf = (position: number) => {
    const index = places.findIndex((place) => place >= position)
    return index < 0 ? text.length : index
  }
  return wordsAt(text, indexOf(selection.from), indexOf(selection.to), field)
}

/** A remark at words of the text. */
type Mark = {
  id: string
  anchor: RemarkAnchor
  /** The description of the words for screen readers: 'Remark by Asha'. */
  name: string
}

export type Given = {
  marks: Mark[]
  active: string | null
  /** Whether the remarks are elements next to the text, to which their words can refer. */
  isShown: boolean
}

type Marks = Given & { set: DecorationSet }

const key = new PluginKey<Marks>('remarks')
const none: Marks = { marks: [], active: null, isShown: false, set: DecorationSet.empty }

/** The id of the element of a remark next to the text. */
export const cardId = (id: string) => `remark-${id}`

function decorate(range: Range, { id, name }: Mark, { active, isShown }: Given): Decoration {
  const look = {
    class: id === active ? 'remark-words is-active' : 'remark-words',
    'data-remark': id,
    role: 'mark',
    'aria-description': name,
    ...(isShown && { 'aria-details': cardId(id) }),
  }
  return Decoration.inline(range.from, range.to, look, { id })
}

/** Words that are at their place keep it while the text changes; others are looked for: new ones, moved ones, and those that an undo brought back. */
function placeMarks(doc: Node, present: Marks, given: Given): Marks {
  const before = new Map(present.marks.map(({ id, anchor }) => [id, JSON.stringify(anchor)]))
  const ranges = new Map(rangesIn(present.set).map(({ id, ...range }) => [id, range]))
  let text: PlacedText | undefined
  const set = given.marks.flatMap((mark) => {
    const mapped = ranges.get(mark.id)
    if (mapped && before.get(mark.id) === JSON.stringify(mark.anchor)) return decorate(mapped, mark, given)
    text ??= placedText(doc)
    const range = findWords(text, mark.anchor) ?? mapped
    return range ? decorate(range, mark, given) : []
  })
  return { ...given, set: DecorationSet.create(doc, set) }
}

const rangesIn = (set: DecorationSet): (Range & { id: string })[] =>
  set.find().map(({ from, to, spec }) => ({ id: String(spec['id']), from, to }))

/** The marked words in the order of the text. */
export const marksIn = (state: EditorState) =>
  rangesIn(key.getState(state)?.set ?? DecorationSet.empty).sort((one, other) => one.from - other.from)

/** The remark at a position: of several the one with the fewest words. */
export const markAt = (state: EditorState, position: number): string | undefined =>
  marksIn(state)
    .filter(({ from, to }) => from <= position && position <= to)
    .sort((one, other) => one.to - one.from - (other.to - other.from))[0]?.id

/** Marks words, or looks again for those that are not in the text. It is no change of the document. */
export const giveMarks = (state: EditorState, given: Given): Transaction => state.tr.setMeta(key, given)

/** Whether a remark is given whose words are not in the text. */
export const lacksMarks = (state: EditorState): boolean => {
  const { marks, set } = key.getState(state) ?? none
  return set.find().length < marks.length
}

type Handlers = {
  onPress: (id: string) => void
  onKey: (event: KeyboardEvent) => boolean
}

/** Marks the words of remarks. The marks are decorations, so they are never part of the text that is saved. */
export const remarkMarks = ({ onPress, onKey }: Handlers) =>
  new Plugin<Marks>({
    key,
    state: {
      init: () => none,
      apply(tr, marks, _before, { doc }) {
        const mapped = tr.docChanged ? { ...marks, set: marks.set.map(tr.mapping, tr.doc) } : marks
        const given = tr.getMeta(key) as Given | undefined
        return given ? placeMarks(doc, mapped, given) : mapped
      },
    },
    props: {
      decorations: (state) => key.getState(state)?.set,
      handleClick({ state }, position) {
        const id = markAt(state, position)
        if (id) onPress(id)
        return false
      },
      handleKeyDown: (_view, event) => onKey(event),
    },
  })

export const marksKey = key

/** The distance between two remarks, in pixels. */
export const cardGap = 8

/**
 * The tops of cards next to their words: each at its own words or below the card before it. The active one is at its words, and those before it
 * move up as far as they need to, out of the text at its start.
 */
export function stackedTops(cards: { top: number; height: number }[], active: number): number[] {
  const tops: number[] = []
  let end = 0
  for (const { top, height } of cards) {
    tops.push(Math.max(top, end))
    end = Math.max(top, end) + height + cardGap
  }
  const card = cards[active]
  if (!card) return tops
  tops[active] = card.top
  for (let at = active - 1; at >= 0; at--)
    tops[at] = Math.min(tops[at] ?? 0, (tops[at + 1] ?? 0) - cardGap - (cards[at]?.height ?? 0))
  for (let at = active + 1; at < cards.length; at++)
    tops[at] = Math.max(cards[at]?.top ?? 0, (tops[at - 1] ?? 0) + (cards[at - 1]?.height ?? 0) + cardGap)
  return tops
}
