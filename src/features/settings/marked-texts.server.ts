/** No stored text has this sign (`hasNoNul`), so a mark cannot be mistaken. */
const sign = '\0'

/** Texts that are found again in the rendered page (`withNamedTexts`). Empty ones are not on it. */
export const markTexts = (texts: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, text === '' ? '' : `${sign}${name}${sign}${text}${sign}`]),
  )

const marked = new RegExp(`${sign}(\\w+)${sign}([^${sign}]*)${sign}`, 'g')

const withoutMarks = (text: string) => text.replace(marked, '$2')

const tagOrMarked = new RegExp(`<[^>]*>|${marked.source}`, 'g')

/** A document with each marked text in an element that names it (`data-setting`). In attributes and in the head the marks disappear. */
export function withNamedTexts(html: string): string {
  const body = html.indexOf('<body')
  const named = html
    .slice(body)
    .replace(tagOrMarked, (part, name?: string, text?: string) =>
      name === undefined ? withoutMarks(part) : `<span data-setting="${name}">${text}</span>`,
    )
  return withoutMarks(html.slice(0, body)) + named
}
