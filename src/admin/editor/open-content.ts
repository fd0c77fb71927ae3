import { getSchema, type JSONContent } from '@tiptap/core'
import { Node } from '@tiptap/pm/model'
import { readContent } from '#admin/editor/read/read-content.ts'
import { writeContent } from '#admin/editor/write/write-content.ts'
import { isHtml } from '#content/markup/html-source.ts'
import { isTooIntricate } from '#content/markup/intricacy.ts'
import { contentExtensions } from './extensions.ts'

const schema = getSchema(contentExtensions)

export type OpenedContent =
  | { rich: JSONContent }
  /** The rich view would change or lose something: what, in words for a person. */
  | { rich: null; why: string }

/** Reads content for the rich view, if that can give all of it back. */
export function openContent(source: string): OpenedContent {
  if (isTooIntricate(source) || isHeavy(source))
    return { rich: null, why: 'This text is too intricate for the visual editor.' }
  const { doc, unsupported } = readContent(source)
  if (unsupported.length > 0) return { rich: null, why: `The visual editor cannot keep ${enumerate(unsupported)}.` }
  // What it would save must read the same again.
  const there = Node.fromJSON(schema, doc)
  const andBack = Node.fromJSON(schema, readContent(writeContent(there)).doc)
  if (!there.eq(andBack)) return { rich: null, why: 'The visual editor would set parts of this text otherwise.' }
  return { rich: doc }
}

/** Lines, and marks of emphasis, links and code, that a block may have. */
const heaviest = 2_000

/**
 * Whether a text has blocks that hold the browser up: its parser goes through the marks of a block, and its lines, once for each of them.
 * The server renders it all the same if it can, in a process that may be ended.
 */
function isHeavy(source: string): boolean {
  if (isHtml(source)) return false
  return source.split(/\n[^\S\n]*\n/).some((block) => (block.match(/[\n*_~[\]`<]/g)?.length ?? 0) > heaviest)
}

function enumerate(things: string[]): string {
  // A summary goes without saying where its details are named.
  const named = things.filter((thing) => thing !== '<summary>')
  const shown = named.slice(0, 4)
  const more = named.length - shown.length
  const all = more > 0 ? [...shown, `${more} more`] : shown
  return all.length > 1 ? `${all.slice(0, -1).join(', ')} and ${all.at(-1)}` : (all[0] ?? '')
}
