import { type Editor, useEditorState } from '@tiptap/react'
import { menuEntries } from '#admin/editor/blocks/all.ts'
import type { ColorClass } from '#admin/editor/marks.ts'

export const blocks = [
  { name: 'paragraph', label: 'Paragraph' },
  { name: 'heading-2', label: 'Heading 2', level: 2 },
  { name: 'heading-3', label: 'Heading 3', level: 3 },
  { name: 'heading-4', label: 'Heading 4', level: 4 },
] as const

const marks = ['bold', 'italic', 'underline', 'strike', 'code', 'link'] as const
const nodes = ['image', 'bulletList', 'orderedList', 'taskList', 'blockquote', 'codeBlock', 'table'] as const
const toggled = [...marks, ...nodes]
/** Which of these marks and nodes the selection is in. */
export type Toggled = Record<(typeof toggled)[number], boolean>

/** The state at the cursor. The toolbar renders again only when one of these values changes. */
export const useToolbarState = (editor: Editor) =>
  useEditorState({
    editor,
    selector: ({ editor }) => {
      const heading = editor.getAttributes('heading')
      const layout = editor.isActive('heading') ? heading : editor.getAttributes('paragraph')
      return {
        ...(Object.fromEntries(toggled.map((name) => [name, editor.isActive(name)])) as Toggled),
        href: String(editor.getAttributes('link')['href'] ?? ''),
        color: (editor.getAttributes('textColor')['color'] ?? null) as ColorClass | null,
        align: (layout['align'] ?? null) as string | null,
        /** The node at the cursor that the menu Insert can remove. */
        removable: menuEntries.find(({ removes }) => removes && editor.isActive(removes))?.removes,
        block: editor.isActive('heading') ? `heading-${heading['level']}` : 'paragraph',
        canUndo: editor.can().undo(),
        canRedo: editor.can().redo(),
        canIndent: editor.can().indent(),
        canOutdent: editor.can().outdent(),
      }
    },
  })
