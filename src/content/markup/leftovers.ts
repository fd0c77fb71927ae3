import { attributeValue } from '#contract/media.ts'
import { isNameOfCopy } from '#contract/slugs.ts'

/** The name of a field to merge: `first_name`, `First name`, `contact.FIRSTNAME`. A single letter is one of a formula. */
const fieldName = String.raw`\p{L}[\p{L}\p{N}_.-]+(?: [\p{L}\p{N}_.-]+){0,2}`

/** Fields to merge, in the notations of mail programs. What belongs to a path or a program is none. */
const fields = new RegExp(
  [
    // The picker of record links, which was left without a choice.
    String.raw`\[\[\p{L}[^\]\n]{0,40}(?:\]\])?`,
    String.raw`\{\{[^{}\n]{1,80}\}\}`,
    String.raw`(?<![\p{L}\p{N}/$}{#\\])\{${fieldName}\}(?![/}])`,
    // Markdown takes the asterisks of *|FNAME|*.
    String.raw`\|[A-Z][A-Z0-9_:]+\|`,
    '%[A-Z][A-Z_]{2,}%',
  ].join('|'),
  'gu',
)

/** Notes of the author. */
const notes =
  /\[(?:(?:insert|add|enter|your|todo|tbd|tk|xx+)\b[^\]\n]{0,60}|link|url|date|time|place|price|name|first name|company|title)\]/gi

/**
 * What a text should not say to readers, as it is in it: `[[invoice`, `{name}`, `*|FNAME|*`, `[insert link]`.
 * @param text plain, or the prose of a rendered text
 * @param replaced fields that the text may have, since they are replaced
 */
export function leftoversIn(text: string, replaced: string[] = []): string[] {
  const found = [fields, notes].flatMap((signs) => [...text.matchAll(signs)].map(([whole]) => whole.trim()))
  return [...new Set(found)].filter((one) => !replaced.includes(one))
}

/** The words of rendered HTML outside code, one line for each block. */
export const proseOf = (html: string): string =>
  attributeValue(
    html
      .replaceAll(/<(pre|code|kbd|samp)\b[^>]*>.*?<\/\1>/gs, ' ')
      .replaceAll(/<\/?(?:p|div|li|ul|ol|h[1-6]|td|th|tr|table|blockquote|figcaption|dd|dt)\b[^>]*>|<br\b[^>]*>/g, '\n')
      .replaceAll(/<[^>]*>/g, ''),
  )

/** The sentences about what is left over in a line of a record. @param name of the line: 'title' */
export const leftInLine = (name: string, text: string, replaced?: string[]): string[] => [
  ...(isNameOfCopy(text) ? [`The ${name} begins with “Copy of”.`] : []),
  ...leftoversIn(text, replaced).map((left) => leftIn(left, name)),
]

/** The same for a rendered text. */
export const leftInText = (html: string): string[] => leftoversIn(proseOf(html)).map((left) => leftIn(left, 'text'))

const leftIn = (left: string, name: string) => `“${left}” is left over in the ${name}.`
