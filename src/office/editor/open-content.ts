import { getSchema, type JSONContent } from '@tiptap/core'
import { Node } from '@tiptap/pm/model'
import { contentExtensions } from './extensions.ts'
import { readContent } from './read-content.ts'
import { writeContent } from './write-content.ts'

const schema = getSchema(contentExtensions)

export type OpenedContent =
  | { rich: JSONContent }
  /** The rich view would change or lose something: what, in words for a person. */
  | { rich: null; why: string }

/** Reads content for the rich view, if that can give all of it back. */
export function openContent(source: string): OpenedContent {
  const { doc, lost } = readContent(source)
  if (lost.length > 0) return { rich: null, why: `The visual editor cannot keep ${inWords(lost)}.` }
  // What it would save must read the same again.
  const there = Node.fromJSON(schema, doc)
  const andBack = Node.fromJSON(schema, readContent(writeContent(there)).doc)
  if (!there.eq(andBack)) return { rich: null, why: 'The visual editor would set parts of this text otherwise.' }
  return { rich: doc }
}

function inWords(things: string[]): string {
  // A summary goes without saying where its details are named.
  const named = things.filter((thing) => thing !== '<summary>')
  const shown = named.slice(0, 4)
  const more = named.length - shown.length
  const all = more > 0 ? [...shown, `${more} more`] : shown
  return all.length > 1 ? `${all.slice(0, -1).join(', ')} and ${all.at(-1)}` : (all[0] ?? '')
}
