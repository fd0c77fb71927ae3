import type { Element, Root } from 'hast'
import { h } from 'hastscript'
import { classesOf, closest, elementsNamed, onlyChild, type Placed, replace } from '#content/markup/elements.ts'
import { textOf } from '#content/markup/plain-text.ts'
import { lookup } from '#contract/lookup.ts'
import { mailColors, mailDisplayFont, mailFont, mailTextColors, mailWidth } from '#contract/mail-styles.ts'
import { mailVariantFor, parseImageUrl } from '#contract/media.ts'
import { directionIn } from './typography.ts'

const { ink, line, muted, paper, primary } = mailColors

/** The look of an element: its style, and the class that replaces colours where the mail program is dark. */
type Look = readonly [style: string, className?: string]

const mono = 'Consolas, Menlo, monospace'
const headingFont = `font-family:${mailDisplayFont};line-height:1.25;font-weight:700;color:${ink}`
const box = `margin:0 0 20px;padding:14px 18px;border:1px solid ${line};border-radius:10px;background-color:${paper}`
const cell = `padding:8px 12px 8px 0;border-bottom:1px solid ${line};font-family:${mailFont};font-size:15px;line-height:1.5;color:${ink};text-align:left;vertical-align:top;overflow-wrap:normal;word-break:normal`

/** How elements look, by their names, or by a class where that is named. The rest is inherited. */
const looks: Record<string, Look> = {
  p: ['margin:0 0 16px'],
  h2: [`margin:32px 0 12px;font-size:24px;${headingFont}`, 'ink'],
  h3: [`margin:28px 0 10px;font-size:20px;${headingFont}`, 'ink'],
  h4: [`margin:24px 0 8px;font-size:17px;${headingFont}`, 'ink'],
  h5: [`margin:24px 0 8px;font-size:17px;${headingFont}`, 'ink'],
  h6: [`margin:24px 0 8px;font-size:17px;${headingFont}`, 'ink'],
  ul: ['margin:0 0 16px;padding-left:24px'],
  ol: ['margin:0 0 16px;padding-left:24px'],
  li: ['margin:0 0 6px'],
  dt: ['font-weight:600'],
  dd: ['margin:0 0 12px 24px'],
  a: [`color:${primary};text-decoration:underline`, 'mark'],
  blockquote: [`margin:0 0 16px;padding:4px 0 4px 18px;border-left:3px solid ${line}`, 'rule'],
  hr: [`margin:28px 0;border:0;border-top:1px solid ${line}`, 'rule'],
  pre: [
    `${box};font-family:${mono};font-size:14px;line-height:1.5;white-space:pre-wrap;overflow-wrap:anywhere`,
    'paper rule',
  ],
  code: [`padding:1px 4px;border-radius:4px;background-color:${paper};font-family:${mono};font-size:15px`, 'paper'],
  kbd: [`padding:1px 4px;border:1px solid ${line};border-radius:4px;font-family:${mono};font-size:15px`, 'rule'],
  mark: [`padding:0 2px;background-color:#fcefd6;color:${ink}`],
  table: ['width:100%;border-collapse:collapse', 'data'],
  caption: ['padding:0 0 8px;font-weight:600;text-align:left'],
  th: [`${cell};font-weight:600`, 'ink rule'],
  td: [cell, 'ink rule'],
  figcaption: [`margin:8px 0 0;font-size:14px;color:${muted}`, 'muted'],
  figure: ['margin:0 0 20px'],
  details: [box, 'paper rule'],
  summary: ['margin:0 0 8px;font-weight:600'],
  img: ['max-width:100%;height:auto;border:0;border-radius:10px'],
  callout: [`${box};border-left:3px solid ${primary}`, 'paper rule'],
  'callout-title': ['margin:0 0 6px;font-weight:600'],
  'table-scroll': ['margin:0 0 16px;overflow-x:auto'],
  button: ['margin:24px 0'],
  'button-link': [
    `display:inline-block;padding:14px 24px;border-radius:10px;background-color:${primary};color:#ffffff;font-size:16px;font-weight:600;text-decoration:none`,
    'button',
  ],
}

/** Elements that some mail programs do not know, and those in their place. */
const plainNames: Record<string, string> = {
  figure: 'div',
  figcaption: 'p',
  details: 'div',
  summary: 'p',
  section: 'div',
}

/** The attributes that stay. */
const kept = 'href src alt width lang dir colSpan rowSpan scope start type value'.split(' ')

/**
 * Turns a rendered text into one for messages: each element has its own style, nothing depends on a stylesheet, a script or an id, and pictures have
 * a format and size that mail programs show. Addresses on the site stay paths.
 */
export function finishForMail(tree: Root, siteOrigin = ''): void {
  // From the last to the first, so that the elements around each are still in place.
  for (const placed of elementsNamed(tree).toReversed()) simplify(placed, siteOrigin)
  for (const placed of elementsNamed(tree)) dress(placed, tree)
}

function simplify(placed: Placed, siteOrigin: string) {
  const { element } = placed
  const { tagName, properties, children } = element
  const classes = classesOf(element)
  if (
    tagName === 'source' ||
    'dataFootnoteBackref' in properties ||
    classes.some((name) => ['anchor', 'sr-only', 'code-head'].includes(name))
  )
    return replace(placed)
  if (tagName === 'input') return replace(placed, { type: 'text', value: properties['checked'] ? '☑ ' : '☐ ' })
  if (tagName === 'img') return finishPicture(placed, siteOrigin)
  if (tagName === 'figure' && classes.includes('video')) return finishVideo(element)
  if (tagName === 'p' && isButton(element)) return makeButton(element)
  const href = properties['href']
  // Mail programs open no place within a message.
  const leadsNowhere = tagName === 'a' && (typeof href !== 'string' || href === '' || href.startsWith('#'))
  const isColored = classes.some((name) => lookup(mailTextColors, name))
  const isWrapper = classes.some((name) => ['heading', 'code-block', 'gallery'].includes(name))
  if (
    leadsNowhere ||
    isWrapper ||
    tagName === 'picture' ||
    (tagName === 'span' && !isColored && !properties['dataSite'])
  )
    replace(placed, ...children)
}

/** A picture gets the variant that is sharp at twice its width, in a format that every mail program shows. */
function finishPicture(placed: Placed, siteOrigin: string) {
  const { properties } = placed.element
  const address = String(properties['src'] ?? '')
  const src = siteOrigin && address.startsWith(`${siteOrigin}/`) ? address.slice(siteOrigin.length) : address
  const figure = closest(placed, 'figure')
  const widest = figure && classesOf(figure).includes('picture-small') ? mailWidth / 2 : mailWidth
  const own = parseImageUrl(src)?.width ?? Number(properties['width'] ?? widest)
  Object.assign(properties, {
    src: mailVariantFor(src, 2 * widest),
    alt: properties['alt'] ?? '',
    width: Math.min(widest, own),
  })
}

/** A video is its picture, if there is one, and its name; both lead to its own page. */
function finishVideo(figure: Element) {
  const link = figure.children.find((child): child is Element => child.type === 'element')
  if (!link) return
  const picture = elementsNamed(link, 'img')[0]?.element
  const [words] = elementsNamed(link, 'span')
  const name = textOf(link)
  const { href } = link.properties
  if (picture) picture.properties['alt'] = name
  figure.children = [
    ...(picture ? [h('a', { href }, [picture])] : []),
    h('figcaption', [h('a', { href }, `▶ ${name}`), ` (${words?.element.properties['dataSite']})`]),
  ]
}

/** A paragraph with only a link in bold is the action that the message asks for. */
function isButton(paragraph: Element): boolean {
  const outer = onlyChild(paragraph)
  const inner = outer?.type === 'element' ? onlyChild(outer) : undefined
  if (outer?.type !== 'element' || inner?.type !== 'element') return false
  const names = [outer.tagName, inner.tagName].toSorted().join(' ')
  return (names === 'a strong' || names === 'a b') && textOf(paragraph) !== ''
}

function makeButton(paragraph: Element) {
  const [{ element: link }] = elementsNamed(paragraph, 'a') as [Placed]
  paragraph.properties = { className: ['button'] }
  paragraph.children = [h('a.button-link', { href: link.properties['href'] }, textOf(paragraph))]
}

/** Gives an element its style, and removes all attributes that are not for messages. */
function dress({ element, parent }: Placed, tree: Root) {
  const { tagName, properties } = element
  const classes = classesOf(element)
  const [style, className] = lookup(looks, classes.find((name) => lookup(looks, name)) ?? tagName) ?? ['']
  const color = classes.find((name) => lookup(mailTextColors, name))
  // Few mail programs find a direction by themselves.
  if (properties.dir === 'auto') properties.dir = directionIn(element)
  const given = Object.entries(properties).filter(([name, value]) => kept.includes(name) && value !== undefined)
  element.tagName = lookup(plainNames, tagName) ?? tagName
  const styles = [
    tagName === 'code' && parent.type === 'element' && parent.tagName === 'pre'
      ? ''
      : properties.dir === 'rtl'
        ? mirrored(style)
        : style,
    ...ownStyles(element, classes, parent),
    color ? `color:${lookup(mailTextColors, color)?.[0]}` : '',
    parent !== tree && isLast(element, parent) && /^(p|ul|ol|pre)$/.test(element.tagName) ? 'margin-bottom:0' : '',
  ].filter(Boolean)
  element.properties = {
    ...Object.fromEntries(given),
    ...((className || color) && { className: [className, color].filter(Boolean).join(' ').split(' ') }),
    ...(styles.length > 0 && { style: styles.join(';') }),
  }
}

/** A style for words that run from right to left. */
export const mirrored = (style: string): string =>
  style
    .replaceAll(/-(left|right):/g, (_, side) => (side === 'left' ? '-right:' : '-left:'))
    .replaceAll('text-align:left', 'text-align:right')
    .replaceAll(/\b(margin|padding):([^\s;]+) ([^\s;]+) ([^\s;]+) ([^\s;]+)/g, '$1:$2 $5 $4 $3')

/** The style of an element: from its place, and from the alignment and the indentation that an editor has set. */
function ownStyles({ tagName, properties }: Element, classes: string[], parent: Placed['parent']): string[] {
  return [
    ...classes.flatMap((name) => {
      const [, kind, value] = /^(align|indent)-(\w+)$/.exec(name) ?? []
      if (kind === 'align') return `text-align:${value}`
      return kind === 'indent' ? `margin-${properties.dir === 'rtl' ? 'right' : 'left'}:${Number(value) * 20}px` : []
    }),
    ...(tagName === 'img' && properties['width'] === mailWidth ? ['width:100%'] : []),
    // The line of a picture in a sentence has room below for descenders.
    ...(tagName === 'img' && parent.type === 'element' && /^(div|figure|a)$/.test(parent.tagName)
      ? ['display:block']
      : []),
    ...(properties['align'] ? [`text-align:${String(properties['align'])}`] : []),
    ...(classes.includes('task-list-item') ? ['list-style:none'] : []),
  ]
}

const isLast = (element: Element, parent: Placed['parent']) =>
  parent.children.findLast((child) => child.type === 'element') === element
