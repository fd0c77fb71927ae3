import { type Editor, useEditorState } from '@tiptap/react'
import { ReorderList } from '#admin/lists/reorder-list.tsx'
import { sectionMove } from './section-move.ts'

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
