/** A plain text as Markdown that shows the same: its signs are escaped, and its lines stay. */
export const plainToMarkdown = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replaceAll('\0', '')
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.split('\n').map(escapeLine).join('\\\n'))
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')

/** In one line. */
export const lineToMarkdown = (text: string): string =>
  escapeLine(text.replaceAll('\0', '').replace(/\s+/g, ' ').trim())

const escapeLine = (line: string) =>
  line
    .trim()
    .replace(/[\\`*_[\]<>~|]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replace(/^(?=[#+\-=>])/, '\\')
    .replace(/^(\d{1,9})(?=[.)])/, '$1\\')

/** An address in Markdown. */
export const addressToMarkdown = (address: string): string =>
  address.replace(/[\s<>()\\"]/g, (sign) => encodeURIComponent(sign).replace('(', '%28').replace(')', '%29'))

export const listToMarkdown = (texts: string[]): string =>
  texts
    .filter((text) => text.trim() !== '')
    .map((text) => `- ${lineToMarkdown(text)}`)
    .join('\n')
