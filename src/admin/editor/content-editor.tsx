import { useId, useState } from 'react'
import './content-editor.css'
import { type OpenedContent, openContent } from './open-content.ts'
import type { TakeFact } from './pasted-files.tsx'
import { RichView } from './rich-view.tsx'
import { SourceView } from './source-view.tsx'

type ContentEditorProps = {
  label: string
  /** HTML, Markdown or both, as stored. */
  value: string
  /** Called a moment after a change, and at once when the editor loses the focus or Ctrl/Cmd+S is pressed; not for each key. */
  onChange: (source: string) => void
  error?: string | undefined
  /** Hides the label visually, where the context makes it clear. */
  hideLabel?: boolean | undefined
  /** Shows only the text, on the background around it. */
  bare?: boolean | undefined
  /** Fills the form from the front matter of a pasted text. */
  takeFact?: TakeFact | undefined
}

type View = { source: string; opened: OpenedContent; reads: number }

/**
 * Edits content in a visual view or as source. Unchanged content is returned to the letter. A change in the visual view is saved as
 * Markdown, with HTML for what Markdown cannot express (docs/decisions/014-the-editor-and-its-blocks.md).
 */
export function ContentEditor({
  label,
  value,
  onChange,
  error,
  hideLabel,
  bare = false,
  takeFact,
}: ContentEditorProps) {
  const id = useId()
  // The last value that this editor passed to `onChange`.
  const [emitted, setEmitted] = useState(value)
  const [view, setView] = useState<View>(() => ({ source: value, opened: openContent(value), reads: 0 }))

  const show = (source: string, opened = openContent(source)) => setView({ source, opened, reads: view.reads + 1 })
  // The value was changed from outside: a draft was restored, or a colleague's version taken.
  if (value !== emitted) {
    setEmitted(value)
    show(value)
  }
  const emit = (source: string) => {
    if (source === emitted) return
    setEmitted(source)
    onChange(source)
  }
  const toSource = (source: string) => {
    emit(source)
    show(source, { rich: null, why: '' })
  }
  /** Stays in the source view and says why, when the visual view cannot show everything. */
  const toRich = (source: string) => {
    emit(source)
    show(source)
  }

  const parts = { label, labelId: id, error, bare, onChange: emit, takeFact }
  return (
    <div>
      <p id={id} className={hideLabel ? 'sr-only' : 'mb-1.5 block text-small font-[560]'}>
        {label}
      </p>
      {view.opened.rich ? (
        <RichView key={view.reads} {...parts} source={view.source} doc={view.opened.rich} onSource={toSource} />
      ) : (
        <SourceView key={view.reads} {...parts} source={view.source} why={view.opened.why} onRich={toRich} />
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-small text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
