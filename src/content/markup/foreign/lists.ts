import type { Element, ElementContent, Parents, Root } from 'hast'
import { h } from 'hastscript'
import { classesOf, elementsNamed, inlineStyle, isBlank, isElement, replace, within } from '#content/markup/elements.ts'
import { textOf } from '#content/markup/plain-text.ts'
import { isBox } from './tasks.ts'

type Tag = 'ul' | 'ol'
/** A list whose levels the clipboard names, or writes as separate lists. */
type Point = {
  level: number
  tag: Tag
  /** The numbers that it can have, the likely one first; none where the clipboard has none. */
  numbers: number[]
  /** Points of different lists do not become one list. */
  list: string
  content: ElementContent[]
  properties: Element['properties']
}

/** Gives all lists of a pasted text one form: nested lists inside points, with the number at which each begins. */
export function readLists(tree: Root) {
  gatherPoints(tree)
  for (const { element } of elementsNamed(tree, 'ul', 'ol')) nest(element)
  for (const { element } of elementsNamed(tree, 'ul', 'ol')) readNumbers(element)
}

const isList = (node: Parents['children'][number]): node is Element => isElement(node) && /^[uo]l$/.test(node.tagName)
const isPoint = (node: Parents['children'][number]): node is Element => isElement(node) && node.tagName === 'li'

/** Rebuilds lists from points that are written one after the other: paragraphs of Word, and lists of web editors. */
function gatherPoints(tree: Root) {
  const all = new Set<Parents>([tree, ...elementsNamed(tree).map(({ element }) => element)])
  for (const holder of all) {
    const flat = isFlatHolder(holder)
    const parts = (holder.children as ElementContent[]).map((child) => ({ child, points: pointsIn(child, flat) }))
    if (!parts.some(({ points }) => points)) continue
    const gathered: ElementContent[] = []
    let open: OpenList[] = []
    for (const { child, points } of parts) {
      if (points) for (const point of points) open = addPoint(point, open, gathered)
      else if (!isBlank(child) && child.type !== 'comment') {
        open = []
        gathered.push(child)
      }
    }
    holder.children = gathered
  }
}

/** Whether a nested list is written after the list to which it belongs. */
const isFlatHolder = (holder: Parents) =>
  !(isElement(holder) && /^(?:ul|ol|li)$/.test(holder.tagName)) &&
  holder.children.some(
    (child) => isList(child) && child.children.filter(isElement).every((item) => (levelOf(item, child) ?? 0) > 1),
  )

/**
 * The points of a node that is a part of a list in a flat form; undefined for any other node.
 * @param flat whether the lists next to it are parts of the same one
 */
function pointsIn(node: Parents['children'][number], flat: boolean): Point[] | undefined {
  if (!isElement(node)) return undefined
  if (node.tagName === 'p') return wordPoint(node)
  // Word in the browser has a list for each point, in a separate element.
  const list = node.tagName === 'div' ? onlyList(node) : isList(node) ? node : undefined
  if (!list) return undefined
  const items = list.children.filter(isElement)
  if (!items.every(isPoint) || !items.some((item) => levelOf(item, list) !== undefined)) return undefined
  const levels = items.map((item) => levelOf(item, list) ?? 1)
  // Levels that follow from the nesting need no other form.
  if (node === list && !flat && new Set(levels).size === 1 && !items.some((item) => isFlat(item, list)))
    return undefined
  return items.map((item, at) => ({
    level: levels[at] ?? 1,
    tag: tagOf(item, list),
    numbers: [numberOf(item) ?? (at === 0 ? numberOf(list, 'start') : undefined) ?? []].flat(),
    list: String(item.properties['dataListid'] ?? ''),
    content: item.children,
    properties: { ...tickOf(list), ...item.properties },
  }))
}

function onlyList(holder: Element): Element | undefined {
  const [only, ...others] = holder.children.filter((child) => !isBlank(child))
  return others.length === 0 && only && isList(only) ? only : undefined
}

/** A level in a class, from 0 of a point and from 1 of a list. */
const pointIndent = /^ql-indent-(\d)$/
const listIndent = /^listindent(\d)$/
const isFlat = (item: Element, list: Element) =>
  item.properties['dataListid'] !== undefined ||
  item.properties['dataList'] !== undefined ||
  indentOf(item, list) !== undefined

/** The level of a point, from 1, as web editors name it. */
function levelOf(item: Element, list: Element): number | undefined {
  const { ariaLevel, dataAriaLevel } = item.properties
  const named = Number(dataAriaLevel ?? ariaLevel)
  if (named >= 1) return named
  return indentOf(item, list) ?? (isFlat(item, list) ? 1 : undefined)
}

/** The level of a point, from 1, in lists that are written one after the other. */
function indentOf(item: Element, list: Element): number | undefined {
  const fromClass = (element: Element, pattern: RegExp) =>
    classesOf(element).flatMap((name) => pattern.exec(name)?.[1] ?? [])[0]
  const fromOne = fromClass(list, listIndent)
  if (fromOne !== undefined) return Number(fromOne)
  const { dataIndent, dataStringifyIndent } = { ...list.properties, ...item.properties }
  const fromZero = fromClass(item, pointIndent) ?? dataStringifyIndent ?? dataIndent
  return fromZero === undefined || Number.isNaN(Number(fromZero)) ? undefined : Number(fromZero) + 1
}

/** Lists of one tick, which become one list. */
function tickOf(list: Element): Element['properties'] {
  const [kind] = classesOf(list).filter((name) => /^listtype-task(?:done)?$/.test(name))
  return kind ? { dataChecked: String(kind === 'listtype-taskdone') } : {}
}

/** Quill 2 writes all kinds of points into one numbered list. */
const tagOf = (item: Element, list: Element): Tag =>
  item.properties['dataList'] ? (item.properties['dataList'] === 'ordered' ? 'ol' : 'ul') : (list.tagName as Tag)

function numberOf({ properties }: Element, name: 'value' | 'start' = 'value'): number | undefined {
  const number = Number.parseInt(String(properties[name] ?? ''), 10)
  return Number.isNaN(number) ? undefined : number
}

/** Word's clipboard has no lists, only paragraphs that name their list and level and begin with the bullet or number as text. */
function wordPoint(paragraph: Element): Point[] | undefined {
  const style = inlineStyle(paragraph).get('mso-list') ?? ''
  const [, list = '', level] = /(l\d+) level(\d)/.exec(style) ?? []
  if (!level) return undefined
  const mark = takeMark(paragraph)
  // A box is read with those of other programs.
  if (isBox(mark)) paragraph.children.unshift({ type: 'text', value: `${mark} ` })
  const numbers = numbersIn(mark)
  const tag = numbers.length === 0 ? 'ul' : 'ol'
  return [{ level: Number(level), tag, numbers, list, content: paragraph.children, properties: {} }]
}

/** Removes the marker (a bullet, `1.`) and the space after it from the paragraph. @returns the marker */
function takeMark(paragraph: Element): string {
  const marks = elementsNamed(within(paragraph), 'span').filter(
    ({ element }) => inlineStyle(element).get('mso-list') === 'ignore',
  )
  for (const mark of marks) replace(mark)
  return marks.map(({ element }) => textOf(element)).join('')
}

const romans: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100 }

/** The numbers that a marker can mean, the likely one first: 3 for `3.`, `(c)`, `iii)` and `1.3.`; none for a bullet. */
function numbersIn(mark: string): number[] {
  const [, digits, letters = ''] =
    /^\(?(?:[\da-z]{1,4}\.)*(?:(\d{1,5})[.)]*|([a-z]{1,4})[.)]+)$/i.exec(mark.trim()) ?? []
  if (digits) return [Number(digits)]
  const small = letters.toLowerCase()
  if (small === '') return []
  const values = [...small].map((letter) => romans[letter] ?? Number.NaN)
  const roman = values.reduce((sum, one, at) => sum + (one < (values[at + 1] ?? 0) ? -one : one), 0)
  const letter = small.length === 1 ? [small.charCodeAt(0) - 96] : []
  return (/^[clm]$/.test(small) ? [...letter, roman] : [roman, ...letter]).filter((one) => !Number.isNaN(one))
}

type OpenList = { level: number; list: Element; name: string; next: number }

/** @returns the lists that are open after the point, the outermost first */
function addPoint(point: Point, open: OpenList[], gathered: ElementContent[]): OpenList[] {
  const { level, tag, numbers, list: name } = point
  const lists = open.filter((one) => one.level <= level)
  const same = lists.at(-1)
  const goesOn =
    same?.level === level &&
    same.list.tagName === tag &&
    (same.name === name || name === '') &&
    (tag === 'ul' || numbers.length === 0 || numbers.includes(same.next))
  if (!goesOn) {
    if (same?.level === level) lists.pop()
    const [number = 1] = numbers
    const start = tag === 'ol' && number !== 1 ? number : undefined
    const list = h(tag, { start })
    const around = lists.at(-1)?.list.children.at(-1)
    if (around?.type === 'element') around.children.push(list)
    else gathered.push(list)
    lists.push({ level, list, name, next: number })
  }
  const { start: _, value: __, className: ___, ...properties } = point.properties
  const current = lists.at(-1) as OpenList
  current.list.children.push({ type: 'element', tagName: 'li', properties, children: point.content })
  current.next++
  return lists
}

/** Some programs put a nested list after its point instead of into it, or without a point. */
function nest(list: Element) {
  let point: Element | undefined
  list.children = list.children.flatMap((child): ElementContent[] => {
    if (isPoint(child)) point = child
    if (!isList(child)) return [child]
    if (!point) return child.children
    point.children.push(child)
    return []
  })
}

/** A list begins at the number of its first point. A point with another number than follows begins a list that goes on there. */
function readNumbers(list: Element) {
  if (list.tagName !== 'ol') return
  const points = list.children.filter(isPoint)
  const first = numberOf(points[0] ?? list)
  if (first !== undefined) list.properties.start = first
  for (const point of points) delete point.properties.value
  if (numberOf(list, 'start') === 1) delete list.properties.start
}
