import type { Element, ElementContent, Properties, Root } from 'hast'
import { h } from 'hastscript'
import { classesOf, elementsNamed, isBlank, isElement, replace } from '#content/markup/elements.ts'
import { htmlTree } from '#content/markup/sanitised-tree.ts'
import { toMarkdown } from '#content/markup/to-markdown.ts'
import { isBlock, rawText } from '#content/markup/to-markdown-line.ts'

/**
 * A page as Markdown: all that its `main` says, the title first. Controls, navigation and decoration are left out, as they are on paper
 * (`site/shell/print.css`). Links and pictures stay, with absolute addresses. It may take long, so call it in a worker process only.
 * @param html the markup of the page
 * @param address the page's own address, at which its links begin
 * @returns null for a page that is nested too deeply
 */
export function pageMarkdown(html: string, address: string): string | null {
  try {
    const tree = htmlTree(html.slice(html.indexOf('<main'), html.lastIndexOf('</main>')))
    tree.children = readable(tree.children as ElementContent[], { ...stateOf(tree), address })
    const [title] = elementsNamed(tree, 'h1')
    if (title) {
      replace(title)
      tree.children.unshift(title.element)
    }
    return `${toMarkdown(tree, { plain: true })}\n`
  } catch (error) {
    // The parsers are recursive.
    if (error instanceof RangeError) return null
    throw error
  }
}

/** The facts about the elements around a node, and about those before it. */
type State = {
  address: string
  /** The title is shared by all copies of a state. */
  passed: { title: boolean }
  /** The number of the date that is chosen first on the page of a course: the stylesheet shows what belongs to it. */
  date: string | undefined
  inProse?: boolean
  inEnrolment?: boolean
  inLink?: boolean
  inNewTab?: boolean
  inVideo?: boolean
}

const stateOf = (tree: Root): Pick<State, 'passed' | 'date'> => ({
  passed: { title: false },
  date: elementsNamed(tree, 'input')
    .filter(({ element }) => element.properties.checked)
    .flatMap(({ element }) => classesOf(element))
    .find((name) => /^date-\d+$/.test(name)),
})

/** The nodes with what Markdown says of them. */
function readable(nodes: ElementContent[], state: State): ElementContent[] {
  const found = nodes.flatMap((node) => (node.type === 'comment' ? [] : isElement(node) ? read(node, state) : [node]))
  return state.inProse ? found : withSpaces(found, state)
}

function read(node: Element, outer: State): ElementContent[] {
  if (isLeftOut(node, outer)) return []
  const { tagName, properties } = node
  if (tagName === 'h1') outer.passed.title = true
  const state: State = {
    ...outer,
    inProse: outer.inProse || classesOf(node).includes('prose'),
    inEnrolment: outer.inEnrolment || properties.id === 'enrol',
    inLink: outer.inLink || tagName === 'a',
    inNewTab: outer.inNewTab || (tagName === 'a' && properties.target !== undefined),
    inVideo: outer.inVideo || properties['dataVideo'] !== undefined,
  }
  return written({ ...node, children: readable(node.children, state) }, state)
}

/** Elements that are controls or drawings, with all that is in them. */
const controls = new Set(
  'button canvas datalist dialog iframe input nav noscript script search select source style svg template textarea'.split(
    ' ',
  ),
)
/** Classes of parts that repeat what the page says, or help to read it on a screen. */
const onScreen = new Set(['anchor', 'reading-progress', 'colophon', 'enroll-bar', 'code-head'])

function isLeftOut(node: Element, { passed, date, inProse, inEnrolment, inNewTab, inVideo }: State): boolean {
  const { tagName, properties, children } = node
  const classes = classesOf(node)
  if (tagName === 'input' && inProse && properties.type === 'checkbox') return false
  if (controls.has(tagName) || properties.hidden || properties.role === 'status') return true
  if (properties.ariaHidden === 'true' && !/^\s*[·•–—|/]\s*$/.test(rawText(node))) return true
  // The title of a video says all that its picture does.
  if (inVideo && tagName === 'picture') return true
  if (classes.some((name) => onScreen.has(name)) || (inNewTab && classes.includes('sr-only'))) return true
  if (inProse) return properties.id === 'c-footnote-label'
  // The dates of a course are choices of a form.
  if (tagName === 'form' || tagName === 'fieldset') return !inEnrolment
  if (tagName === 'section' && children.some((child) => isElement(child) && child.tagName === 'form')) return true
  if (tagName === 'details' && elementsNamed(node, 'nav').length > 0) return true
  if (tagName === 'img' && !properties.alt) return true
  // A link above the title leads back to where the reader came from.
  const isKept = tagName === 'img' || tagName === 'picture' || (tagName === 'a' && passed.title)
  if (classes.includes('print:hidden') && !isKept) return true
  if (tagName === 'a' && String(properties.href ?? '').startsWith('#')) return true
  const ofDate = classes.find((name) => /^of-date-\d+$/.test(name))
  return ofDate !== undefined && ofDate !== `of-${date}`
}

/** Elements that HTML has for parts of a page, and Markdown's writer does not know. */
const parts = new Set('address article aside footer form header hgroup main section'.split(' '))

/** An element, whose content is written, as what Markdown's writer knows. */
function written(node: Element, state: State): ElementContent[] {
  const { tagName, children } = node
  const classes = classesOf(node)
  const named = (name: string, content = children): Element => h(name, propertiesOf(node, state), content)
  if (tagName === 'picture') return children
  if (classes.includes('callout')) return [h('blockquote', children)]
  if (classes.includes('callout-title')) return [h('p', h('strong', children))]
  if (classes.includes('video')) return [h('p', children)]
  if (tagName === 'fieldset') return [h('div', gathered(children))]
  if (tagName === 'legend') return [h('p', children)]
  if (tagName === 'label') return [named('li')]
  if (tagName === 'summary') return [named('summary', withoutStrong(children))]
  if (tagName === 'ul' || tagName === 'ol') return [named(tagName, children.map(inItem))]
  if (tagName === 'dl' && !state.inProse) return [factsOf(children) ?? named('dl')]
  return [named(parts.has(tagName) && node.properties['dataFootnotes'] === undefined ? 'div' : tagName)]
}

/** Imported texts have words in lists that are in no item: browsers show them, and Markdown's writer leaves them out. */
const inItem = (child: ElementContent) => (child.type === 'text' && !isBlank(child) ? h('li', [child]) : child)

const kept = 'align checked className colSpan dataFootnoteBackref dataFootnoteRef dataFootnotes start'.split(' ')

/** The properties that Markdown can say, with absolute addresses. */
function propertiesOf({ tagName, properties }: Element, { address }: State): Properties {
  const absolute = (given: Properties[string]) =>
    given === undefined ? undefined : (URL.parse(String(given), address)?.href ?? String(given))
  const isNote = properties['dataFootnoteRef'] !== undefined || /^c-(?:user-content-)?fn-/.test(String(properties.id))
  return {
    ...Object.fromEntries(kept.flatMap((name) => (properties[name] === undefined ? [] : [[name, properties[name]]]))),
    ...(isNote && { id: properties.id }),
    ...(tagName === 'a' && { href: isNote ? properties.href : absolute(properties.href) }),
    ...(tagName === 'img' && { src: absolute(properties.src), alt: properties.alt, title: properties.title }),
  }
}

/** Choices become a list. */
function gathered(children: ElementContent[]): ElementContent[] {
  const content: ElementContent[] = []
  let list: Element | undefined
  for (const child of children) {
    if (!isElement(child) || child.tagName !== 'li') {
      if (!isBlank(child)) list = undefined
      content.push(child)
      continue
    }
    if (!list) {
      list = h('ul')
      content.push(list)
    }
    list.children.push(child)
  }
  return content
}

/** A summary is bold as a whole. */
const withoutStrong = (nodes: ElementContent[]): ElementContent[] =>
  nodes.flatMap((node) => (isElement(node) && /^(?:strong|b)$/.test(node.tagName) ? node.children : [node]))

/** Facts, each of a name and a value in one line; undefined for other lists of definitions. */
function factsOf(children: ElementContent[]): Element | undefined {
  const pairs: ElementContent[] = children.flatMap((child) =>
    isElement(child) && child.tagName === 'div' ? child.children : [child],
  )
  const facts = pairs.filter(isElement)
  const areLines = facts.every(
    ({ tagName, children }, at) => tagName === (at % 2 === 0 ? 'dt' : 'dd') && !children.some(isBlock),
  )
  if (!areLines || facts.length % 2 !== 0) return undefined
  return h(
    'ul',
    facts.flatMap((name, at) =>
      at % 2 === 0 ? [h('li', h('strong', name.children), ': ', ...(facts[at + 1]?.children ?? []))] : [],
    ),
  )
}

const isHint = (node: ElementContent) => isElement(node) && classesOf(node).includes('sr-only')
/** Whether the stylesheet puts an inline element on a line of its own. */
const isLine = (node: ElementContent) =>
  isElement(node) && !isBlock(node) && classesOf(node).some((name) => /^(?:block|flex|grid)$/.test(name))

/** The stylesheet keeps pieces of a line apart that the markup writes without a space between them. */
function withSpaces(all: ElementContent[], { inLink }: State): ElementContent[] {
  const breaks = (node: ElementContent | undefined) => node !== undefined && isLine(node)
  const nodes = all.filter((node, at) => !isBlank(node) || !(breaks(all[at - 1]) || breaks(all[at + 1])))
  return nodes.flatMap((node, at): ElementContent[] => {
    const before = nodes[at - 1]
    if (before === undefined || isBlock(node) || isBlock(before) || isHint(node) || isHint(before)) return [node]
    if (!isElement(node) && !isElement(before)) return [node]
    if ((isLine(node) || isLine(before)) && !inLink) return [h('br'), node]
    const [left, right] = [rawText(before), rawText(node)]
    const isApart = left === '' || right === '' || /[\s([{“‘«¿¡/]$/.test(left) || /^[\s,.;:!?…)\]}”’»%+/]/.test(right)
    return isApart ? [node] : [{ type: 'text', value: ' ' }, node]
  })
}
