import type { InboundMessage } from '#features/contact/ground/desk.contract.ts'

type DeliveryReport = NonNullable<InboundMessage['report']>

/** The parts of a report that programs read: what became of the message, and its headers. */
export const isReportPart = (type: string): boolean => status.test(type) || returned.test(type)
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
