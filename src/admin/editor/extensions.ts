import type { Extensions } from '@tiptap/core'
import { Code } from '@tiptap/extension-code'
import { TaskItem, TaskList } from '@tiptap/extension-list'
import { TableCell, TableHeader } from '@tiptap/extension-table'
import { Placeholder } from '@tiptap/extensions'
import { StarterKit } from '@tiptap/starter-kit'
import { BlockLayout } from './block-layout.ts'
import { blockExtensions } from './blocks.ts'
import { inlineTagMarks } from './inline-tags.ts'
import { Picture } from './picture.ts'
import { WritingRow, WritingTable } from './table.ts'
import { TextColor } from './text-color.ts'
import { Video } from './video.ts'

/** The schema of the visual view, without the parts that need a browser: all that `readContent` returns and `writeContent` takes. */
export const contentExtensions: Extensions = [
  StarterKit.configure({
    code: false,
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      HTMLAttributes: { target: null, rel: null },
    },
  }),
  // Markdown allows bold code and linked code.
  Code.extend({ excludes: '' }),
  Picture,
  TaskList,
  TaskItem.configure({
    nested: true,
    a11y: {
      checkboxLabel: (item, checked) =>
        `${checked ? 'Done' : 'To do'}: ${item.firstChild?.textContent || 'empty task'}`,
    },
  }),
  WritingTable,
  WritingRow,
  TableHeader,
  TableCell,
  TextColor,
  ...inlineTagMarks,
  BlockLayout,
  ...blockExtensions,
  Video,
  Placeholder.configure({ placeholder: 'Write, paste, or drop a picture or a PDF…' }),
]
