import type { JSONContent } from '@tiptap/core'
import { TaskItem, TaskList } from '@tiptap/extension-list'
import type { Node } from '@tiptap/pm/model'
import type { Element } from 'hast'
import { h } from 'hastscript'
import { List, ListOrdered, ListTodo } from 'lucide-react'
import type { ListItem } from 'mdast'
import { classesOf } from '#content/markup/elements.ts'
import { htmlLine } from '#content/markup/write-markdown.ts'
import {
  type HtmlWriter,
  isElement,
  type MarkdownWriter,
  noteProperties,
  type Reader,
  type TextBlock,
} from './block.ts'

const Task = TaskItem.configure({
  nested: true,
  a11y: {
    checkboxLabel: (item, checked) => `${checked ? 'Done' : 'To do'}: ${item.firstChild?.textContent || 'empty task'}`,
  },
})

function read(list: Element, reader: Reader): JSONContent[] {
  const items = list.children.filter(isElement)
  const tasks = items.filter((item) => classesOf(item).includes('task-list-item'))
  if (tasks.length > 0 && (tasks.length < items.length || list.tagName === 'ol'))
    reader.unsupported.add('a list of tasks and other points')
  const isTasks = tasks.length > 0 && tasks.length === items.length
  noteProperties(list, list.tagName === 'ol' ? ['start', 'className'] : ['className'], reader)
  const type = isTasks ? 'taskList' : list.tagName === 'ol' ? 'orderedList' : 'bulletList'
  const content = (items.length > 0 ? items : [h('li')]).map((item) => readItem(item, isTasks, reader))
  const attrs = { start: Number(list.properties.start ?? 1) }
  return [{ type, ...(type === 'orderedList' && { attrs }), content }]
}

function readItem(item: Element, isTask: boolean, reader: Reader): JSONContent {
  noteProperties(item, ['className'], reader)
  const box = isTask ? takeBox(item) : undefined
  const blocks = reader.blocks(item.children)
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

/**
 * A list without blank lines if its items are single paragraphs (with nested lists). A Markdown task begins with a paragraph; a task list
 * with another beginning becomes HTML.
 */
function toMarkdown(list: Node, writer: MarkdownWriter) {
  const isTasks = list.type.name === 'taskList'
  const items = list.children.map((item): ListItem => {
    const children = writer.blocks(item.children)
    const spread = children.slice(1).some(({ type }) => type !== 'list')
    return { type: 'listItem', spread, checked: isTasks ? item.attrs['checked'] : null, children }
  })
  if (isTasks && items.some(({ children }) => children[0]?.type !== 'paragraph'))
    return [htmlLine(toHtml(list, writer.html))]
  const ordered = list.type.name === 'orderedList'
  return [
    {
      type: 'list' as const,
      ordered,
      start: ordered ? list.attrs['start'] : null,
      spread: items.some(({ spread }) => spread),
      children: items,
    },
  ]
}

function toHtml(list: Node, writer: HtmlWriter): Element {
  const { type, attrs } = list
  if (type.name === 'taskList')
    return h(
      'ul.contains-task-list',
      ...list.children.map((task) =>
        h(
          'li.task-list-item',
          h('input', { type: 'checkbox', checked: task.attrs['checked'] }),
          ...writer.blocks(task.children),
        ),
      ),
    )
  const items = list.children.map((item) => h('li', writer.blocks(item.children)))
  return type.name === 'orderedList'
    ? h('ol', { start: attrs['start'] === 1 ? undefined : attrs['start'] }, ...items)
    : h('ul', ...items)
}

export const lists: TextBlock = {
  extensions: [TaskList, Task],
  nodes: ['bulletList', 'orderedList', 'taskList'],
  tags: ['ul', 'ol'],
  read,
  toMarkdown,
  toHtml,
  menu: [
    { label: 'Bullet list', icon: List, slash: 'points ul', run: (editor) => editor.commands.toggleBulletList() },
    { label: 'Numbered list', icon: ListOrdered, slash: 'ol', run: (editor) => editor.commands.toggleOrderedList() },
    { label: 'Task list', icon: ListTodo, slash: 'todo check', run: (editor) => editor.commands.toggleTaskList() },
  ],
}
