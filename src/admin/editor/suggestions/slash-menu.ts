import { menuEntries } from '#admin/editor/blocks/all.ts'
import type { BlockDialog, MenuEntry } from '#admin/editor/blocks/block.ts'
import { createSuggestions } from './suggestions.ts'

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

/** The entries for what was typed after the slash, those whose label begins with it first. */
function findCommands(typed: string): MenuEntry[] {
  const query = typed.toLowerCase()
  const begins = ({ label }: MenuEntry) => label.toLowerCase().startsWith(query)
  return menuEntries
    .filter(({ label, slash }) => slash !== undefined && `${label} ${slash}`.toLowerCase().includes(query))
    .sort((one, other) => Number(begins(other)) - Number(begins(one)))
}
