import type { Editor } from '@tiptap/react'
import {
  Bold,
  Code,
  FileCode2,
  Image,
  Italic,
  Link,
  List,
  ListOrdered,
  ListTodo,
  Minus,
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
import { AlignMenu, BlockMenu, ColorMenu, IndentMenu, InsertMenu, TableMenu } from './menus.tsx'
import { Tool, ToolGroup } from './tool.tsx'
import { useToolbarState } from './use-toolbar-state.ts'

type EditorToolbarProps = {
  editor: Editor
  onLink: () => void
  onDialog: (dialog: BlockDialog) => void
  onSource: () => void
}

/** The editor's toolbar. It is one stop of the Tab key; the arrow keys move inside it. */
export function EditorToolbar({ editor, onLink, onDialog, onSource }: EditorToolbarProps) {
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
          <Tool icon={Bold} label="Bold" keys="B" pressed={state.bold} onPress={() => run().toggleBold().run()} />
          <Tool
            icon={Italic}
            label="Italic"
            keys="I"
            pressed={state.italic}
            onPress={() => run().toggleItalic().run()}
          />
          <Tool
            icon={Underline}
            label="Underline"
            keys="U"
            pressed={state.underline}
            onPress={() => run().toggleUnderline().run()}
          />
          <Tool
            icon={Strikethrough}
            label="Strike through"
            keys="Shift S"
            pressed={state.strike}
            onPress={() => run().toggleStrike().run()}
          />
          <Tool icon={Code} label="Code" keys="E" pressed={state.code} onPress={() => run().toggleCode().run()} />
          <ColorMenu editor={editor} color={state.color} />
        </ToolGroup>
        <ToolGroup>
          <Tool
            icon={List}
            label="Bullet list"
            keys="Shift 8"
            pressed={state.bulletList}
            onPress={() => run().toggleBulletList().run()}
          />
          <Tool
            icon={ListOrdered}
            label="Numbered list"
            keys="Shift 7"
            pressed={state.orderedList}
            onPress={() => run().toggleOrderedList().run()}
          />
          <Tool
            icon={ListTodo}
            label="Task list"
            keys="Shift 9"
            pressed={state.taskList}
            onPress={() => run().toggleTaskList().run()}
          />
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
          <Tool
            icon={Quote}
            label="Quotation"
            keys="Shift B"
            pressed={state.blockquote}
            onPress={() => run().toggleBlockquote().run()}
          />
          <Tool
            icon={SquareCode}
            label="Code block"
            keys="Alt C"
            pressed={state.codeBlock}
            onPress={() => run().toggleCodeBlock().run()}
          />
          <TableMenu editor={editor} inTable={state.table} />
          <Tool icon={Minus} label="Dividing line" onPress={() => run().setHorizontalRule().run()} />
          <InsertMenu editor={editor} removable={state.removable} onDialog={onDialog} />
        </ToolGroup>
        <ToolGroup>
          <Tool icon={FileCode2} label="Markdown source" onPress={onSource} />
        </ToolGroup>
      </Toolbar.Root>
    </Tooltip.Provider>
  )
}

/** Keeps the height of the on-screen keyboard, which covers the page's lower end in some browsers, in the property `--keyboard`. */
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
