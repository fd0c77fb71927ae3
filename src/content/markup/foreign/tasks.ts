import type { Element, ElementContent, Parents, Root, Text } from 'hast'
import { h } from 'hastscript'
import {
  classesOf,
  elementsNamed,
  inlineStyle,
  isBlank,
  isElement,
  type Placed,
  replace,
  within,
} from '#content/markup/elements.ts'

/** Lists of tasks in the editor's own form, whatever program they come from. */
export function readTasks(tree: Root) {
  gatherTicks(tree)
  for (const placed of elementsNamed(tree, 'ul', 'ol')) readList(placed)
}

/** A list with tasks and other points becomes several, so that no point gets a box that it did not have. */
function readList(placed: Placed) {
  const { element: list } = placed
  const runs: { tasks: boolean; points: Element[] }[] = []
  for (const point of list.children.filter(isElement)) {
    const checked = point.tagName === 'li' ? takeTick(point, list) : undefined
    if (checked !== undefined) point.properties = { dataType: 'taskItem', dataChecked: String(checked) }
    const tasks = checked !== undefined
    const last = runs.at(-1)
    if (last?.tasks === tasks) last.points.push(point)
    else runs.push({ tasks, points: [point] })
  }
  if (!runs.some(({ tasks }) => tasks)) return
  const lists = runs.map(({ tasks, points }) =>
    tasks ? h('ul', { dataType: 'taskList' }, points) : { ...list, children: points },
  )
  replace(placed, ...lists)
}

/** Lines that begin with a box are tasks, also without a list. */
function gatherTicks(tree: Root) {
  for (const holder of new Set<Parents>([tree, ...elementsNamed(tree).map(({ element }) => element)])) {
    // A point has its own box.
    if (isElement(holder) && holder.tagName === 'li') continue
    const children: ElementContent[] = []
    let list: Element | undefined
    for (const child of holder.children as ElementContent[]) {
      if (list && isBlank(child)) continue
      if (isElement(child) && /^(?:p|div)$/.test(child.tagName) && beginsWithBox(child)) {
        if (!list) {
          list = h('ul')
          children.push(list)
        }
        list.children.push({ ...child, tagName: 'li' })
      } else {
        list = undefined
        children.push(child)
      }
    }
    holder.children = children as never
  }
}

const box = /^\s*([\u2610-\u2612\u2705\u2713\u2714\u2b1c\u{1f5f8}\u{1f5f9}])(?:\s|\ufe0f)*/u
/** Whether a text begins with a box, ticked or not. */
export const isBox = (text: string) => box.test(text)
const bracketed = /^\s*\[([ xX\u00a0])\]\s+/

/** Whether a line, and not a frame around several, begins with a box. */
function beginsWithBox(line: Element): boolean {
  const blocks = elementsNamed(within(line), 'p', 'div', 'ul', 'ol', 'pre', 'table', 'blockquote')
  if (blocks.some(({ element }) => element !== line && element.children.length > 0)) return false
  if (line.properties['dataTaskState'] !== undefined) return true
  const first = firstIn(line)
  return first?.type === 'text' ? isBox(first.value) : first !== undefined && (isTick(first) || isDrawnBox(first))
}

/** The first text or empty element of an element, in whatever elements it is. */
function firstIn({ children }: Element): Text | Element | undefined {
  const child = children.find((one) => one.type !== 'comment' && !isBlank(one))
  if (child?.type === 'text') return child
  if (child?.type !== 'element' || /^[uo]l$/.test(child.tagName)) return undefined
  return child.children.length > 0 ? firstIn(child) : child
}

const isTick = ({ tagName, properties }: Element) => tagName === 'input' && /checkbox/i.test(String(properties.type))

/** Removes the box at the beginning of a point. @returns whether it is ticked; undefined for a point without a box */
function takeTick(point: Element, list: Element): boolean | undefined {
  const { properties } = point
  const content = within(point)
  const own = elementsNamed(content).filter(({ around, element }) => element !== point && !inNestedPoint(around, point))
  const input = own.find(({ element }) => isTick(element))
  const drawn = own.find(({ element }) => isDrawnBox(element))
  for (const found of [input, drawn]) if (found) replace(found)
  // The label of a box may hold the words of the task.
  for (const label of own) if (label.element.tagName === 'label') replace(label, ...label.element.children)
  if (properties.dataType === 'taskItem') return String(properties['dataChecked']) === 'true'
  if (input) return input.element.properties.checked !== undefined && input.element.properties.checked !== false
  if (properties.role === 'checkbox' || (drawn && properties.ariaChecked !== undefined))
    return String(properties.ariaChecked) === 'true'
  const { dataList, dataChecked, dataTaskState } = properties
  if (dataTaskState !== undefined) return String(dataTaskState) === 'DONE'
  if (dataList === 'checked' || dataList === 'unchecked') return dataList === 'checked'
  if (dataChecked !== undefined) return String(dataChecked) === 'true'
  if (list.properties['dataChecked'] !== undefined) return String(list.properties['dataChecked']) === 'true'
  const todo = inlineStyle(point).get('--en-checked') ?? (inlineStyle(list).get('--en-todo') ? 'false' : undefined)
  if (todo !== undefined) return todo === 'true'
  if (drawn) return isTicked(drawn.element)
  if (isTaskList(list)) return classesOf(point).some((name) => /^(?:checked|done|completed)$/.test(name))
  return takeTypedBox(point)
}

const inNestedPoint = (around: Parents[], point: Element) =>
  around.slice(around.indexOf(point) + 1).some((node) => node.type === 'element' && node.tagName === 'li')

const isTaskList = (list: Element) =>
  classesOf(list).some((name) => /^(?:(?:inline-)?task-list|to-?do-list|checklist|contains-task-list)$/.test(name))

/** A box that is a picture, or an element with a class. */
const isDrawnBox = ({ tagName, properties, ...element }: Element) =>
  (tagName === 'img' &&
    (/checkbox/.test(String(properties['ariaRoledescription'])) ||
      /^(?:un)?checked$|^to do$|^(?:not )?(?:done|completed)$/i.test(String(properties.alt)))) ||
  (/^(?:div|span)$/.test(tagName) && element.children.length === 0 && classesOf({ properties }).includes('checkbox'))

const isTicked = (drawn: Element) =>
  /^(?:checked|done|completed)$/i.test(String(drawn.properties.alt)) || classesOf(drawn).includes('checkbox-on')

function takeTypedBox(point: Element): boolean | undefined {
  const text = firstIn(point)
  if (text?.type !== 'text') return undefined
  const [whole, mark = ''] = box.exec(text.value) ?? bracketed.exec(text.value) ?? []
  if (whole === undefined) return undefined
  text.value = text.value.slice(whole.length)
  return !/^[\u2610\u2b1c \u00a0]$/.test(mark)
}
