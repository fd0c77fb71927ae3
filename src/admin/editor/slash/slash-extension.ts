import { Extension } from '@tiptap/core'
import { Suggestion, type SuggestionProps } from '@tiptap/suggestion'
import { menuEntries } from '#admin/editor/blocks/all.ts'
import type { BlockDialog, MenuEntry } from '#admin/editor/blocks/block.ts'
import { createStore } from '#admin/store.ts'

type Open = SuggestionProps<MenuEntry, MenuEntry>
export type SlashState = { open: Open; chosen: number } | null

/** The menu that `/` opens in a paragraph: the editor's extension, and the state that `SlashMenu` renders. */
export function createSlashMenu() {
  const state = createStore<SlashState>(null)
  const choose = (command?: MenuEntry) => {
    const open = state.get()?.open
    if (open && command) open.command(command)
  }
  const move = (by: number) => {
    const now = state.get()
    if (!now) return
    const count = now.open.items.length
    state.set({ ...now, chosen: (now.chosen + by + count) % Math.max(1, count) })
  }
  /** Runs a command that only React can: opening a dialog. */
  let onDialog = (_: BlockDialog) => {}

  const extension = Extension.create({
    name: 'slashMenu',
    addProseMirrorPlugins() {
      return [
        Suggestion<MenuEntry, MenuEntry>({
          editor: this.editor,
          char: '/',
          allow: ({ state: { doc }, range }) => doc.resolve(range.from).parent.type.name === 'paragraph',
          items: ({ query }) => findCommands(query),
          command: ({ editor, range, props }) => {
            editor.chain().focus().deleteRange(range).run()
            if (typeof props.run === 'string') onDialog(props.run)
            else props.run(editor)
          },
          render: () => ({
            onStart: (open) => state.set({ open, chosen: 0 }),
            onUpdate: (open) => state.set({ open, chosen: 0 }),
            onExit: () => state.set(null),
            onKeyDown: ({ event }) => {
              const now = state.get()
              if (!now || now.open.items.length === 0) return false
              if (event.key === 'ArrowDown') move(1)
              else if (event.key === 'ArrowUp') move(-1)
              else if (event.key === 'Enter' || event.key === 'Tab') choose(now.open.items[now.chosen])
              else return false
              return true
            },
          }),
        }),
      ]
    },
  })
  return {
    extension,
    state,
    choose,
    setOnDialog(run: (dialog: BlockDialog) => void) {
      onDialog = run
    },
  }
}

/** The entries for what was typed after the slash, those whose label begins with it first. */
function findCommands(typed: string): MenuEntry[] {
  const query = typed.toLowerCase()
  const begins = ({ label }: MenuEntry) => label.toLowerCase().startsWith(query)
  return menuEntries
    .filter(({ label, slash }) => slash !== undefined && `${label} ${slash}`.toLowerCase().includes(query))
    .sort((one, other) => Number(begins(other)) - Number(begins(one)))
}
