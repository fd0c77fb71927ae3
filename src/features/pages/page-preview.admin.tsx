import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { RefusedText } from '#admin/preview/form-preview.tsx'
import { PreviewPane } from '#admin/preview/preview-pane.tsx'
import { useAnswer } from '#admin/preview/rendered.tsx'
import { bringIntoView, hearsEvents, passShortcut, quieten, SiteFrame } from '#admin/preview/site-frame.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { failureOf } from '#web/http.ts'
import type { PageValues } from './page-resource.admin.ts'
import type { PagePreview as Answer } from './pages.contract.ts'

type PagePreviewProps = {
  values: Pick<PageValues, 'title' | 'path' | 'sections' | 'listed'>
  /** The stored page, for what its sections show of it. */
  id?: string | undefined
  /** The place of the section whose fields are open. */
  selected: number | undefined
  onSelect: (at: number) => void
  /** A control at the end of the pane's bar. */
  close?: ReactNode
}

/**
 * The page itself while it is typed, as tall as its container, for staff who may type. A click on a section selects it, and the selected one is
 * scrolled to.
 */
export function PagePreview({ values, id, selected, onSelect, close }: PagePreviewProps) {
  const { title, path, sections, listed } = values
  const typed = { ...(id && { _id: id }), title, path, sections, listed }
  const { answer, error, isCurrent } = useAnswer<Answer>('/api/pages/preview', typed)
  const refused = error && isCurrent ? failureOf(error as Error, 'The preview could not be loaded.') : undefined
  const frame = useSections({ selected, onSelect, isCurrent })
  return (
    <PreviewPane scaled close={close}>
      {(look) => (
        <div className="relative h-full">
          {refused && <RefusedText>{refused}</RefusedText>}
          {answer ? (
            <SiteFrame html={answer.html} title="Preview of the page" styles={styles} {...frame} {...look} />
          ) : (
            !refused && <Spinner />
          )}
        </div>
      )}
    </PreviewPane>
  )
}

type Sections = Pick<PagePreviewProps, 'selected' | 'onSelect'> & {
  /** Whether the page shows the sections as they are now. */
  isCurrent: boolean
}

/** Connects the sections of the page in the frame with those of the form. */
function useSections({ selected, onSelect, isCurrent }: Sections) {
  const [shown, setShown] = useState<{ page: Document }>()
  const reached = useRef<number>(undefined)

  const select = useEffectEvent((at: number) => {
    // The section is where the pointer is, so it is not moved.
    reached.current = at
    onSelect(at)
  })
  const page = shown?.page
  useEffect(() => {
    if (!page || !hearsEvents(page)) return
    const ended = new AbortController()
    const { signal } = ended
    page.addEventListener('mousedown', (event) => event.preventDefault(), { signal })
    page.addEventListener('keydown', (event) => passShortcut(event, page), { signal })
    page.addEventListener(
      'click',
      (event) => {
        event.preventDefault()
        const section = (event.target as Element).closest<HTMLElement>('[data-section]')
        if (section) select(Number(section.dataset['section']))
      },
      { signal },
    )
    return () => ended.abort()
  }, [page])

  useEffect(() => {
    if (!shown || !isCurrent) return
    mark(shown.page, selected)
    const section = findSection(shown.page, selected)
    if (section && reached.current !== selected) bringIntoView(shown.page, section, 96)
    if (section || selected === undefined) reached.current = selected
  }, [shown, selected, isCurrent])

  return {
    prepare(page: Document) {
      quieten(page)
      mark(page, selected)
    },
    onShown: (page: Document) => setShown({ page }),
  }
}

const findSection = (page: Document, at: number | undefined) =>
  page.querySelector<HTMLElement>(`[data-section="${at}"]`)

function mark(page: Document, selected: number | undefined) {
  for (const section of page.querySelectorAll('[data-selected]')) section.removeAttribute('data-selected')
  findSection(page, selected)?.setAttribute('data-selected', '')
}

/** The outline is above the section, because its ground would cover it. */
const styles = `
[data-section] { position: relative; cursor: pointer }
[data-section]:hover::after, [data-section][data-selected]::after { content: ""; position: absolute; inset: 2px; border-radius: 10px; pointer-events: none; z-index: 1; border: 2px solid var(--color-line) }
[data-section][data-selected]::after { border-color: var(--color-accent, #e8940c) }
[data-lacks] { margin-block: 24px; padding: 20px 24px; border: 1px dashed var(--color-muted); border-radius: 16px; color: var(--color-muted) }
[data-lacks] strong { color: var(--color-ink); font-weight: 560; margin-right: .5em }
`
