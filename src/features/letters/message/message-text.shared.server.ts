import { randomUUID } from 'node:crypto'
import { escapeHtml } from '#content/markup/escape.ts'
import { shorten } from '#content/markup/plain-text.ts'
import type { MessageLinks, RenderedContent } from '#features/letters/sending/notifications.contract.ts'

/** In place of what each reader gets of their own in a rendered message. No text can contain them, because they are random. */
export const placeholders: MessageLinks = {
  unsubscribe: `https://${randomUUID()}.invalid/`,
  preferences: `https://${randomUUID()}.invalid/`,
  greeting: `greeting-${randomUUID()}`,
}

type Reader = Omit<MessageLinks, 'greeting'> & { name?: string | undefined | null }

/** A rendered message with the links and the greeting of one reader. */
export function forReader({ subject, html, text, greeting: typed }: RenderedContent, { name, ...links }: Reader) {
  const own = { ...links, greeting: greetingFor(typed, name) }
  const fill = (rendered: string, write: (text: string) => string) =>
    Object.entries(own).reduce(
      (result, [key, value]) => result.replaceAll(placeholders[key as keyof MessageLinks], () => write(value)),
      rendered,
    )
  return { subject, html: fill(html, escapeHtml), text: fill(text, (plain) => plain) }
}

const usualGreeting = 'Hello,'

/**
 * The greeting of one recipient: the name replaces `{name}`. Without a name, the space or the comma that belongs to it goes as well.
 * @param template as typed; the usual greeting when it is left out
 */
export function greetingFor(template: string | undefined, name: string | undefined | null): string {
  const typed = template?.trim() || usualGreeting
  const known = name?.trim()
  if (known) return typed.replaceAll('{name}', () => known)
  if (!typed.includes('{name}')) return typed
  const rest = typed
    .replace(/^\{name\}\s*[,;:!–-]?\s*/, '')
    .replaceAll(/\s*\{name\}/g, '')
    .trim()
  return /[\p{L}\p{N}]/u.test(rest) ? rest.replace(/^./u, (letter) => letter.toUpperCase()) : usualGreeting
}

/** The most characters that mail programs show after the subject. */
const longestPreheader = 110

/** The first words of a text, for the list of messages. @param text with one line per block */
export const firstWords = (text: string) => shorten(text.replaceAll(/\s+/g, ' ').trim(), longestPreheader)

/** Addresses of ours that are no page, and the pages of a subscription, whose address nothing is added to. */
const notCounted = /^\/(?:api|assets|brand|files|media|newsletter)(?:[/?#]|$)/

/**
 * A link of a message as a whole address. One to a page of ours names the message, so that visits which begin with it can be counted.
 * @param code that of the message; a preview has none
 */
export function messageLink(
  address: string,
  { publicUrl, code }: { publicUrl: string; code: string | undefined },
): string {
  const url = URL.parse(address, `${publicUrl}/`)
  const { origin } = new URL(publicUrl)
  if (!url || url.origin !== origin) return address
  const isPage = !notCounted.test(url.pathname) && !notCounted.test(url.hash.slice(1))
  if (code === undefined || !isPage || url.searchParams.has('via')) return url.href
  return `${url.origin}${url.pathname}${url.search}${url.search ? '&' : '?'}via=${code}${url.hash}`
}
