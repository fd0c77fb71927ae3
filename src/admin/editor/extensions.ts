import type { Extensions } from '@tiptap/core'
import { Code } from '@tiptap/extension-code'
import { Placeholder } from '@tiptap/extensions'
import { StarterKit } from '@tiptap/starter-kit'
import { blocks } from '#admin/editor/blocks/all.ts'
import { BlockLayout } from '#admin/editor/blocks/block-layout.ts'
import { inlineTagMarks, TextColor } from './marks.ts'

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
  ...blocks.flatMap(({ extensions }) => extensions ?? []),
  TextColor,
  ...inlineTagMarks,
  BlockLayout,
  Placeholder.configure({ placeholder: 'Write, paste, or drop a picture or a PDF…' }),
]
