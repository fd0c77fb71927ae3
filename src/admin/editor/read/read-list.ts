import type { JSONContent } from '@tiptap/core'
import type { Element } from 'hast'
import { classesOf, noteProperties, type ReadBlocks, type Unsupported } from './unsupported.ts'

/** Reads a list, numbered list or task list; `read` reads the blocks of its items. */
export function readList(list: Element, unsupported: Unsupported, read: ReadBlocks): JSONContent {
  const items = list.children.filter((child): child is Element => child.type === 'element')
  const tasks = items.filter((item) => classesOf(item).includes('task-list-item'))
  if (tasks.length > 0 && (tasks.length < items.length || list.tagName === 'ol'))
    unsupported.add('a list of tasks and other points')
  const isTasks = tasks.length > 0 && tasks.length === items.length
  noteProperties(list, list.tagName === 'ol' ? ['start', 'className'] : ['className'], unsupported)
  const type = isTasks ? 'taskList' : list.tagName === 'ol' ? 'orderedList' : 'bulletList'
  const content = items.map((item) => readItem(item, isTasks, unsupported, read))
  const start = Number(list.properties.start ?? 1)
  return {
    type,
    ...(type === 'orderedList' && { attrs: { start } }),
    content: content.length > 0 ? content : [emptyItem(isTasks)],
  }
}

const emptyItem = (isTask: boolean): JSONContent => ({
  type: isTask ? 'taskItem' : 'listItem',
  content: [{ type: 'paragraph' }],
})

function readItem(item: Element, isTask: boolean, unsupported: Unsupported, read: ReadBlocks): JSONContent {
  noteProperties(item, ['className'], unsupported)
  const box = isTask ? takeBox(item) : undefined
  const blocks = read(item.children, unsupported)
  // The editor's items begin with a paragraph; an empty one is not written again.
  if (blocks[0]?.type !== 'paragraph') blocks.unshift({ type: 'paragraph' })
  return isTask
    ? { type: 'taskItem', attrs: { checked: Boolean(box?.properties.checked) }, content: blocks }
    : { type: 'listItem', content: blocks }
}

/** Removes the task's checkbox from the beginning of the item or of its first paragraph. @returns the checkbox */
function takeBox(element: Element): Element | undefined {
  for (const child of element.children) {
    if (child.type !== 'element') continue
    if (child.tagName === 'input') {
      element.children = element.children.filter((other) => other !== child)
      return child
    }
    if (child.tagName === 'p') return takeBox(child)
  }
}
