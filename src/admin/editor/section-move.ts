import type { EditorState, Transaction } from '@tiptap/pm/state'

/** A heading between the blocks of a document, and its position there. */
type Place = { level: number; at: number }

/**
 * Moves the section of the one heading that has another place in `order`: the heading with all blocks and deeper headings below it.
 * @returns null when that changes nothing, such as a section that was moved into itself
 */
export function sectionMove({ doc, tr }: EditorState, headings: Place[], order: Place[]): Transaction | null {
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

/** The one entry without which both orders are the same. */
function movedIn<Entry>(headings: Entry[], order: Entry[]): Entry | undefined {
  const without = (list: Entry[], entry: Entry) => list.filter((other) => other !== entry)
  const at = headings.findIndex((heading, index) => heading !== order[index])
  const candidates = [headings[at], order[at]].filter((entry) => entry !== undefined)
  return candidates.find((entry) =>
    without(headings, entry).every((other, index) => other === without(order, entry)[index]),
  )
}
