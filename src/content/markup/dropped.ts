import type { Element, Root } from 'hast'
import rehypeSanitize from 'rehype-sanitize'
import { unified } from 'unified'
import { classesOf, elementsNamed, inlineStyle } from './elements.ts'
import { frontMatterOf } from './front-matter.ts'
import { isTooIntricate } from './intricacy.ts'
import { schema } from './sanitise-schema.ts'
import { readEditorHtml, typedTree } from './sanitised-tree.ts'

const shown = new Set(schema.tagNames)
const removedWithContent = new Set(schema.strip)
const normalise = unified().use(readEditorHtml).freeze()
/** Checks one element at a time, so it ignores the rules for nesting. */
const clean = unified()
  .use(rehypeSanitize, { ...schema, ancestors: {} })
  .freeze()

/** Styles of the editor's and older HTML that pages show through classes. */
const understoodStyles = ['text-align', 'margin-left', 'padding-left', 'margin-inline-start', 'width']

/**
 * Lists the parts of a source that pages will not show, in plain words: `<iframe> with its content`, `“onclick” at <p>`, `the address javascript:…`.
 * Each is named once, in the order of the text. Comments are not listed, because no one expects to see them.
 */
export function droppedFrom(source: string): string[] {
  if (isTooIntricate(source)) return []
  const tree = typedTree(source)
  const before = elementsNamed(tree).map(({ element }) => ({
    element,
    typed: { ...element, properties: { ...element.properties } },
  }))
  normalise.runSync(tree)
  const left = new Set(elementsNamed(tree).map(({ element }) => element))
  const found = new Set<string>(frontMatterOf(source) ? ['the front matter'] : [])
  const gone = new Set<Element>()
  for (const { element, typed } of before) {
    if (gone.has(element) || !left.has(element)) continue
    if (removedWithContent.has(element.tagName)) {
      for (const inner of elementsNamed(element)) gone.add(inner.element)
      found.add(element.children.length > 0 ? `<${typed.tagName}> with its content` : `<${typed.tagName}>`)
    } else if (!shown.has(element.tagName)) found.add(`<${typed.tagName}>`)
    else for (const name of lostProperties(element, typed)) found.add(name)
  }
  return [...found]
}

function lostProperties(element: Element, typed: Element): string[] {
  const kept = cleaned(element)?.properties ?? {}
  return Object.entries(typed.properties).flatMap(([name, value]) => {
    const at = `at <${typed.tagName}>`
    if (isAddress(name) && value && element.properties[name] === undefined)
      return `the address ${String(value).trim().slice(0, 40)}`
    if (name === 'style') {
      const lost = [...inlineStyle(typed).keys()].filter((one) => one !== '' && !understoodStyles.includes(one))
      return lost.length > 0 ? `the style “${lost.join(', ')}” ${at}` : []
    }
    if (name === 'className') {
      const classes = classesOf({ properties: kept })
      return [value]
        .flat()
        .filter((one) => one !== 'sr-only' && !classes.includes(one as string))
        .map((one) => `the class “${one}” ${at}`)
    }
    return kept[name] === undefined && element.properties[name] !== undefined && !understood.has(name)
      ? `“${attributeOf(name)}” ${at}`
      : []
  })
}

/** Classes that `readEditorHtml` has read already, and those that the parser adds to tasks and to the label of footnotes. */
const understood = new Set(['align', 'dataIndent', 'dataType', 'dataChecked', 'name', 'disabled'])
const isAddress = (name: string) => name === 'href' || name === 'src' || name === 'cite'
/** `dataOther` is typed as `data-other`, `onClick` as `onclick`. */
const attributeOf = (name: string) =>
  name.startsWith('data') ? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) : name.toLowerCase()

function cleaned(element: Element): Element | undefined {
  const root: Root = { type: 'root', children: [{ ...element, children: [] }] }
  const [only] = (clean.runSync(root) as Root).children
  return only?.type === 'element' ? only : undefined
}
