import PostalMime, { decodeWords, type Email } from 'postal-mime'
import { attachmentNames, chosenText, storedTextOf } from '#features/contact/desk/received-mail.server.ts'
import type { InboundMessage } from '#features/contact/ground/desk.contract.ts'
import { longestHeaders, mendHeaders, mendWords, ofBytes, ofMisnamed, unflow } from './mail-text.ts'

/** A part of a message, as the parser keeps it. Its own texts read bytes as the header says, and join parts that are not one text. */
type Part = {
  contentType: { parsed: { value: string; params: Record<string, string | undefined> }; multipart: string | false }
  contentDisposition: { parsed: { value: string; params: Record<string, string | undefined> } }
  contentId?: string
  content: ArrayBuffer | null
  childNodes: Part[]
  subMessage?: Email
  getTextContent(): string
}

type Message = {
  email: Pick<Email, 'headers' | 'from' | 'date' | 'messageId' | 'inReplyTo' | 'references'>
  subject: string
  text: string
  attachments: string[]
  types: string[]
  /** The parts of a report on a delivery that programs read; of any other message none. */
  report: ReportPart[]
}
type ReportPart = { type: string; text: string }

/** Reads a message. One that nests parts without end, or has headers without end, is read without its text. */
export async function readMessage(source: Uint8Array): Promise<Message> {
  const parser = new PostalMime()
  try {
    const email = await parser.parse(mendHeaders(source))
    const root = (parser as unknown as { root: Part }).root
    const found: Found = { html: [], attachments: [], types: [], report: [], isFirst: true }
    const text = textOf(root, found) || withoutParts(root, source)
    const names = attachmentNames(found.attachments, text.trim() === '' ? '' : found.html.join('\n'))
    // A report that somebody forwards is inside of another message.
    const report = root.contentType.parsed.value === 'multipart/report' ? found.report : []
    return { email, subject: subjectOf(email), text, attachments: names, types: found.types, report }
  } catch {
    const end = Buffer.from(source).indexOf('\n\r\n')
    const headers = Buffer.from(source).subarray(0, Math.min(end < 0 ? source.length : end, longestHeaders))
    const email = await PostalMime.parse(Buffer.concat([headers, Buffer.from('\r\nContent-Type: text/plain\r\n\r\n')]))
    return { email, subject: subjectOf(email), text: unreadable, attachments: [], types: [], report: [] }
  }
}

const unreadable = '[The text could not be read. It is in the mailbox.]'

const subjectOf = ({ headers, subject = '' }: Email) => {
  const raw = headers.find(({ key }) => key === 'subject')?.value
  return raw === undefined ? subject : decodeWords(mendWords(raw))
}

/** The body as it is, of a message that has no parts although its header says so. */
function withoutParts({ contentType, childNodes }: Part, source: Uint8Array): string {
  if (!contentType.multipart || childNodes.length > 0) return ''
  const text = Buffer.from(source).toString('utf8').replace(/\r\n?/g, '\n')
  return text.slice(text.indexOf('\n\n') + 2)
}

type Found = {
  html: string[]
  attachments: { name?: string; contentId?: string }[]
  types: string[]
  report: ReportPart[]
  /** Whether no text was read yet. */
  isFirst: boolean
}

/** The text of a part with all below it. Names and pictures are added to `found`. */
function textOf(part: Part, found: Found): string {
  const { multipart, parsed } = part.contentType
  found.types.push(parsed.value)
  if (isReportPart(parsed.value))
    found.report.push({ type: parsed.value, text: Buffer.from(part.content ?? new ArrayBuffer(0)).toString('utf8') })
  if (!multipart) return isText(part, found) ? leafText(part, found) : named(part, found)
  let [plain, html, text] = ['', '', '']
  const flush = () => {
    text = joined(text, chosenText(plain, html))
    plain = ''
    html = ''
  }
  for (const child of part.childNodes) {
    const said = textOf(child, found)
    const type = child.contentType.parsed.value
    // A text in HTML that follows a plain one says the same, or goes on.
    if (type === 'text/plain' && multipart !== 'alternative' && html !== '') flush()
    if (type === 'text/plain') plain = joined(plain, said)
    else if (said !== '') html = joined(html, said)
  }
  flush()
  return text
}

const joined = (before: string, after: string) =>
  [before.trimEnd(), after].filter((one) => one.trim() !== '').join('\n\n')

/** Whether a part is a text of the message. A later one with a name is a file that mail programs show in its place. */
function isText({ contentType, contentDisposition }: Part, { isFirst }: Found): boolean {
  const isFile = contentDisposition.parsed.value === 'attachment'
  const name = contentDisposition.parsed.params['filename'] ?? contentType.parsed.params['name']
  const type = contentType.parsed.value
  // A type that is none is that of a plain text (RFC 2045).
  if (!/^text\/(plain|html)$/.test(type)) return !isFile && !name && /^(text\/markdown|[^/]*)$/.test(type)
  return !isFile && (isFirst || !name)
}

function leafText(part: Part, found: Found): string {
  found.isFirst = false
  const { value, params } = part.contentType.parsed
  const flowed = /^flowed$/i.test(params['format'] ?? '')
  delete params['format']
  const bytes = new Uint8Array(part.content ?? new ArrayBuffer(0))
  const declared = value === 'text/html' && !params['charset'] ? metaCharset(bytes) : undefined
  if (declared !== undefined) params['charset'] = declared
  const text = ofBytes(bytes) ?? ofMisnamed(bytes, params['charset']) ?? part.getTextContent()
  if (value !== 'text/html')
    return flowed ? unflow(text, /^yes$/i.test(params['delsp'] ?? '')) : text.replace(/\r\n?/g, '\n')
  found.html.push(text)
  return storedTextOf(text)
}

/** The character set that a document in HTML names at its begin. */
const metaCharset = (bytes: Uint8Array) =>
  /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(Buffer.from(bytes.subarray(0, 2_048)).toString('latin1'))?.[1]

/** Other forms of the text, and what servers report to servers. */
const unnamed = /^(text\/(x-amp-html|watch-html|enriched)|message\/(delivery-status|disposition-notification))$/

/** Names an attachment. @returns its text, which is none */
function named({ contentType, contentDisposition, contentId, subMessage, content }: Part, found: Found): string {
  const { value, params } = contentType.parsed
  const name = contentDisposition.parsed.params['filename'] ?? params['name']
  if (!name && (content === null || unnamed.test(value))) return ''
  const subject = value === 'message/rfc822' ? (subMessage?.subject ?? subjectIn(content)) : ''
  const title = value === 'text/calendar' ? 'invitation.ics' : subject && `${subject}.eml`
  found.attachments.push({ name: name ? decodeWords(mendWords(name)) : (title ?? ''), ...(contentId && { contentId }) })
  return ''
}

const subjectIn = (message: ArrayBuffer | null) =>
  decodeWords(
    mendWords(
      /^subject:[ \t]*(.*(?:\r?\n[ \t].*)*)/im.exec(
        Buffer.from(message ?? new ArrayBuffer(0))
          .toString('utf8')
          .slice(0, longestHeaders),
      )?.[1] ?? '',
    ),
  ).replace(/\s+/g, ' ')

type DeliveryReport = NonNullable<InboundMessage['report']>

/** The parts of a report that programs read: what became of the message, and its headers. */
const isReportPart = (type: string): boolean => status.test(type) || returned.test(type)
const status = /^message\/(global-)?delivery-status$/
const returned = /^(message\/(rfc822|global)|(text\/rfc822|message\/global)-headers)$/

/** The longest part that is read, in characters: it may return the whole message. */
const longestPart = 50_000
/** The most recipients that are read. Our messages have one. */
const mostRecipients = 20

/**
 * The report of a mail server on a message that it could not deliver (RFC 3464).
 * @param parts the parts of the message, in their order
 * @param answered the Message-IDs that the report answers, for servers that return no headers
 */
export function deliveryReport(
  parts: { type: string; text: string }[],
  answered: string[],
): DeliveryReport | undefined {
  const [said] = parts.filter(({ type }) => status.test(type)).map(({ text }) => text.slice(0, longestPart))
  if (said === undefined) return undefined
  const headers = parts
    .filter(({ type }) => returned.test(type))
    .map(({ text }) => fieldsOf(text.slice(0, longestPart)))
  const ids = headers.flatMap((fields) => fields.get('message-id') ?? [])
  const to = headers.flatMap((fields) => fields.get('to') ?? [])
  const recipients = said.split(/\r?\n[ \t]*\r?\n/).flatMap((block) => {
    const fields = fieldsOf(block)
    const addresses = ['original-recipient', 'final-recipient'].flatMap((name) => afterType(fields.get(name)))
    if (addresses.length === 0) return []
    return {
      // A mailbox that passes messages on reports the address that it passed them to.
      addresses: [...addresses, ...to],
      action: fields.get('action') ?? '',
      status: fields.get('status') ?? '',
      reason: afterType(fields.get('diagnostic-code')).join(),
    }
  })
  return { messageIds: ids.length > 0 ? ids : answered, recipients: recipients.slice(0, mostRecipients) }
}

/** The value of a field such as `rfc822; asha@example.net`. */
const afterType = (field: string | undefined): string[] =>
  field === undefined ? [] : [field.replace(/^[\w-]+\s*;\s*/, '').trim()]

/** The fields of the first block of lines, in lower case. A line that begins with a space goes on with the one before. */
const fieldsOf = (text: string): Map<string, string> =>
  new Map(
    (text.trimStart().split(/\r?\n[ \t]*\r?\n/, 1)[0] ?? '')
      .replace(/\r?\n[ \t]+/g, ' ')
      .split(/\r?\n/)
      .flatMap((line) => {
        const [, name = '', value = ''] = /^([\w-]+)[ \t]*:(.*)$/.exec(line) ?? []
        return name === '' ? [] : [[name.toLowerCase(), value.trim()] as const]
      }),
  )
