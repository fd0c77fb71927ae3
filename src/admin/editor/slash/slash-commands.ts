import type { Editor } from '@tiptap/core'
import {
  Code2,
  Heading2,
  Heading3,
  Heading4,
  Image,
  Images,
  Info,
  List,
  ListCollapse,
  ListOrdered,
  ListTodo,
  type LucideIcon,
  Minus,
  Pilcrow,
  Quote,
  Table,
  Video,
} from 'lucide-react'

/** A dialog that a command opens. */
export type SlashDialog = 'image' | 'gallery' | 'video'

export type SlashCommand = {
  label: string
  /** Further words that find it. */
  words: string
  icon: LucideIcon
  run: ((editor: Editor) => void) | SlashDialog
}

const heading = (level: 2 | 3 | 4) => (editor: Editor) => editor.commands.setHeading({ level })

/** What `/` offers at the start of a line or after a space. */
const slashCommands: SlashCommand[] = [
  { label: 'Paragraph', words: 'text', icon: Pilcrow, run: (editor) => editor.commands.setParagraph() },
  { label: 'Heading 2', words: 'h2 section', icon: Heading2, run: heading(2) },
  { label: 'Heading 3', words: 'h3', icon: Heading3, run: heading(3) },
  { label: 'Heading 4', words: 'h4', icon: Heading4, run: heading(4) },
  { label: 'Bullet list', words: 'points ul', icon: List, run: (editor) => editor.commands.toggleBulletList() },
  { label: 'Numbered list', words: 'ol', icon: ListOrdered, run: (editor) => editor.commands.toggleOrderedList() },
  { label: 'Task list', words: 'todo check', icon: ListTodo, run: (editor) => editor.commands.toggleTaskList() },
  { label: 'Image', words: 'picture photo', icon: Image, run: 'image' },
  { label: 'Gallery', words: 'pictures images', icon: Images, run: 'gallery' },
  {
    label: 'Video',
    words: 'youtube vimeo film',
    icon: Video,
    run: 'video',
  },
  {
    label: 'Table',
    words: 'grid',
    icon: Table,
    run: (editor) => editor.commands.insertTable({ rows: 3, cols: 3, withHeaderRow: true }),
  },
  { label: 'Quotation', words: 'blockquote', icon: Quote, run: (editor) => editor.commands.toggleBlockquote() },
  { label: 'Code block', words: 'pre', icon: Code2, run: (editor) => editor.commands.toggleCodeBlock() },
  { label: 'Callout', words: 'note warning tip', icon: Info, run: (editor) => editor.commands.setCallout('note') },
  {
    label: 'Folded text',
    words: 'details summary',
    icon: ListCollapse,
    run: (editor) => editor.commands.insertFolded(),
  },
  { label: 'Dividing line', words: 'hr rule', icon: Minus, run: (editor) => editor.commands.setHorizontalRule() },
]

/** The commands for what was typed after the slash, those whose name begins with it first. */
export function findCommands(typed: string): SlashCommand[] {
  const query = typed.toLowerCase()
  const begins = ({ label }: SlashCommand) => label.toLowerCase().startsWith(query)
  return slashCommands
    .filter(({ label, words }) => `${label} ${words}`.toLowerCase().includes(query))
    .sort((one, other) => Number(begins(other)) - Number(begins(one)))
}
