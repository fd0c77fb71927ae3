import { type Extensions, getSchema, type JSONContent } from '@tiptap/core'
import { Code } from '@tiptap/extension-code'
import { Placeholder } from '@tiptap/extensions'
import { Node } from '@tiptap/pm/model'
import { StarterKit } from '@tiptap/starter-kit'
import { blocks } from '#admin/editor/blocks/all.ts'
import { BlockLayout } from '#admin/editor/blocks/block-layout.ts'
import { shorten } from '#content/markup/embedded.ts'
import { isHeavy, isTooIntricate } from '#content/markup/intricacy.ts'
import { keptMarks, TextColor } from './marks.ts'
import { readContent, restoreIn } from './read-content.ts'
import { writeContent } from './write-content.ts'

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
  ...keptMarks,
  BlockLayout,
  Placeholder.configure({ placeholder: 'Write, paste, or drop a picture or a PDF…' }),
]

const schema = getSchema(contentExtensions)

export type OpenedContent =
  | { rich: JSONContent }
  /** The visual view would change or lose something; `why` tells the person what. */
  | { rich: null; why: string }

/** Reads content for the visual view, if that can return all of it. */
export function openContent(source: string): OpenedContent {
  if (isTooIntricate(source) || isHeavy(source))
    return { rich: null, why: 'This text is too complex for the visual editor.' }
  const shortened = shorten(source)
  const { doc, unsupported } = readContent(shortened.text)
  // `<summary>` is left out, since `<details>` is named already.
  const named = unsupported.filter((thing) => thing !== '<summary>')
  if (unsupported.length > 0) return { rich: null, why: `The visual editor cannot keep ${enumerate(named)}.` }
  // The saved form of the visual view must read the same again.
  const there = Node.fromJSON(schema, doc)
  const andBack = Node.fromJSON(schema, readContent(writeContent(there)).doc)
  if (!there.eq(andBack)) return { rich: null, why: 'The visual editor would change parts of this text.' }
  return { rich: restoreIn(doc, shortened) }
}

/** `a, b and c`, at most four of them. */
export function enumerate(things: string[]): string {
  const shown = things.slice(0, 4)
  const more = things.length - shown.length
  const all = more > 0 ? [...shown, `${more} more`] : shown
  return all.length > 1 ? `${all.slice(0, -1).join(', ')} and ${all.at(-1)}` : (all[0] ?? '')
}
