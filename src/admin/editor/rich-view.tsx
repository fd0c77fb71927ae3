import type { JSONContent } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import { useState } from 'react'
import { imageIn } from '#admin/api/uploads.ts'
import type { BlockDialog } from '#admin/editor/blocks/block.ts'
import { takePastedVideo, takeTypedVideo } from '#admin/editor/blocks/video.ts'
import { LinkDialog } from '#admin/editor/links/link-dialog.tsx'
import { groupsOf, TargetOption } from '#admin/editor/links/link-targets.tsx'
import { GalleryDialog, ImageDialog } from '#admin/editor/toolbar/image-dialog.tsx'
import { EditorToolbar, SelectionBubble } from '#admin/editor/toolbar/toolbar.tsx'
import { VideoDialog } from '#admin/editor/toolbar/video-dialog.tsx'
import { useLatest } from '#admin/hooks.ts'
import { useReadOnly } from '#admin/session/permissions.ts'
import { classNames } from '#ui/class-names.ts'
import { cleanPaste } from './clean-paste.ts'
import { contentExtensions } from './open-content.ts'
import { Outline } from './outline.tsx'
import { PastedFiles, usePastedFiles } from './pasted-files.tsx'
import { createLinkMenu, createSlashMenu, SuggestionList } from './suggestions.tsx'
import { useThrottled } from './use-throttled.ts'
import { writeContent } from './write-content.ts'

type RichViewProps = {
  label: string
  labelId: string
  /** The source that `doc` was read from; it is returned as long as nothing differs. */
  source: string
  doc: JSONContent
  error?: string | undefined
  /** Without the toolbar and the dark ground. */
  bare: boolean
  onChange: (source: string) => void
  onSource: (source: string) => void
}

/** The visual view. A key press does not render this component: the document belongs to the editor and is written a moment later. */
export function RichView({ label, labelId, source, doc, error, bare, onChange, onSource }: RichViewProps) {
  const [asking, setAsking] = useState<BlockDialog | 'link' | null>(null)
  const [dropped, setDropped] = useState<File | null>(null)
  const [work] = useState(() => createWork(source))
  const [slash] = useState(() => createSlashMenu(setAsking))
  const [links] = useState(createLinkMenu)
  const isBare = useLatest(bare)
  const readOnly = useReadOnly()
  const pendingChange = useThrottled(() => onChange(work.text()))
  const pasted = usePastedFiles(pendingChange.flush)

  const editor = useEditor({
    extensions: [...contentExtensions, slash.extension, links.extension],
    content: doc,
    editable: !readOnly,
    shouldRerenderOnTransaction: false,
    // The library would insert these rules as markup; `content-editor.css` has them.
    injectCSS: false,
    editorProps: {
      attributes: {
        class: 'prose',
        dir: 'auto',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        ...(readOnly && { 'aria-readonly': 'true' }),
        ...(error && { 'aria-invalid': 'true', 'aria-describedby': `${labelId}-error` }),
      },
      // The sticky bars cover the text at the top, on phones the toolbar does at the bottom.
      scrollThreshold: { top: 150, bottom: 70, left: 0, right: 0 },
      scrollMargin: { top: 150, bottom: 70, left: 0, right: 0 },
      handleScrollToSelection: (view) => isBare.current && keepLineInPlace(view),
      transformPastedHTML: cleanPaste,
      handlePaste: (view, { clipboardData }) => {
        if (takePastedVideo(view, clipboardData)) return true
        // Office programs also put a picture of the text on the clipboard.
        if (clipboardData?.types.includes('text/html')) return false
        return takeFiles(clipboardData)
      },
      handleDrop: (view, event, _, moved) => {
        if (moved || !event.dataTransfer?.files.length) return false
        const place = view.posAtCoords({ left: event.clientX, top: event.clientY })
        if (place) setCursor(view, place.pos)
        return takeFiles(event.dataTransfer)
      },
      handleDoubleClickOn: (_view, _pos, node) => {
        const { name } = node.type
        if (name !== 'image' && name !== 'video') return false
        setAsking(name)
        return true
      },
      handleKeyDown: (view, event) => {
        if (event.key === 'Enter' && !event.shiftKey && takeTypedVideo(view)) return true
        const command = event.ctrlKey || event.metaKey
        if (command && event.key === 's') pendingChange.flush()
        if (!command || event.shiftKey || event.key !== 'k') return false
        setAsking('link')
        return true
      },
    },
    onCreate: ({ editor }) => work.begin(editor),
    onUpdate: ({ editor, transaction }) => {
      if (transaction.docChanged) pendingChange.call()
      if (transaction.getMeta('paste')) pasted.keepPictures(editor)
    },
    onBlur: () => pendingChange.flush(),
  })

  /** The first picture opens its dialog; other files are inserted directly, or refused with a message. */
  function takeFiles(data: DataTransfer | null): boolean {
    const image = imageIn(data)
    const others = [...(data?.files ?? [])].filter((file) => file !== image)
    if (image) {
      setDropped(image)
      setAsking('image')
    }
    if (editor && others.length > 0) pasted.takeFiles(editor, others)
    return image !== null || others.length > 0
  }

  const close = () => {
    setAsking(null)
    setDropped(null)
  }

  if (!editor) return null
  return (
    <div className={classNames('content-editor', !bare && 'on-deep')}>
      {!bare && (
        <EditorToolbar
          editor={editor}
          onLink={() => setAsking('link')}
          onDialog={setAsking}
          onSource={() => onSource(work.text())}
        />
      )}
      {bare && <Outline editor={editor} />}
      <EditorContent editor={editor} className="editor-body" />
      <PastedFiles notes={pasted.notes} />
      <SelectionBubble editor={editor} onLink={() => setAsking('link')} />
      <SuggestionList of={slash} label="Insert a block">
        {({ icon: Icon, label }) => (
          <>
            <Icon aria-hidden="true" className="size-4" />
            {label}
          </>
        )}
      </SuggestionList>
      <SuggestionList of={links} label="Link to" groupsOf={groupsOf}>
        {(target) => <TargetOption target={target} />}
      </SuggestionList>
      {asking === 'link' && <LinkDialog editor={editor} onClose={close} />}
      {asking === 'gallery' && <GalleryDialog editor={editor} onClose={close} />}
      {asking === 'video' && <VideoDialog editor={editor} onClose={close} />}
      {asking === 'image' && <ImageDialog editor={editor} file={dropped} onClose={close} />}
    </div>
  )
}

function setCursor({ state, dispatch }: EditorView, at: number) {
  dispatch(state.tr.setSelection(TextSelection.near(state.doc.resolve(at))))
}

/** Scrolls so that the cursor's line stays a little above the middle of the window. */
function keepLineInPlace(view: EditorView): boolean {
  const scroller = view.dom.closest('.focus-mode')
  if (!scroller) return false
  scroller.scrollTop += view.coordsAtPos(view.state.selection.head).top - window.innerHeight * 0.45
  return true
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
