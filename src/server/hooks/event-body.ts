import type { EventKind } from './event-kind.ts'
import type { HookForm } from './hooks.table.ts'

/** An event at a time (ISO 8601). `test`: staff have asked for it, and nothing has happened. */
type Event<Data extends Record<string, unknown>> = { data: Data; at: string; test?: boolean }

/** The JSON that a webhook gets of an event. Standard Webhooks define the generic one; the others are messages with one text. */
export function eventBody<Data extends Record<string, unknown>>(
  kind: EventKind<Data>,
  { data, at, test = false }: Event<Data>,
  { form, personal }: { form: HookForm; personal: boolean },
): string {
  const seen = personal ? data : without(data, kind.personal ?? [])
  if (form === 'generic') return JSON.stringify({ type: kind.name, timestamp: at, ...(test && { test }), data: seen })
  const line = oneLine(`${test ? '[Test] ' : ''}${kind.line(plain(seen))}`)
  const link = kind.link === undefined ? undefined : seen[kind.link]
  return JSON.stringify(messages[form](line, typeof link === 'string' ? link : undefined))
}

const without = <Data extends Record<string, unknown>>(data: Data, fields: readonly string[]): Data =>
  Object.fromEntries(Object.entries(data).filter(([name]) => !fields.includes(name))) as Data

/** The longest line of a message, and the longest words of one field in it, in characters. */
const longestLine = 500
const longestWords = 200

const oneLine = (text: string): string => shortened(text.replace(/\s+/g, ' ').trim(), longestLine)

function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text
  const cut = text.slice(0, longest - 1)
  return `${(cut.isWellFormed() ? cut : cut.slice(0, -1)).trimEnd()}…`
}

/** The words of an event as a chat may show them: visitors have typed some. */
const plain = <Data extends Record<string, unknown>>(data: Data): Data =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, typeof value === 'string' ? plainWords(value) : value]),
  ) as Data

/** Controls, and marks that turn the direction of the words after them. Joiners stay, since scripts of India and emoji need them. */
const hidden = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]+/gu
/** Where chats see an address, and make a link of it: `https://`, `example.com`, `@name`. */
const addresses = /(?<=[a-z]):(?=\/\/)|(?<=[\p{L}\p{N}\p{M}])[.@](?=[\p{L}\p{N}])|@(?=[\p{L}\p{N}])/giu
/** Letters that are written from right to left. */
const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u

function plainWords(text: string): string {
  const line = shortened(text.toWellFormed().replace(hidden, ' ').replace(/\s+/g, ' ').trim(), longestWords)
  // A sign without width keeps chats from a link that a stranger chose.
  const unlinked = line.replace(addresses, '$&\u2060')
  // Else the words around it would change their order.
  return rightToLeft.test(unlinked) ? `\u2068${unlinked}\u2069` : unlinked
}

/**
 * The text comes from visitors too, so nothing in it may act as markup: a mention of everyone, or words that lead to another address than they say.
 * Slack has escapes. Google Chat has none, so `<` becomes a sign that looks alike. Teams takes a run of text as it is.
 */
const messages: Record<Exclude<HookForm, 'generic'>, (line: string, link: string | undefined) => object> = {
  slack: (line, link) => ({
    text: withLink(line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'), link && `<${link}>`),
  }),
  googleChat: (line, link) => ({ text: withLink(line.replaceAll('<', '‹').replaceAll('>', '›'), link) }),
  teams: (line, link) => ({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [{ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: line }] }],
          ...(link !== undefined && { actions: [{ type: 'Action.OpenUrl', title: 'Open', url: link }] }),
        },
      },
    ],
  }),
}

const withLink = (text: string, link: string | undefined) => (link ? `${text}\n${link}` : text)
