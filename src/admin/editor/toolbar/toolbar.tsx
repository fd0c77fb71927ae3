import { isTextSelection } from '@tiptap/core'
import type { Editor } from '@tiptap/react'
import { BubbleMenu } from '@tiptap/react/menus'
import {
  Bold,
  Code,
  FileCode2,
  Heading2,
  Heading3,
  Image,
  Italic,
  Link,
  List,
  ListOrdered,
  ListTodo,
  type LucideIcon,
  MessageSquarePlus,
  Quote,
  Redo2,
  SquareCode,
  Strikethrough,
  Underline,
  Undo2,
} from 'lucide-react'
import { Toolbar, Tooltip } from 'radix-ui'
import { useEffect } from 'react'
import type { BlockDialog } from '#admin/editor/blocks/block.ts'
import { keepsRecord, TargetLine } from '#admin/editor/links/link-targets.tsx'
import { AlignMenu, BlockMenu, ColorMenu, IndentMenu, InsertMenu, TableMenu } from './menus.tsx'
import { type Toggled, Tool, ToolGroup, useToolbarState } from './tool.tsx'

type Toggleable = Exclude<keyof Toggled, 'link' | 'image' | 'table'>

/** A tool that applies its mark or block to the selection, or removes it. */
type Toggle = {
  icon: LucideIcon
  label: string
  keys: string
  state: Toggleable
  command: `toggle${Capitalize<Toggleable>}`
}

const marks: Toggle[] = [
  { icon: Bold, label: 'Bold', keys: 'B', state: 'bold', command: 'toggleBold' },
  { icon: Italic, label: 'Italic', keys: 'I', state: 'italic', command: 'toggleItalic' },
  { icon: Underline, label: 'Underline', keys: 'U', state: 'underline', command: 'toggleUnderline' },
  { icon: Strikethrough, label: 'Strikethrough', keys: 'Shift S', state: 'strike', command: 'toggleStrike' },
  { icon: Code, label: 'Code', keys: 'E', state: 'code', command: 'toggleCode' },
]
const lists: Toggle[] = [
  { icon: List, label: 'Bullet list', keys: 'Shift 8', state: 'bulletList', command: 'toggleBulletList' },
  { icon: ListOrdered, label: 'Numbered list', keys: 'Shift 7', state: 'orderedList', command: 'toggleOrderedList' },
  { icon: ListTodo, label: 'Task list', keys: 'Shift 9', state: 'taskList', command: 'toggleTaskList' },
]
const frames: Toggle[] = [
  { icon: Quote, label: 'Quote', keys: 'Shift B', state: 'blockquote', command: 'toggleBlockquote' },
  { icon: SquareCode, label: 'Code block', keys: 'Alt C', state: 'codeBlock', command: 'toggleCodeBlock' },
]

type TogglesProps = { of: Toggle[]; editor: Editor; state: ReturnType<typeof useToolbarState> }

const Toggles = ({ of: toggles, editor, state: current }: TogglesProps) =>
  toggles.map(({ state, command, ...tool }) => (
    <Tool key={state} {...tool} pressed={current[state]} onPress={() => editor.chain().focus()[command]().run()} />
  ))

type EditorToolbarProps = {
  editor: Editor
  onLink: () => void
  onDialog: (dialog: BlockDialog) => void
  /** Absent where there are no remarks. */
  onRemark: (() => void) | undefined
  onSource: () => void
}

/** The editor's toolbar. It is one stop of the Tab key; the arrow keys move inside it. */
export function EditorToolbar({ editor, onLink, onDialog, onRemark, onSource }: EditorToolbarProps) {
  const state = useToolbarState(editor)
  const run = () => editor.chain().focus()
  useKeyboardHeight()
  return (
    <Tooltip.Provider delayDuration={400} skipDelayDuration={200}>
      <Toolbar.Root aria-label="Formatting" className="editor-toolbar">
        <ToolGroup>
          <Tool icon={Undo2} label="Undo" keys="Z" disabled={!state.canUndo} onPress={() => run().undo().run()} />
          <Tool icon={Redo2} label="Redo" keys="Shift Z" disabled={!state.canRedo} onPress={() => run().redo().run()} />
        </ToolGroup>
        <ToolGroup>
          <BlockMenu editor={editor} block={state.block} />
        </ToolGroup>
        <ToolGroup>
          <Toggles of={marks} editor={editor} state={state} />
          <ColorMenu editor={editor} color={state.color} />
        </ToolGroup>
        <ToolGroup>
          <Toggles of={lists} editor={editor} state={state} />
          <AlignMenu editor={editor} align={state.align} />
          <IndentMenu editor={editor} canIndent={state.canIndent} canOutdent={state.canOutdent} />
        </ToolGroup>
        <ToolGroup>
          <Tool icon={Link} label="Link" keys="K" pressed={state.link} onPress={onLink} />
          <Tool
            icon={Image}
            label={state.image ? 'Edit image' : 'Insert image'}
            pressed={state.image}
            onPress={() => onDialog('image')}
          />
          <Toggles of={frames} editor={editor} state={state} />
          <TableMenu editor={editor} inTable={state.table} />
          <InsertMenu editor={editor} removable={state.removable} onDialog={onDialog} />
        </ToolGroup>
        <ToolGroup>
          {onRemark && <Tool icon={MessageSquarePlus} label="Remark" keys="Alt M" onPress={onRemark} />}
          <Tool icon={FileCode2} label="Markdown source" onPress={onSource} />
        </ToolGroup>
      </Toolbar.Root>
    </Tooltip.Provider>
  )
}

/** Stores the height of the on-screen keyboard, which covers the end of the page in some browsers, in the property `--keyboard`. */
function useKeyboardHeight() {
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return
    const { style } = document.documentElement
    const measure = () => {
      const covered = viewport.scale > 1 ? 0 : window.innerHeight - viewport.height - viewport.offsetTop
      style.setProperty('--keyboard', `${Math.max(0, Math.round(covered))}px`)
    }
    viewport.addEventListener('resize', measure)
    viewport.addEventListener('scroll', measure)
    return () => {
      viewport.removeEventListener('resize', measure)
      viewport.removeEventListener('scroll', measure)
      style.removeProperty('--keyboard')
    }
  }, [])
}

type SelectionBubbleProps = { editor: Editor; onLink: () => void; onRemark: (() => void) | undefined }

/** The most frequent tools above selected text. Touch devices show their own selection handles there, so they only have the toolbar. */
export function SelectionBubble({ editor, onLink, onRemark }: SelectionBubbleProps) {
  const state = useToolbarState(editor)
  const run = () => editor.chain().focus()
  const tools: Array<[label: string, icon: LucideIcon, pressed: boolean | undefined, press: () => void]> = [
    ['Bold', Bold, state.bold, () => run().toggleBold().run()],
    ['Italic', Italic, state.italic, () => run().toggleItalic().run()],
    ['Link', Link, state.link, onLink],
    ['Heading 2', Heading2, state.block === 'Heading 2', () => run().toggleHeading({ level: 2 }).run()],
    ['Heading 3', Heading3, state.block === 'Heading 3', () => run().toggleHeading({ level: 3 }).run()],
  ]
  if (onRemark) tools.push(['Remark', MessageSquarePlus, undefined, onRemark])
  return (
    <BubbleMenu
      editor={editor}
      role="group"
      aria-label="Selected text"
      className="editor-menu on-deep z-20 flex gap-px rounded-control border border-line p-1 shadow-float pointer-coarse:hidden"
      shouldShow={({ editor, state: { doc, selection }, from, to }) =>
        isTextSelection(selection) && doc.textBetween(from, to).trim() !== '' && !editor.isActive('codeBlock')
      }
      // It begins at the selection, so that it does not reach under the navigation.
      options={{ placement: 'top-start', offset: 8, shift: { padding: 8 } }}
    >
      {tools.map(([label, Icon, pressed, press]) => (
        <button
          key={label}
          type="button"
          aria-label={label}
          aria-pressed={pressed}
          title={label}
          className="tool"
          onMouseDown={(event) => event.preventDefault()}
          onClick={press}
        >
          <Icon aria-hidden="true" />
        </button>
      ))}
      {keepsRecord(state.href) && <TargetLine href={state.href} />}
    </BubbleMenu>
  )
}
