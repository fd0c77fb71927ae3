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
  const line = oneLine(`${test ? '[Test] ' : ''}${kind.line(seen)}`)
  const link = kind.link === undefined ? undefined : seen[kind.link]
  return JSON.stringify(messages[form](line, typeof link === 'string' ? link : undefined))
}

const without = <Data extends Record<string, unknown>>(data: Data, fields: readonly string[]): Data =>
  Object.fromEntries(Object.entries(data).filter(([name]) => !fields.includes(name))) as Data

/** The longest line of a message, in characters. */
const longestLine = 500

const oneLine = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > longestLine ? `${line.slice(0, longestLine - 1).toWellFormed()}…` : line
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
