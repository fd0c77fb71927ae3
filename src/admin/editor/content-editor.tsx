import './content-editor.css'
import { Maximize2, Minimize2 } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react'
import { type Scheme, SchemeButtons, shownScheme } from '#admin/lists/filter-buttons.tsx'
import { useReadOnly } from '#admin/session/use-auth.ts'
import { type SavingState, SavingStatus } from '#admin/shell/saving-status.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { FieldError } from '#ui/field.tsx'
import type { TakeFact } from './pasted-files.tsx'
import { type OpenedContent, openContent } from './read-content.ts'
import { RichView } from './rich-view.tsx'
import { SourceView } from './source-view.tsx'

type ContentEditorProps = {
  label: string
  value: string
  /** Called a moment after a change, and at once when the editor loses the focus or Ctrl/Cmd+S is pressed; not for each key. */
  onChange: (source: string) => void
  error?: string | undefined
  /** Hides the label visually, where the context makes it clear. */
  hideLabel?: boolean | undefined
  /** Shows only the text, on the background around it. */
  bare?: boolean | undefined
  takeFact?: TakeFact | undefined
  /** The field of the record, whose words can have remarks. */
  field?: string | undefined
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
  field,
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

  const parts = { label, labelId: id, error, bare, onChange: emit, takeFact, field }
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
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

type WritingAreaProps = Pick<
  ComponentProps<typeof ContentEditor>,
  'label' | 'value' | 'onChange' | 'error' | 'takeFact' | 'field'
> & {
  title: (onDone: () => void) => ReactNode
  length: string
  savingState: SavingState
  /** Why the server cannot render the text. */
  refused?: string | undefined
  toggle: ReactNode
}

/** A title and a text, with the length and the buttons below. */
export function WritingArea({ title, length, savingState, refused, toggle, ...editor }: WritingAreaProps) {
  const [text, setText] = useState<HTMLElement | null>(null)
  const [focused, setFocused] = useState(false)
  return (
    <FocusMode on={focused} onChange={setFocused} length={length} savingState={savingState}>
      <fieldset disabled={useReadOnly()} className="min-w-0 disabled:[&_button]:hidden">
        {title(() => text?.querySelector<HTMLElement>('[contenteditable=true], textarea')?.focus())}
        <div ref={setText} className="mt-2">
          <ContentEditor {...editor} hideLabel bare={focused} />
        </div>
      </fieldset>
      {!focused && (
        <div className="mt-2 flex min-h-9 flex-wrap items-center justify-end gap-2">
          <p className="mr-auto text-small text-muted tabular-nums max-sm:w-full" aria-live="off">
            {refused || length}
          </p>
          <Button variant="quiet" size="small" aria-keyshortcuts="Control+Shift+F" onClick={() => setFocused(true)}>
            <Maximize2 aria-hidden="true" className="size-4" />
            Focus mode
          </Button>
          {toggle}
        </div>
      )}
    </FocusMode>
  )
}

type FocusModeProps = {
  on: boolean
  onChange: (on: boolean) => void
  length: string
  savingState: SavingState
  children: ReactNode
}

/**
 * Only title and text in the window, in the type of the page; Ctrl/Cmd+Shift+F opens and closes it, Escape closes it. Its children keep
 * their place in the tree, so that the editor keeps its cursor and its undo history.
 */
function FocusMode({ on, onChange, length, savingState, children }: FocusModeProps) {
  const [scheme, setScheme] = useState<Scheme>()
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // A dialog, a menu or a heading that is being moved handles its own keys.
    if (event.defaultPrevented) return
    if (document.querySelector('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]')) return
    if ((event.ctrlKey || event.metaKey) && event.shiftKey && event.key.toLowerCase() === 'f') {
      event.preventDefault()
      onChange(!on)
    } else if (on && event.key === 'Escape') onChange(false)
  })
  useEffect(() => {
    // The capture phase comes before the editor, which closes its menu at Escape and stops the event.
    const early = { capture: true }
    document.addEventListener('keydown', onKey, early)
    return () => document.removeEventListener('keydown', onKey, early)
  }, [])
  useEffect(() => {
    document.documentElement.style.overflow = on ? 'hidden' : ''
    return () => {
      document.documentElement.style.overflow = ''
    }
  }, [on])
  return (
    <div className={classNames('min-w-0', on && 'focus-mode')} style={on ? { colorScheme: scheme } : undefined}>
      <div className={on ? 'mx-auto max-w-measure px-5 pt-[12vh] pb-20' : undefined}>{children}</div>
      {on && (
        <div className="fixed inset-x-0 bottom-0 flex flex-wrap items-center gap-3 border-t border-line bg-paper px-5 py-2">
          <p className="text-small text-muted tabular-nums max-sm:sr-only">{length}</p>
          <span className="mr-auto">
            <SavingStatus state={savingState} />
          </span>
          <SchemeButtons value={scheme ?? shownScheme()} onChoose={setScheme} />
          <Button variant="quiet" size="small" onClick={() => onChange(false)}>
            <Minimize2 aria-hidden="true" className="size-4" />
            Exit
          </Button>
        </div>
      )}
    </div>
  )
}
