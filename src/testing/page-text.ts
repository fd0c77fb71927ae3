import type { Element, Nodes, Root } from 'hast'
import type { Nodes as MarkdownNodes } from 'mdast'
import { pages } from '#app/pages.ts'
import { classesOf, elementsNamed } from '#content/markup/elements.ts'
import { htmlTree } from '#content/markup/sanitised-tree.ts'
import { parseMarkdown } from '#content/markup/splice-addresses.ts'
import type { TestApp } from './start-app.ts'

/** The paths of all public pages: those that the sitemap names, and those of the program that it leaves out. */
export async function publicAddresses(site: TestApp, ...more: string[]): Promise<string[]> {
  const sitemap = await (await site.get('/sitemap.xml')).text()
  const listed = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) =>
    address.replace(site.config.publicUrl, ''),
  )
  const others = pages.filter(({ personal, path }) => !personal && !path.includes(':')).map(({ path }) => path)
  return [...new Set([...listed, ...others, ...more])].sort()
}

/** Signs and spaces are Markdown's and the stylesheet's own matter. */
export const letters = (text: string) => text.normalize('NFC').replace(/[\s\p{P}\p{Cf}]/gu, '')

/** The parts of a page that are no text: controls, ways to other pages, drawings, and what repeats the page for narrow screens. */
function isControl(element: Element, around: Element[]): boolean {
  const { tagName, properties } = element
  const classes = classesOf(element)
  const inside = (name: string) => around.some((one) => classesOf(one).includes(name))
  const inEnrolment = around.some(({ properties: { id } }) => id === 'enrol')
  const hasForm =
    tagName === 'section' && element.children.some((child) => 'tagName' in child && child.tagName === 'form')
  const isHint = classes.includes('sr-only') && around.some((one) => one.tagName === 'a' && one.properties.target)
  const isNote = properties['dataFootnoteRef'] !== undefined || properties['dataFootnoteBackref'] !== undefined
  if (isHint || isNote || properties.id === 'c-footnote-label' || properties.hidden) return true
  if (/^(?:nav|button|select|textarea|svg|search|script|style)$/.test(tagName)) return true
  if (['anchor', 'code-head', 'reading-progress', 'colophon', 'enroll-bar'].some((name) => classes.includes(name)))
    return true
  if (inside('prose')) return properties.ariaHidden === 'true'
  if (/^(?:form|fieldset)$/.test(tagName)) return !inEnrolment
  if (hasForm || (tagName === 'details' && elementsNamed(element, 'nav').length > 0)) return true
  if (tagName === 'a' && String(properties.href).startsWith('#')) return true
  return properties.ariaHidden === 'true' || (classes.includes('print:hidden') && !/^(?:a|img|picture)$/.test(tagName))
}

/** All that readers see of a page, in its order, the title first. */
export function visibleText(document: string): string {
  const tree: Root = htmlTree(document.slice(document.indexOf('<main'), document.indexOf('</main>')))
  const chosen = elementsNamed(tree, 'input').find(
    ({ element }) => element.properties.checked && element.properties.type === 'radio',
  )
  const date = chosen && classesOf(chosen.element).find((name) => name.startsWith('date-'))
  let title = ''
  const say = (node: Nodes, around: Element[]): string => {
    if (node.type === 'text') return node.value
    if (node.type !== 'element')
      return 'children' in node ? node.children.map((child) => say(child, around)).join('') : ''
    if (isControl(node, around)) return ''
    const ofDate = classesOf(node).find((name) => name.startsWith('of-date-'))
    if (ofDate && ofDate !== `of-${date}`) return ''
    if (node.tagName === 'img') return `${node.properties.alt ?? ''}${node.properties.title ?? ''}`
    // A link above the title leads back.
    if (node.tagName === 'a' && !title && classesOf(node).includes('print:hidden')) return ''
    const text = node.children.map((child) => say(child, [...around, node])).join('')
    if (node.tagName !== 'h1') return text
    title ||= text
    return ''
  }
  const rest = say(tree, [])
  return title + rest
}

/** The words of a text in Markdown, with the descriptions and captions of its pictures. */
export function textOfMarkdown(source: string): string {
  const say = (node: MarkdownNodes): string => {
    // Only what keeps two lists apart.
    if (node.type === 'html' && node.value !== '<!-- -->') throw new Error(`HTML in Markdown: ${node.value}`)
    if (node.type === 'image') return `${node.alt ?? ''}${node.title ?? ''}`
    if ('children' in node) return node.children.map(say).join('')
    return 'value' in node && node.type !== 'html' ? node.value : ''
  }
  return say(parseMarkdown(source))
}
