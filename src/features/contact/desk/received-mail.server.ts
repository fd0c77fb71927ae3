import { createHash } from 'node:crypto'
import { cutText, type InboundMessage, longestText } from '../ground/desk.contract.ts'
import { textOfHtml } from './html-text.server.ts'

/** Spaces and marks that nobody sees. */
const unseen = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\s\u2800]/gu
const isBlank = (text: string) => text.replace(unseen, '') === ''

/** Words of a placeholder text in place of HTML: it names HTML, or the program that shows it. */
const stub = new RegExp(
  `${[
    'html|browser|webmail|web version|webversion|(?<!\\p{L})(view|read) .*online|navigateur|navegador|brauzer',
    'браузер|przeglądar|prohlížeč|prehliadač|tarayıcı|selaim|webbläsar|nettleser|böngésző|متصفح|דפדפן',
    'ब्राउज़र|ブラウザ|浏览器|瀏覽器|브라우저|เบราว์เซอร์|trình duyệt',
  ].join('|')}`,
  'iu',
)
/** Programs write these for pictures, and for letters that they could not write. */
const placeholders = /\[(cid|image|inline image):[^\]]{0,200}\]|[?？\ufffd][?？!.,;:\ufffd\s]*/gi
/** The longest text that can be one, in letters, and the length of what is compared. */
const longestStub = 600
const compared = 5

const letters = (text: string) =>
  text
    .slice(0, longestText)
    .toLowerCase()
    .replace(/https?:\S+/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** Whether a text says what a longer one says. */
function isPart(short: string, long: string): boolean {
  const starts = Array.from({ length: Math.max(1, short.length - compared + 1) }, (_, index) => index)
  return starts.filter((index) => long.includes(short.slice(index, index + compared))).length > starts.length / 2
}

/**
 * The text of a message that says it twice. The plain one is the message unless it is blank, a placeholder for the other, or is a part of it. Two
 * different ones are both the message.
 */
export function chosenText(plain: string, html: string): string {
  if (isBlank(html)) return plain
  if (isBlank(plain.replace(placeholders, ''))) return html
  const [said, shown] = [letters(plain), letters(html)]
  if (said.length > longestStub || shown === '') return plain
  if (said === '') return html.includes(plain.trim()) ? html : `${plain.trim()}\n\n${html}`
  if (said.length < shown.length && isPart(said, shown)) return shown.length > 1.2 * said.length + 20 ? html : plain
  if (said.length >= shown.length && isPart(shown.slice(0, longestStub), said)) return plain
  return stub.test(plain) ? html : `${plain.trim()}\n\n${html}`
}

/** The text of HTML, of which the rest is in the mailbox if it is longer than a text that is stored. */
export const storedTextOf = (html: string): string => textOfHtml(html, 2 * longestText)

type Attachment = Exclude<NonNullable<InboundMessage['attachments']>[number], string>

/**
 * The names of the attachments that a text does not show as pictures.
 * @param html where the message has no other text, its pictures are named too
 */
export function attachmentNames(attachments: (Attachment | string)[], html: string): string[] {
  const shown = new Set([...html.matchAll(/cid:([^"'\s<>)]+)/gi)].map(([, id = '']) => plainId(id)))
  return attachments.flatMap((one) => {
    const { name, filename, contentId = '' } = typeof one === 'string' ? { name: one } : one
    const isShown = contentId !== '' && shown.has(plainId(contentId))
    return isShown ? [] : [name?.trim() || filename?.trim() || 'attachment']
  })
}

/** A Content-ID as a header and an address in HTML write it alike. */
function plainId(id: string): string {
  const plain = id.trim().replace(/^<|>$/g, '').toLowerCase()
  try {
    return decodeURIComponent(plain)
  } catch {
    return plain
  }
}

/** The text that the site stores of a message with both forms. */
export const wordsOf = ({ text = '', html = '', cut }: Pick<InboundMessage, 'text' | 'html' | 'cut'>): string => {
  const words = (html === '' ? text : chosenText(text, storedTextOf(html))).replaceAll('\r\n', '\n').trim()
  return cutText(words, cut)
}

/** The end of the ids that are made here. No mail program knows them. */
export const madeUp = '@no-message-id.invalid'

/** A Message-ID for a message without one, which is the same when the message is handed in again. */
export const makeMessageId = (content: unknown): string =>
  `${createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 40)}${madeUp}`
