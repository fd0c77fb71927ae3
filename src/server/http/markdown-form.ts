import type { IncomingMessage } from 'node:http'

/**
 * Each page has a second form for machines: Markdown. It is at the address of the page with `.md`, and at the page's own address for a request that asks for it.
 */

/** The beginning of the page that `.md` alone would not name. */
const home = '/index'

/** The address of a page's Markdown: `/blog?page=2` is `/blog.md?page=2`, and `/` is `/index.md`. */
export function markdownAddress(url: string): string {
  const end = url.search(/[?#]|$/)
  const path = url.slice(0, end)
  return `${path === '/' ? home : path}.md${url.slice(end)}`
}

/** The path of the page whose Markdown is at a path; undefined for any other. */
export function pageOfMarkdown(pathname: string): string | undefined {
  const path = /^(.*[^/])\.md$/.exec(pathname)?.[1]
  return path === home ? '/' : path
}

/** Longer than the header of any browser; longer ones ask for the page. */
const longestHeader = 1_000
const type = /^\s*([\w*+.-]+\/[\w*+.-]+)\s*(?:;|$)/
const quality = /;\s*q\s*=\s*([\d.]+)/i

/**
 * Whether an `Accept` asks for Markdown and not for HTML: it names Markdown, and gives it no lower a quality than HTML. Of two that it likes equally, the
 * one that it names first wins. Wildcards never mean Markdown, so a browser and a program without a wish get HTML.
 */
export function prefersMarkdown(accept: string | undefined): boolean {
  if (accept === undefined || accept.length > longestHeader || !/text\/markdown/i.test(accept)) return false
  const given = new Map<string, { quality: number; place: number }>()
  for (const [place, part] of accept.split(',').entries()) {
    const name = type.exec(part)?.[1]?.toLowerCase()
    const stated = Number(quality.exec(part)?.[1] ?? 1)
    if (name && !given.has(name)) given.set(name, { quality: stated, place })
  }
  const markdown = given.get('text/markdown')
  if (!markdown || !(markdown.quality > 0)) return false
  const named = given.get('text/html')
  const html = named ?? given.get('text/*') ?? given.get('*/*')
  if (!html || markdown.quality > html.quality) return true
  return markdown.quality === html.quality && (!named || markdown.place < named.place)
}

/** Whether a request asks for the Markdown of a page, by its address or by its `Accept`. */
export const asksForMarkdown = ({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): boolean =>
  prefersMarkdown(headers.accept) || pageOfMarkdown(url.split('?', 1)[0] ?? '') !== undefined

/** Whether an `Accept` refuses HTML, which is the only form of the pages of one person. */
export const refusesHtml = (accept: string | undefined): boolean =>
  prefersMarkdown(accept) && !/text\/html|text\/\*|\*\/\*/i.test(accept ?? '')
