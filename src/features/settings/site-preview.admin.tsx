import { useEffect, useState } from 'react'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { writeValues } from '#admin/fields/fields.ts'
import { pasteAsLine } from '#admin/forms/controls.tsx'
import type { FormState } from '#admin/forms/form-resource.ts'
import { useAsking } from '#admin/preview/rendered.tsx'
import { bringIntoView, passShortcut, quieten, SiteFrame, type SiteFrameProps } from '#admin/preview/site-frame.tsx'
import type { Group } from '#contract/settings.ts'
import { blobOf } from './setting-controls.admin.tsx'
import type { SettingsPreview } from './settings.contract.ts'
import type { Values } from './settings-fields.admin.ts'

type ShownPage = Pick<SettingsPreview, 'html' | 'page'> & { address?: string }

/**
 * A public page as the server would render it with these settings; the last one stays while they cannot be used.
 * @param path '' for settings that no page shows
 * @param key the page is rendered again when it changes
 */
export function usePreviewOf(id: string, path: string, form: FormState<Values>, key?: string) {
  const [shown, setShown] = useState<ShownPage>()
  // The page without its search appearance, for the default values of that.
  const {
    seoTitle: _,
    seoDescription: __,
    socialImage: ___,
    ...fields
  } = writeValues(form.fields, form.values) as Values
  const changes = path === '' ? undefined : `${id} ${path} ${key ?? JSON.stringify(fields)}`
  useAsking(changes, shown === undefined, (signal) => {
    const ask = (fields: Values, refused?: () => unknown): Promise<unknown> =>
      adminFetch<SettingsPreview>(`/api/settings/${id}/preview`, {
        method: 'POST',
        json: { path, fields },
        quiet: true,
        signal,
      }).then(
        (answer) => signal.aborted || setShown(show(answer)),
        // Saving shows the error.
        () => signal.aborted || refused?.(),
      )
    // The editor of a page shows the values itself, also those that the server refuses.
    return ask(fields, () => key !== undefined && shown === undefined && ask({}))
  })
  const address = shown?.address
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address])
  return shown
}

/** No process serves a logo that is not saved, so it gets an address in this window, which has no character with a meaning in markup. */
function show({ logo, ...rendered }: SettingsPreview): ShownPage {
  if (logo === undefined) return rendered
  const address = URL.createObjectURL(blobOf(logo))
  return { ...rendered, html: rendered.html.replaceAll(/\/brand\/\w+\/logo\.(svg|png)/g, address), address }
}

/** Of texts that are edited on the page, and of the one whose field has the focus. */
export const settingStyles = `
[data-current] { position: relative }
[data-current]::before { content: ""; position: absolute; inset-block: .1em; left: -14px; width: 4px; border-radius: 2px; background: var(--color-accent) }
[contenteditable] { cursor: text; border-radius: 1px; outline: 1px dashed transparent; outline-offset: 4px }
[contenteditable]:hover { outline-color: color-mix(in srgb, currentColor 50%, transparent) }
[contenteditable]:focus { outline: 1px solid currentColor; white-space-collapse: preserve }
[contenteditable][aria-invalid] { outline: 1px solid var(--color-danger) }
[contenteditable]:empty { display: inline-block; min-width: 1ch }
[contenteditable]:empty::before { content: attr(data-default); opacity: .6 }
`

export const findSetting = (page: Document, name: string) => page.querySelector<HTMLElement>(`[data-setting="${name}"]`)

export const nameOf = (text: HTMLElement) => text.dataset['setting'] ?? ''

export function makeEditable(text: HTMLElement, label: string, standard: string) {
  text.contentEditable = 'plaintext-only'
  text.role = 'textbox'
  text.ariaLabel = label
  text.dataset['default'] = standard
  const { parentElement: parent } = text
  // The frame around several lines is then a rectangle. Nothing else in the line moves.
  if (parent?.childNodes.length === 1 && getComputedStyle(parent).display === 'block') text.style.display = 'block'
}

type Listeners = {
  edit: (text: HTMLElement) => void
  type: (name: string, text: string) => void
  leave: (name: string) => void
}

/** Makes the texts of a page the only thing in it that reacts. @returns ends it */
export function listen(page: Document, { edit, type, leave }: Listeners): () => void {
  quieten(page)
  const ended = new AbortController()
  const on = <Type extends keyof DocumentEventMap>(
    type: Type,
    listener: (event: DocumentEventMap[Type], text: HTMLElement | null) => void,
  ) => {
    const heard = (event: DocumentEventMap[Type]) =>
      listener(event, (event.target as Element).closest<HTMLElement>('[data-setting]'))
    page.addEventListener(type, heard, { signal: ended.signal })
  }
  on('focusin', (_, text) => text && edit(text))
  on('focusout', (_, text) => text && leave(nameOf(text)))
  on('input', (_, text) => {
    if (!text) return
    // Browsers leave a line break in an emptied text.
    if (text.textContent.trim() === '') text.replaceChildren()
    type(nameOf(text), text.textContent)
  })
  on('mousedown', (event, text) => text ?? event.preventDefault())
  on('click', (event) => event.preventDefault())
  on('drop', (event) => event.preventDefault())
  on('paste', pasteAsLine)
  on('keydown', (event, text) => {
    if (event.key === 'Enter') event.preventDefault()
    if (event.key === 'Escape') text?.blur()
    passShortcut(event, page)
  })
  return () => ended.abort()
}

/** The paragraph or the like that has the element, which may be a part of a sentence. */
function blockOf(element: Element): Element {
  const isInline = getComputedStyle(element).display === 'inline'
  return isInline && element.parentElement ? blockOf(element.parentElement) : element
}

type FollowingFrameProps = Omit<SiteFrameProps, 'onShown' | 'title'> & {
  shows: Group['shows']
  /** The setting whose field has the focus. */
  focused: string | undefined
}

/** A page next to its form: it is scrolled to the text of the focused field, which has a mark. */
export function FollowingFrame({ shows, focused, ...frame }: FollowingFrameProps) {
  const [shown, setShown] = useState<{ page: Document }>()
  useEffect(() => {
    const page = shown?.page
    const selector = shows?.(focused)
    const named = focused === undefined ? null : page && findSetting(page, focused)
    const element = named ?? (page && selector ? page.querySelector(selector) : null)
    if (!page || !element) return
    bringIntoView(page, element)
    if (focused === undefined) return
    const marked = blockOf(element)
    marked.setAttribute('data-current', '')
    return () => marked.removeAttribute('data-current')
  }, [shown, focused, shows])
  return (
    <SiteFrame title="Preview of the page" styles={settingStyles} onShown={(page) => setShown({ page })} {...frame} />
  )
}
