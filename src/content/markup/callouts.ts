import type { Element } from 'hast'

/** The kinds of callouts, as GitHub has them, with the title that pages show. */
export const callouts = {
  note: 'Note',
  tip: 'Tip',
  important: 'Important',
  warning: 'Warning',
  caution: 'Caution',
} as const
export type CalloutKind = keyof typeof callouts

/** The first line of a quotation that is a callout: `> [!NOTE]`. */
export const calloutMarker = (kind: CalloutKind) => `[!${kind.toUpperCase()}]`
const marker = /^\s*\[!(note|tip|important|warning|caution)\][^\S\n]*(?:\n|$)/i

/** Removes the marker of a quotation that is a callout. @returns its kind; null for other quotations */
export function takeCallout(quotation: Element): CalloutKind | null {
  const first = quotation.children.find((child) => child.type === 'element')
  const [text, next] = first?.tagName === 'p' ? first.children : []
  const [line, kind] = (text?.type === 'text' && marker.exec(text.value)) || []
  if (!first || text?.type !== 'text' || line === undefined || kind === undefined) return null
  text.value = text.value.slice(line.length)
  if (text.value === '') first.children.shift()
  // A line break as an element ends the marker's line as well, other content continues it.
  if (text.value === '' && next !== undefined) {
    if (next.type === 'element' && next.tagName === 'br') first.children.shift()
    else if (!line.endsWith('\n')) {
      first.children.unshift({ type: 'text', value: line })
      return null
    }
  }
  if (first.children.length === 0) quotation.children = quotation.children.filter((child) => child !== first)
  return kind.toLowerCase() as CalloutKind
}
