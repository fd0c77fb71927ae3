import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FormField } from '#admin/fields/fields.ts'
import { restoreEmptied } from '#admin/forms/form-field.tsx'
import type { FormState } from '#admin/forms/form-resource.ts'
import type { PreviewLook } from '#admin/preview/preview-pane.tsx'
import { bringIntoView, hearsEvents, SiteFrame } from '#admin/preview/site-frame.tsx'
import { withDetails } from '#contract/company.ts'
import { longestFor } from '#contract/settings.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { useCompany } from '#web/company-context.tsx'
import type { Values } from './settings-fields.admin.ts'
import { findSetting, listen, makeEditable, nameOf, settingStyles } from './site-preview.admin.tsx'

type PageEditorProps = {
  html: string
  look: PreviewLook
  form: FormState<Values>
  /** The names of the texts for people, with those of their panels. */
  labels: Record<string, string>
  first: string | undefined
  /** The text that is edited, or undefined when it was left. */
  onEdit: (name: string | undefined) => void
  /** Called with the texts that are on the page. */
  onShown: (names: string[]) => void
  /** Called with a field that needs attention and is not on the page. */
  onNeedForm: (name: string) => void
  onUnusable: () => void
}

/** The texts of a page, edited on the page itself. They are values of the form like any other. */
export function PageEditor({ html, look, form, labels, first, ...on }: PageEditorProps) {
  const { onEdit, onShown, onNeedForm, onUnusable } = on
  const company = useCompany()
  const [page, setPage] = useState<Document>()
  const [edited, setEdited] = useState<string>()
  const firstOnce = useRef(first)

  const begin = useEffectEvent((page: Document) => {
    const texts = textsOf(page)
    for (const text of texts)
      makeEditable(text, labels[nameOf(text)] ?? '', String(fieldOf(form, nameOf(text)).standard ?? ''))
    onShown(texts.map(nameOf))
    const name = edited ?? firstOnce.current
    firstOnce.current = undefined
    if (name !== undefined) focusText(page, name)
  })

  function focusText(page: Document, name: string) {
    const text = findSetting(page, name)
    if (!text) return onNeedForm(name)
    bringIntoView(page, text)
    text.focus({ preventScroll: true })
  }

  const edit = useEffectEvent((text: HTMLElement | null) => {
    const name = text ? nameOf(text) : undefined
    // At once, because the browser now places the cursor.
    if (text) showText(text, String(form.values[nameOf(text)] ?? ''))
    setEdited(name)
    onEdit(name)
  })
  const type = useEffectEvent((name: string, text: string) => form.set(name, text))
  const leave = useEffectEvent((name: string) => {
    restoreEmptied(form, name)
    edit(null)
  })
  const giveUp = useEffectEvent(onUnusable)

  useEffect(() => {
    if (!page) return
    if (!hearsEvents(page)) return giveUp()
    const end = listen(page, { edit, type, leave })
    begin(page)
    return end
  }, [page])

  // The page shows the form's values, also after a draft or an earlier version was restored.
  useEffect(() => {
    if (!page) return
    for (const text of textsOf(page)) {
      const name = nameOf(text)
      const value = String(form.values[name] ?? '')
      showText(text, name === edited ? value : withDetails(value, company))
      text.ariaInvalid = form.errorAt(name) === undefined ? null : 'true'
    }
  })

  const showRefused = useEffectEvent(() => {
    const refused = Object.keys(form.fields).find((name) => form.errorAt(name))
    if (page && refused !== undefined) focusText(page, refused)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a save was refused then
  useEffect(() => showRefused(), [form.submits])

  const text = page && edited !== undefined ? findSetting(page, edited) : null
  return (
    <div className="relative h-full">
      <SiteFrame
        html={html}
        title="The page: click a text to edit it"
        styles={settingStyles}
        reloads
        onShown={setPage}
        {...look}
      />
      {text && edited !== undefined && (
        <MarginNote key={edited} text={text} name={edited} form={form} label={labels[edited] ?? ''} />
      )}
    </div>
  )
}

const fieldOf = (form: FormState<Values>, name: string) => form.fields[name] as FormField
const textsOf = (page: Document) => [...page.querySelectorAll<HTMLElement>('[data-setting]')]

/** Setting the same text again would move the cursor. */
function showText(text: HTMLElement, shown: string) {
  if (text.textContent !== shown) text.textContent = shown
}

type MarginNoteProps = { text: HTMLElement; name: string; form: FormState<Values>; label: string }

/** Between the note and the text, and the edges of the frame, in px. */
const gap = 12

/** Next to a text that is edited: its name, its length, its default and why it was refused. */
function MarginNote({ text, name, form, label }: MarginNoteProps) {
  const note = useRef<HTMLDivElement>(null)
  const { standard, hint } = fieldOf(form, name)
  const value = String(form.values[name] ?? '')
  const longest = longestFor(String(standard ?? ''))
  const length = value.trim().length
  const error = form.errorAt(name)

  const place = useCallback(() => {
    if (note.current) placeNote(note.current, text)
  }, [text])
  // The text grows while it is typed, and the note with it.
  useEffect(place)
  useEffect(() => {
    const ended = new AbortController()
    for (const moved of [window, text.ownerDocument.defaultView])
      for (const type of ['scroll', 'resize']) moved?.addEventListener(type, place, { signal: ended.signal })
    return () => ended.abort()
  }, [text, place])

  return (
    <div
      ref={note}
      role="note"
      aria-label={`About “${label}”`}
      className="absolute right-3 w-60 rounded-control border border-line bg-raised p-3 text-small shadow-float"
    >
      <p className="flex items-baseline justify-between gap-3">
        <span className="font-[560]">{label}</span>
        <span className={classNames('whitespace-nowrap tabular-nums', length > longest ? 'text-danger' : 'text-muted')}>
          {length} of {longest}
        </span>
      </p>
      {hint && <p className="mt-1 text-muted">{hint}</p>}
      {/\{\w+\}/.test(value) && <p className="mt-1 text-muted">Words in braces are filled in on the site.</p>}
      {error && (
        <p role="alert" className="mt-1 text-danger">
          {error}
        </p>
      )}
      {standard !== undefined && value !== standard && (
        <>
          <p className="mt-2 border-t border-line pt-2 text-muted">
            <span className="sr-only">Default: </span>
            <span className="line-clamp-4">{String(standard)}</span>
          </p>
          <Button
            variant="quiet"
            size="small"
            className="mt-1 -mb-1 -ml-2 px-2!"
            // The focus stays in the text.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => form.set(name, standard)}
          >
            Restore default
          </Button>
        </>
      )}
    </div>
  )
}

/** The note is in the right margin at the height of the text; below or above it where the text has no margin. */
function placeNote(note: HTMLElement, text: HTMLElement) {
  const frame = text.ownerDocument.defaultView?.frameElement as HTMLElement | null
  const area = note.parentElement
  if (!frame || !area) return
  const words = text.ownerDocument.createRange()
  words.selectNodeContents(text)
  const { top, bottom } = text.getBoundingClientRect()
  const { right } = words.getBoundingClientRect()
  const { offsetHeight: height } = note
  // The end of the frame may be below the window.
  const seen = Math.min(area.clientHeight, window.innerHeight - area.getBoundingClientRect().top)
  const lowest = seen - height - gap
  const isFree = frame.offsetLeft + right + 2 * gap < note.offsetLeft
  const below = bottom + gap <= lowest ? bottom + gap : top - height - gap
  note.style.top = `${Math.max(gap, Math.min(isFree ? top : below, lowest))}px`
  note.style.visibility = bottom < 0 || top > seen ? 'hidden' : ''
}
