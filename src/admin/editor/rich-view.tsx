import type { JSONContent } from '@tiptap/core'
import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import { useState } from 'react'
import { imageIn } from '#admin/api/upload-image.ts'
import { cleanPaste } from '#admin/editor/paste/clean-paste.ts'
import { ImageDialog } from '#admin/editor/toolbar/image-dialog.tsx'
import { LinkDialog } from '#admin/editor/toolbar/link-dialog.tsx'
import { EditorToolbar } from '#admin/editor/toolbar/toolbar.tsx'
import { writeContent } from '#admin/editor/write/write-content.ts'
import { contentExtensions } from './extensions.ts'
import { useThrottled } from './use-throttled.ts'

type RichViewProps = {
  label: string
  labelId: string
  /** The source that `doc` was read from; it is returned as long as nothing differs. */
  source: string
  doc: JSONContent
  error?: string
  onChange: (source: string) => void
  onSource: (source: string) => void
}

/** The visual view. A key press does not render this component: the document belongs to the editor and is written a moment later. */
export function RichView({ label, labelId, source, doc, error, onChange, onSource }: RichViewProps) {
  const [asking, setAsking] = useState<'link' | 'image' | null>(null)
  const [dropped, setDropped] = useState<File | null>(null)
  const [work] = useState(() => createWork(source))
  const pendingChange = useThrottled(() => onChange(work.text()))

  const editor = useEditor({
    extensions: contentExtensions,
    content: doc,
    shouldRerenderOnTransaction: false,
    // The library would insert these rules as markup; `content-editor.css` has them.
    injectCSS: false,
    editorProps: {
      attributes: {
        class: 'prose',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        ...(error && { 'aria-invalid': 'true', 'aria-describedby': `${labelId}-error` }),
      },
      transformPastedHTML: cleanPaste,
      handlePaste: (_, { clipboardData }) => {
        // Office programs put a picture of the text on the clipboard beside the text.
        if (clipboardData?.types.includes('text/html')) return false
        return takeImage(imageIn(clipboardData))
      },
      handleDrop: (view, event, _, moved) => {
        const image = moved ? null : imageIn(event.dataTransfer)
        if (!image) return false
        const place = view.posAtCoords({ left: event.clientX, top: event.clientY })
        if (place) editor?.commands.setTextSelection(place.pos)
        return takeImage(image)
      },
      handleDoubleClickOn: (_view, _pos, node) => {
        if (node.type.name !== 'image') return false
        setAsking('image')
        return true
      },
      handleKeyDown: (_, event) => {
        const command = event.ctrlKey || event.metaKey
        if (command && event.key === 's') pendingChange.flush()
        if (!command || event.key !== 'k') return false
        setAsking('link')
        return true
      },
    },
    onCreate: ({ editor }) => work.begin(editor),
    onUpdate: ({ transaction }) => {
      if (transaction.docChanged) pendingChange.call()
    },
    onBlur: () => pendingChange.flush(),
  })

  function takeImage(image: File | null): boolean {
    if (!image) return false
    setDropped(image)
    setAsking('image')
    return true
  }

  const close = () => {
    setAsking(null)
    setDropped(null)
  }

  if (!editor) return null
  return (
    <div className="content-editor on-deep">
      <EditorToolbar
        editor={editor}
        onLink={() => setAsking('link')}
        onImage={() => setAsking('image')}
        onSource={() => onSource(work.text())}
      />
      <EditorContent editor={editor} className="editor-body" />
      {asking === 'link' && <LinkDialog editor={editor} onClose={close} />}
      {asking === 'image' && <ImageDialog editor={editor} file={dropped} onClose={close} />}
    </div>
  )
}

/** The document as source: the one that it was read from as long as nothing differs. */
function createWork(source: string) {
  let editor: Editor | null = null
  let unchanged = ''
  return {
    begin(created: Editor) {
      editor = created
      unchanged = writeContent(created.state.doc)
    },
    text() {
      const written = editor ? writeContent(editor.state.doc) : unchanged
      return written === unchanged ? source : written
    },
  }
}
