import { type Editor, Extension, type Range } from '@tiptap/core'
import { PluginKey } from '@tiptap/pm/state'
import { Suggestion, type SuggestionOptions, type SuggestionProps } from '@tiptap/suggestion'
import { stepped } from '#admin/dialogs/options.tsx'
import { createStore, type Store } from '#admin/store.ts'

type Shown<Item> = { open: SuggestionProps<Item, Item>; items: Item[]; chosen: number }

/** A list at the cursor: what its keys do, and the state that `SuggestionList` renders. */
export type Suggestions<Item> = {
  extension: Extension
  state: Store<Shown<Item> | null>
  choose: (item: Item) => void
  point: (place: number) => void
}

type Rules<Item> = Pick<
  SuggestionOptions<Item, Item>,
  'char' | 'allowSpaces' | 'allowedPrefixes' | 'debounce' | 'allow'
> & {
  name: string
  find: (query: string) => Item[] | Promise<Item[]>
  /** Takes the place of what was typed. */
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

/** A list that some characters open in the text. The arrow keys choose an item, Enter or Tab takes it, Escape leaves what was typed. */
export function createSuggestions<Item>({ name, find, insert, ...rules }: Rules<Item>): Suggestions<Item> {
  const state = createStore<Shown<Item> | null>(null)
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
            // The items of the earlier text stay until the next ones are there.
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
