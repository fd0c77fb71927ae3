export type Mark = 'bold' | 'list' | 'link'

type Change = {
  /** The part of the text that is replaced, and by which text. */
  from: number
  to: number
  text: string
  /** The new selection: the words to write next. */
  start: number
  end: number
}

/** Marks the selected part of a Markdown text: bold words, lines of a list, or a link whose address is typed next. A second time removes the mark. */
export function markText(source: string, start: number, end: number, mark: Mark): Change {
  const selected = source.slice(start, end)
  if (mark === 'link') {
    const words = selected || 'link text'
    const at = start + words.length + 3
    return { from: start, to: end, text: `[${words}](https://)`, start: at, end: at + 'https://'.length }
  }
  if (mark === 'bold') {
    if (source.slice(0, start).endsWith('**') && source.slice(end).startsWith('**'))
      return { from: start - 2, to: end + 2, text: selected, start: start - 2, end: end - 2 }
    const words = selected || 'bold text'
    return { from: start, to: end, text: `**${words}**`, start: start + 2, end: start + 2 + words.length }
  }
  const from = source.lastIndexOf('\n', start - 1) + 1
  const next = source.indexOf('\n', end)
  const to = next < 0 ? source.length : next
  const lines = source.slice(from, to).split('\n')
  const isList = lines.every((line) => line.startsWith('- '))
  const text = lines.map((line) => (isList ? line.slice(2) : `- ${line}`)).join('\n')
  return { from, to, text, start: from + text.length, end: from + text.length }
}
