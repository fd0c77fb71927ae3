import type { EditorState, Transaction } from '@tiptap/pm/state'
import { type Editor, useEditorState } from '@tiptap/react'
import { ReorderList } from '#admin/lists/reorder-list.tsx'

/** A heading between the blocks of the text; `at` is its position in the document. */
type Place = { id: string; text: string; level: number; at: number }

function headingsOf(editor: Editor): Place[] {
  const found: Place[] = []
  const seen = new Map<string, number>()
  editor.state.doc.forEach((node, at) => {
    if (node.type.name !== 'heading') return
    const text = node.textContent.replace(/\s+/g, ' ').trim() || 'Untitled'
    const count = (seen.get(text) ?? 0) + 1
    seen.set(text, count)
    found.push({ id: `${text} ${count}`, text, level: node.attrs['level'], at })
  })
  return found
}

/** The headings of the text. Each leads to its place, and is dragged with its section, also by the keyboard. */
export function Outline({ editor }: { editor: Editor }) {
  const headings = useEditorState({ editor, selector: ({ editor }) => headingsOf(editor) })
  if (headings.length === 0) return null
  const highest = Math.min(...headings.map(({ level }) => level))
  const goTo = ({ at }: Place) => {
    const heading = editor.view.nodeDOM(at)
    if (heading instanceof HTMLElement) heading.scrollIntoView({ block: 'start' })
  }
  return (
    <nav aria-label="Outline" className="focus-mode-outline">
      <ReorderList
        label="Sections"
        items={headings}
        idOf={({ id }) => id}
        nameOf={({ text }) => text}
        onReorder={(order) => {
          const move = sectionMove(editor.state, headings, order)
          if (move) editor.view.dispatch(move)
        }}
      >
        {(heading) => (
          <button
            type="button"
            style={{ paddingInlineStart: `${Math.min(heading.level - highest, 3) * 0.75}rem` }}
            onClick={() => goTo(heading)}
          >
            {heading.text}
          </button>
        )}
      </ReorderList>
    </nav>
  )
}

type SectionStart = Pick<Place, 'level' | 'at'>

/**
 * Moves the section of the one heading that has another place in `order`: the heading with all blocks and deeper headings below it.
 * @returns null when that changes nothing, such as a section that was moved into itself
 */
export function sectionMove(
  { doc, tr }: EditorState,
  headings: SectionStart[],
  order: SectionStart[],
): Transaction | null {
  const moved = movedIn(headings, order)
  if (!moved) return null
  const from = headings.indexOf(moved)
  const next = headings.findIndex(({ level }, index) => index > from && level <= moved.level)
  const section = new Set(headings.slice(from, next < 0 ? undefined : next))
  const start = moved.at
  const end = headings[next]?.at ?? doc.content.size
  const before = order.slice(order.indexOf(moved) + 1).find((heading) => !section.has(heading))
  const target = before?.at ?? doc.content.size
  if (target === end || target === start) return null
  const blocks = doc.slice(start, end).content
  tr.delete(start, end)
  return tr.insert(tr.mapping.map(target), blocks).scrollIntoView()
}

function movedIn<Entry>(headings: Entry[], order: Entry[]): Entry | undefined {
  const without = (list: Entry[], entry: Entry) => list.filter((other) => other !== entry)
  const at = headings.findIndex((heading, index) => heading !== order[index])
  const candidates = [headings[at], order[at]].filter((entry) => entry !== undefined)
  return candidates.find((entry) =>
    without(headings, entry).every((other, index) => other === without(order, entry)[index]),
  )
}
