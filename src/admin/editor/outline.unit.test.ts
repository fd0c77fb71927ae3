import { getSchema } from '@tiptap/core'
import { Node } from '@tiptap/pm/model'
import { EditorState } from '@tiptap/pm/state'
import { expect, test } from 'vitest'
import { sectionMove } from './outline.tsx'
import { contentExtensions, readContent } from './read-content.ts'
import { writeContent } from './write-content.ts'

const schema = getSchema(contentExtensions)
const source = 'intro\n\n## A\n\na\n\n### A1\n\na1\n\n## B\n\nb\n\n## C'

/** The text after the heading at one place of the outline was dragged to another; null when nothing moves. */
function dragged(from: number, to: number): string | null {
  const state = EditorState.create({ doc: Node.fromJSON(schema, readContent(source).doc) })
  const headings: { level: number; at: number }[] = []
  state.doc.forEach((node, at) => {
    if (node.type.name === 'heading') headings.push({ level: node.attrs['level'], at })
  })
  const order = [...headings]
  order.splice(to, 0, ...order.splice(from, 1))
  const move = sectionMove(state, headings, order)
  return move && writeContent(move.doc).replaceAll('\n\n', ' ')
}

test.each([
  [0, 2, 'intro ## B b ## A a ### A1 a1 ## C'],
  [0, 3, 'intro ## B b ## C ## A a ### A1 a1'],
  [2, 0, 'intro ## B b ## A a ### A1 a1 ## C'],
  [3, 2, 'intro ## A a ### A1 a1 ## C ## B b'],
  [1, 2, 'intro ## A a ## B b ### A1 a1 ## C'],
  [2, 1, 'intro ## A a ## B b ### A1 a1 ## C'],
  // Into itself
  [0, 1, null],
  [1, 1, null],
])('heading %i at place %i: %s', (from, to, text) => expect(dragged(from, to)).toBe(text))
