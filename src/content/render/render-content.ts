import type { Root } from 'hast'
import { h } from 'hastscript'
import rehypeStringify from 'rehype-stringify'
import { unified } from 'unified'
import { callouts, takeCallout } from '#content/markup/callouts.ts'
import { classesOf, closest, elementsNamed, hidden, replace } from '#content/markup/elements.ts'
import { isTooDeep, isTooIntricate } from '#content/markup/intricacy.ts'
import { countWords, linesOf, minutesToRead, textOf } from '#content/markup/plain-text.ts'
import { idPrefix, leadsAway } from '#content/markup/sanitise-schema.ts'
import { sanitisedTree } from '#content/markup/sanitised-tree.ts'
import { videoOf } from '#content/markup/videos.ts'
import { decoded } from '#contract/addresses.ts'
import type { Heading } from '#contract/fields.ts'
import type { VideoDetails } from '#contract/videos.ts'
import { finishHeadings, nameHeadings } from './headings.ts'
import { finishCode } from './highlight.ts'
import { finishImages, removeMissing } from './images.ts'
import { finishForMail } from './mail-html.ts'
import { finishDirections, finishTypography } from './typography.ts'

export type RenderOptions = {
  /** How many levels to lower the headings by. */
  headingOffset?: number | undefined
  /** The site's own origin (`https://www.example.com`), whose links and pictures are not external. */
  siteOrigin?: string
  /** The stored details of the videos in the text (`storedVideos`); others appear without a picture. */
  videos?: KnownVideos | undefined
  /** Whether it is for a message (`mail-html.ts`), and not for a page. */
  mail?: boolean | undefined
}

export type Rendered = {
  html: string
  /** Those of levels 2 and 3, for a table of contents; their `id`s are in `html`. */
  headings: Heading[]
  /** The visible text with one line per block, for search and excerpts. */
  text: string
  words: number
  /** In minutes, at 200 words per minute, at least 1. */
  readTime: number
  /** How many pictures have no address that pages can show. */
  missingPictures: number
}

const writer = unified().use(rehypeStringify).freeze()

/** A tag as the writer writes it: only values have quotation marks, since marks inside values are entities, as is each `<` of a text. */
const tag = /<([^"<>]*(?:"[^"]*"[^"<>]*)*)>/g

/**
 * Writes the tree as HTML in which each `<` begins a tag and each tag ends with the next `>`: both are entities in the values of attributes too,
 * where HTML allows them. So a search for a tag in the text finds only tags.
 */
const write = (tree: Root) =>
  writer
    .stringify(tree)
    .replaceAll(tag, (_, inner: string) => `<${inner.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}>`)

/**
 * Renders content as staff typed it (GitHub-flavoured Markdown, HTML, or both) to HTML that is safe anywhere on the site. It may take very long
 * and exhaust the memory, so call it in a worker process only.
 * @returns null for a text that is nested too deeply or has too large a table
 */
export function renderContent(
  source: string,
  { headingOffset = 0, siteOrigin, videos, mail = false }: RenderOptions = {},
): Rendered | null {
  if (isTooIntricate(source)) return null
  try {
    const tree = sanitisedTree(source)
    if (isTooDeep(tree)) return null
    const missingPictures = removeMissing(tree)
    finishCallouts(tree)
    finishVideos(tree, videos)
    const text = linesOf(tree)
    finishTaskLists(tree)
    nameHeadings(tree)
    finishTypography(tree)
    const headings = finishHeadings(tree, headingOffset)
    finishImages(tree, siteOrigin)
    finishTables(tree)
    finishCode(tree)
    finishLinks(tree, siteOrigin)
    finishDirections(tree)
    if (mail) finishForMail(tree, siteOrigin)
    const words = countWords(text)
    return { html: write(tree), headings, text, words, readTime: minutesToRead(words), missingPictures }
  } catch (error) {
    // The parsers are recursive, so thousands of nested elements exhaust the stack.
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Quotations that begin with a marker such as `[!NOTE]` become callouts with a title, as on GitHub. */
function finishCallouts(tree: Root) {
  for (const { element } of elementsNamed(tree, 'blockquote')) {
    const kind = takeCallout(element)
    if (!kind) continue
    element.tagName = 'div'
    element.properties = { className: ['callout', `callout-${kind}`], role: 'note' }
    element.children.unshift(h('p.callout-title', callouts[kind]))
  }
}

/** The checkbox of a task gets a name and is disabled. Other inputs are removed. */
function finishTaskLists(tree: Root) {
  for (const placed of elementsNamed(tree, 'input')) {
    const { properties } = placed.element
    const item = closest(placed, 'li')
    if (!item || !classesOf(item).includes('task-list-item') || properties.type !== 'checkbox') replace(placed)
    else Object.assign(properties, { disabled: true, ariaLabel: properties.checked ? 'Done' : 'To do' })
  }
}

/** Puts each table into a scrollable, focusable region with a name. */
function finishTables(tree: Root) {
  const tables = elementsNamed(tree, 'table').filter((placed) => !closest(placed, 'table'))
  for (const [index, placed] of tables.entries()) {
    const caption = placed.element.children.find((child) => child.type === 'element' && child.tagName === 'caption')
    const name = [index === 0 ? 'Table' : `Table ${index + 1}`, caption ? textOf(caption) : '']
      .filter(Boolean)
      .join(': ')
    replace(placed, h('div.table-scroll', { tabIndex: 0, role: 'region', ariaLabel: name }, placed.element))
  }
  for (const placed of elementsNamed(tree, 'th')) {
    const { element } = placed
    // An empty corner cell is not a heading.
    if (textOf(element) === '' && element.children.every((child) => child.type === 'text')) element.tagName = 'td'
    else if (closest(placed, 'thead')) element.properties.scope ??= 'col'
  }
}

/** Opens external links in a new tab, and adds the id prefix to `#fragment` links. Ids must be final. */
function finishLinks(tree: Root, siteOrigin?: string) {
  const ids = new Set(elementsNamed(tree).flatMap(({ element }) => element.properties.id ?? []))
  for (const { element } of elementsNamed(tree, 'a')) {
    // A video is played in its place.
    if (element.properties['dataVideo'] !== undefined) continue
    const href = String(element.properties.href ?? '')
    if (leadsAway(href, siteOrigin)) {
      Object.assign(element.properties, { target: '_blank', rel: ['noopener', 'noreferrer'] })
      element.children.push(hidden(' (opens in a new tab)'))
    } else if (href.startsWith('#')) {
      const name = [href.slice(1), decoded(href.slice(1))].find((id) => ids.has(idPrefix + id))
      if (name !== undefined) element.properties.href = `#${idPrefix}${name}`
    }
  }
}

/** The stored details of videos by key. */
export type KnownVideos = Record<string, VideoDetails>

/**
 * A paragraph with only the address of a video becomes its picture, with a link to it. `public/video.js` plays it in that place
 * after a click. Nothing is loaded from the video's site before.
 */
function finishVideos(tree: Root, known: KnownVideos = {}) {
  for (const { element } of elementsNamed(tree, 'p')) {
    const found = videoOf(element)
    if (!found) continue
    const { page, player, site, key } = found.video
    const { title, imageUrl } = known[key] ?? {}
    const name = title || page.replace(/^https:\/\/(?:www\.)?/, '')
    element.tagName = 'figure'
    element.properties = { className: ['video'] }
    element.children = [
      h('a', { href: page, dataVideo: player, ariaLabel: `Play the video: ${name} (${site})` }, [
        ...(imageUrl ? [h('img', { src: imageUrl, alt: '' })] : []),
        h('span.video-title', { dataSite: site }, name),
      ]),
    ]
  }
}
