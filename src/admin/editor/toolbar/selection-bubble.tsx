import { isTextSelection } from '@tiptap/core'
import type { Editor } from '@tiptap/react'
import { BubbleMenu } from '@tiptap/react/menus'
import { Bold, Heading2, Heading3, Italic, Link, type LucideIcon } from 'lucide-react'
import { keepsRecord, TargetLine } from '#admin/editor/links/link-targets.tsx'
import { useToolbarState } from './tool.tsx'

type SelectionBubbleProps = { editor: Editor; onLink: () => void }

/** The most frequent tools above selected text. Touch devices show their own selection handles there, so they only have the toolbar. */
export function SelectionBubble({ editor, onLink }: SelectionBubbleProps) {
  const state = useToolbarState(editor)
  const run = () => editor.chain().focus()
  const tools: [label: string, icon: LucideIcon, pressed: boolean, press: () => void][] = [
    ['Bold', Bold, state.bold, () => run().toggleBold().run()],
    ['Italic', Italic, state.italic, () => run().toggleItalic().run()],
    ['Link', Link, state.link, onLink],
    ['Heading 2', Heading2, state.block === 'heading-2', () => run().toggleHeading({ level: 2 }).run()],
    ['Heading 3', Heading3, state.block === 'heading-3', () => run().toggleHeading({ level: 3 }).run()],
  ]
  return (
    <BubbleMenu
      editor={editor}
      role="group"
      aria-label="Selected text"
      className="editor-menu on-deep z-20 flex gap-px rounded-control border border-line p-1 shadow-float pointer-coarse:hidden"
      shouldShow={({ editor, state: { doc, selection }, from, to }) =>
        isTextSelection(selection) && doc.textBetween(from, to).trim() !== '' && !editor.isActive('codeBlock')
      }
      // It begins at the selection, so that it does not reach under the navigation.
      options={{ placement: 'top-start', offset: 8, shift: { padding: 8 } }}
    >
      {tools.map(([label, Icon, pressed, press]) => (
        <button
          key={label}
          type="button"
          aria-label={label}
          aria-pressed={pressed}
          title={label}
          className="tool"
          onMouseDown={(event) => event.preventDefault()}
          onClick={press}
        >
          <Icon aria-hidden="true" />
        </button>
      ))}
      {keepsRecord(state.href) && <TargetLine href={state.href} />}
    </BubbleMenu>
  )
}
