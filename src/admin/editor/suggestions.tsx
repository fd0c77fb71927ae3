import { type Editor, Extension, type Range } from '@tiptap/core'
import { PluginKey } from '@tiptap/pm/state'
import { Suggestion, type SuggestionOptions, type SuggestionProps } from '@tiptap/suggestion'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { type OptionGroup, Options, searchPause, stepped } from '#admin/dialogs/options.tsx'
import { menuEntries } from '#admin/editor/blocks/all.ts'
import type { BlockDialog, MenuEntry } from '#admin/editor/blocks/block.ts'
import { findLinkTargets, insertLink } from '#admin/editor/links/link-targets.tsx'
import { createStore, type Store, useStore } from '#admin/hooks.ts'
import type { LinkTarget } from '#contract/record-links.ts'

type SuggestionState<Item> = { open: SuggestionProps<Item, Item>; items: Item[]; chosen: number }

/** A list at the cursor: what its keys do, and the state that `SuggestionList` renders. */
type Suggestions<Item> = {
  extension: Extension
  state: Store<SuggestionState<Item> | null>
  choose: (item: Item) => void
  point: (place: number) => void
}

type Rules<Item> = Pick<
  SuggestionOptions<Item, Item>,
  'char' | 'allowSpaces' | 'allowedPrefixes' | 'debounce' | 'allow'
> & {
  name: string
  find: (query: string) => Item[] | Promise<Item[]>
  /** Replaces the typed text. */
  insert: (editor: Editor, range: Range, item: Item) => void
}

/** The distance between a list and the edge of the window, in pixels. */
const margin = 8

/** Keeps a list inside the window where the cursor is near its right edge. */
const withinWindow: NonNullable<NonNullable<SuggestionOptions['floatingUi']>['middleware']>[number] = {
  name: 'withinWindow',
  fn: ({ x, rects }) => ({
    x: Math.max(margin, Math.min(x, document.documentElement.clientWidth - rects.floating.width - margin)),
  }),
}

/** A list that some characters open in the text. The arrow keys choose an item, Enter or Tab takes it, Escape leaves the text as it is. */
function createSuggestions<Item>({ name, find, insert, ...rules }: Rules<Item>): Suggestions<Item> {
  const state = createStore<SuggestionState<Item> | null>(null)
  const choose = (item: Item) => state.get()?.open.command(item)
  const point = (chosen: number) => {
    const now = state.get()
    if (now) state.set({ ...now, chosen })
  }
  const extension = Extension.create({
    name,
    addProseMirrorPlugins() {
      return [
        Suggestion<Item, Item>({
          ...rules,
          editor: this.editor,
          pluginKey: new PluginKey(name),
          floatingUi: { middleware: [withinWindow] },
          items: ({ query }) => find(query),
          command: ({ editor, range, props }) => insert(editor, range, props),
          render: () => ({
            onStart: (open) => state.set({ open, items: open.items, chosen: 0 }),
            // The items for the earlier text stay until the next ones arrive.
            onUpdate: (open) =>
              state.set({ open, items: open.loading ? (state.get()?.items ?? []) : open.items, chosen: 0 }),
            onExit: () => state.set(null),
            onKeyDown: ({ event }) => {
              const { items = [], chosen = 0 } = state.get() ?? {}
              const item = items[chosen]
              if (item === undefined) return false
              if (event.key === 'ArrowDown') point(stepped(chosen, 1, items.length))
              else if (event.key === 'ArrowUp') point(stepped(chosen, -1, items.length))
              else if (event.key === 'Enter' || event.key === 'Tab') choose(item)
              else return false
              return true
            },
          }),
        }),
      ]
    },
  })
  return { extension, state, choose, point }
}

/**
 * The list of blocks that `/` opens in a paragraph.
 * @param onDialog opens the dialog of a block
 */
export const createSlashMenu = (onDialog: (dialog: BlockDialog) => void) =>
  createSuggestions<MenuEntry>({
    name: 'slashMenu',
    char: '/',
    allow: ({ state: { doc }, range }) => doc.resolve(range.from).parent.type.name === 'paragraph',
    find: findCommands,
    insert(editor, range, { run }) {
      editor.chain().focus().deleteRange(range).run()
      if (typeof run === 'string') onDialog(run)
      else run(editor)
    },
  })

/** The entries for the text after the slash, first those with a label that begins with it. */
function findCommands(typed: string): MenuEntry[] {
  const query = typed.toLowerCase()
  const begins = ({ label }: MenuEntry) => label.toLowerCase().startsWith(query)
  return menuEntries
    .filter(({ label, slash }) => slash !== undefined && `${label} ${slash}`.toLowerCase().includes(query))
    .sort((one, other) => Number(begins(other)) - Number(begins(one)))
}

/** The characters after which the list opens. */
const opening = '[['

/** No title is longer, so the brackets of a longer text mean something else. */
const longest = 80

/** The list of records and files that `[[` opens, except in code. */
export const createLinkMenu = () =>
  createSuggestions<LinkTarget>({
    name: 'linkMenu',
    char: opening,
    allowSpaces: true,
    allowedPrefixes: null,
    debounce: searchPause,
    allow({ editor, state: { doc }, range: { from, to } }) {
      const typed = doc.textBetween(from, to).slice(opening.length)
      return (
        typed.length <= longest && !typed.includes(']') && !editor.isActive('code') && !editor.isActive('codeBlock')
      )
    },
    // Without an answer there is no list, and the typed text stays.
    find: (query) => findLinkTargets(query).catch(() => []),
    insert: insertLink,
  })

type SuggestionListProps<Item> = {
  of: Suggestions<Item>
  label: string
  groupsOf?: (items: Item[]) => OptionGroup<Item>[]
  children: (item: Item) => ReactNode
}

/** The list at the cursor. The focus stays in the text, which names the chosen item for screen readers. */
export function SuggestionList<Item>({
  of: suggestions,
  label,
  groupsOf = (options) => [{ options }],
  children,
}: SuggestionListProps<Item>) {
  const shown = useStore(suggestions.state)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const open = shown?.open
  const visible = shown !== null && shown.items.length > 0
  useEffect(() => (visible && list.current ? open?.mount(list.current) : undefined), [visible, open])
  const text = open?.editor.view.dom
  const chosen = visible ? `${id}-${shown.chosen}` : undefined
  useEffect(() => {
    if (!text || !chosen) return
    text.setAttribute('aria-controls', id)
    text.setAttribute('aria-activedescendant', chosen)
    return () => {
      text.removeAttribute('aria-controls')
      text.removeAttribute('aria-activedescendant')
    }
  }, [text, chosen, id])
  if (!visible) return null
  return createPortal(
    <Options
      ref={list}
      id={id}
      label={label}
      groups={groupsOf(shown.items)}
      chosen={shown.chosen}
      onPoint={suggestions.point}
      onChoose={suggestions.choose}
      className="editor-menu on-deep fixed top-0 left-0 z-50 max-h-72 max-w-[min(24rem,calc(100vw-1rem))] min-w-52 overflow-y-auto rounded-control border border-line p-1 text-small shadow-float"
      optionClass="min-h-9 gap-2.5 rounded-mark px-2.5 pointer-coarse:min-h-11"
    >
      {children}
    </Options>,
    // Assistive software finds it among the landmarks of the page.
    document.getElementById('main') ?? document.body,
  )
}
