import type { JSONContent } from '@tiptap/core'
import { NodeSelection, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import { useState } from 'react'
import { imageIn } from '#admin/api/uploads.ts'
import type { BlockDialog } from '#admin/editor/blocks/block.ts'
import { isMissing } from '#admin/editor/blocks/picture.ts'
import { takePastedVideo, takeTypedVideo } from '#admin/editor/blocks/video.ts'
import { LinkDialog } from '#admin/editor/links/link-dialog.tsx'
import { groupsOf, TargetOption } from '#admin/editor/links/link-targets.tsx'
import { cleanPaste, copiedPicture } from '#admin/editor/paste/clean-paste.ts'
import { createClipboard, pasteText } from '#admin/editor/paste/paste-text.ts'
import { VideoDialog } from '#admin/editor/toolbar/dialog-form.tsx'
import { type DroppedPicture, GalleryDialog, ImageDialog } from '#admin/editor/toolbar/image-dialog.tsx'
import { EditorToolbar, SelectionBubble } from '#admin/editor/toolbar/toolbar.tsx'
import { useLatest } from '#admin/hooks.ts'
import { FieldRemarks, useRemarkButton } from '#admin/remarks/remarks.tsx'
import { useReadOnly } from '#admin/session/use-auth.ts'
import { isEmbedded } from '#content/markup/sanitise-schema.ts'
import { classNames } from '#ui/class-names.ts'
import { Outline } from './outline.tsx'
import { PastedFiles, type TakeFact, usePastedFiles } from './pasted-files.tsx'
import { contentExtensions } from './read-content.ts'
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
  takeFact?: TakeFact | undefined
  field?: string | undefined
}

/** The visual view. A key press does not render this component: the document belongs to the editor and is written a moment later. */
export function RichView({ label, labelId, source, doc, error, bare, onChange, onSource, ...props }: RichViewProps) {
  const { takeFact, field } = props
  const [asking, setAsking] = useState<BlockDialog | 'link' | null>(null)
  const [dropped, setDropped] = useState<DroppedPicture | null>(null)
  const [work] = useState(() => createWork(source))
  const [slash] = useState(() => createSlashMenu(setAsking))
  const [links] = useState(createLinkMenu)
  const isBare = useLatest(bare)
  const readOnly = useReadOnly()
  const remark = useRemarkButton(field)
  const pendingChange = useThrottled(() => onChange(work.text()))
  const pasted = usePastedFiles(pendingChange.flush, takeFact)
  const [clipboard] = useState(createClipboard)

  const editor = useEditor({
    extensions: [...contentExtensions, slash.extension, links.extension],
    content: doc,
    editable: !readOnly,
    shouldRerenderOnTransaction: false,
    // Its rules for bold and italic would read an asterisk in prose as Markdown (paste/paste-text.ts).
    enablePasteRules: ['link'],
    // The library would insert these rules as markup; `content-editor.css` has them.
    injectCSS: false,
    editorProps: {
      attributes: {
        class: 'prose',
        dir: 'auto',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        ...(readOnly && { 'aria-readonly': 'true', tabindex: '0' }),
        ...(error && { 'aria-invalid': 'true', 'aria-describedby': `${labelId}-error` }),
      },
      // The sticky bars cover the text at the top, on phones the toolbar does at the bottom.
      scrollThreshold: { top: 150, bottom: 70, left: 0, right: 0 },
      scrollMargin: { top: 150, bottom: 70, left: 0, right: 0 },
      handleScrollToSelection: (view) => isBare.current && keepLineInPlace(view),
      handleDOMEvents: clipboard.events,
      transformPastedHTML: (html, view) =>
        cleanPaste(html, {
          language: clipboard.read().language,
          inLine: view.state.selection.$from.parent.content.size > 0,
        }),
      handlePaste: (view, { clipboardData }, slice) => {
        if (takePastedVideo(view, clipboardData)) return true
        const read = pasteText(view, clipboard.read())
        if (read) {
          pasted.say(read.note)
          if (read.front) pasted.takeFrontMatter(read.front)
          return true
        }
        const { html, language } = clipboard.read()
        // The library makes all code of an editor a block.
        if (language !== undefined) {
          view.dispatch(view.state.tr.replaceSelection(slice).setMeta('paste', true).scrollIntoView())
          return true
        }
        // Office programs also put a picture of the text on the clipboard.
        const alt = html === '' ? '' : copiedPicture(html)
        return alt !== undefined && takeFiles(clipboardData, alt)
      },
      handleDrop: (view, event, _, moved) => {
        if (moved || !event.dataTransfer?.files.length) return false
        const place = view.posAtCoords({ left: event.clientX, top: event.clientY })
        const { doc, tr } = view.state
        if (place && !selectPlace(view, place.inside))
          view.dispatch(tr.setSelection(TextSelection.near(doc.resolve(place.pos))))
        return takeFiles(event.dataTransfer)
      },
      handleClickOn: (view, _pos, _node, at) => {
        if (readOnly || !selectPlace(view, at)) return false
        setAsking('image')
        return true
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
    onCreate: ({ editor }) => {
      work.begin(editor)
      if (!readOnly) pasted.keepPictures(editor, isEmbedded)
    },
    onUpdate: ({ editor, transaction }) => {
      if (transaction.docChanged) pendingChange.call()
      if (transaction.getMeta('paste')) pasted.keepPictures(editor)
      else if (pasted.hasPlaces) pasted.noteMissing(editor)
    },
    onBlur: () => pendingChange.flush(),
  })

  /** The first picture opens its dialog; other files are inserted directly, or refused with a message. */
  function takeFiles(data: DataTransfer | null, alt = ''): boolean {
    const image = imageIn(data)
    const others = [...(data?.files ?? [])].filter((file) => file !== image)
    if (image) {
      setDropped({ file: image, alt })
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
      {!bare && !readOnly && (
        <EditorToolbar
          editor={editor}
          onLink={() => setAsking('link')}
          onDialog={setAsking}
          onRemark={remark}
          onSource={() => onSource(work.text())}
        />
      )}
      {bare && <Outline editor={editor} />}
      <EditorContent editor={editor} className="editor-body" />
      {field && !bare && <FieldRemarks editor={editor} field={field} label={label} />}
      <PastedFiles notes={pasted.notes} />
      {!readOnly && (
        <SelectionBubble editor={editor} onLink={() => setAsking('link')} onRemark={bare ? undefined : remark} />
      )}
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
      {asking === 'image' && <ImageDialog editor={editor} dropped={dropped} onClose={close} />}
    </div>
  )
}

/** Selects the place of a missing picture, so that a file fills it. @returns whether there is one */
function selectPlace({ state, dispatch }: EditorView, at: number): boolean {
  const node = at >= 0 ? state.doc.nodeAt(at) : null
  if (node?.type.name !== 'image' || !isMissing(node.attrs)) return false
  dispatch(state.tr.setSelection(NodeSelection.create(state.doc, at)))
  return true
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
