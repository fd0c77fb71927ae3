import { Plus } from 'lucide-react'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { offerUndo } from '#admin/dialogs/undo.tsx'
import { useKeys, useMoves } from '#admin/lists/moves.tsx'
import { DragList, withMoved } from '#admin/lists/reorder-list.tsx'
import { useReadOnly } from '#admin/session/use-auth.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { FieldError } from '#ui/field.tsx'
import { mostSections, type StoredSection } from '../pages.contract.ts'
import { blankSection, isNewer } from '../section-values.ts'
import { nameOfSection } from '../section-words.ts'
import { sectionKinds } from '../sections/all.contract.ts'
import { SectionCard } from './section-card.admin.tsx'
import { SectionPicker } from './section-picker.admin.tsx'

type SectionsEditorProps = {
  /** The title of the page, with which its opening and the subjects of its forms begin. */
  title: string
  sections: StoredSection[]
  onChange: (sections: StoredSection[]) => void
  /** The position of the open section. */
  open: number | undefined
  onOpen: (at: number | undefined) => void
  /** A section has got the focus. */
  onFocus: (at: number) => void
  unseenAt: (path: string) => string | undefined
  error: string | undefined
  errorAt: (path: string) => string | undefined
  /** Whether there is an error at a place or below it. */
  isRefused: (path: string) => boolean
  submits: number
}

/** The kinds of which a page has at most one. */
const onlyOnce = sectionKinds.flatMap(({ kind, once }) => (once ? [kind] : []))

/** The sections of a page, of which one is open. */
export function SectionsEditor({
  title,
  sections,
  onChange,
  open,
  onOpen,
  onFocus,
  unseenAt,
  error,
  errorAt,
  isRefused,
  submits,
}: SectionsEditorProps) {
  const readOnly = useReadOnly()
  const root = useRef<HTMLDivElement>(null)
  const { keys, setKeys, newKey } = useKeys(sections.length)
  const [adding, setAdding] = useState<number>()
  // It is newer than the last render while several changes come at once.
  const current = useRef(sections)
  useLayoutEffect(() => {
    current.current = sections
  }, [sections])
  const pending = useRef<number>(undefined)
  const isFull = sections.length >= mostSections
  const kindName = (at: number) => nameOfSection(sections[at] ?? { kind: '' })
  const name = (at: number) => `${kindName(at)}, section ${at + 1}`
  const { move, say, status } = useMoves(sections.length, kindName, reorder)

  const store = (next: StoredSection[]) => {
    current.current = next
    onChange(next)
  }
  const focusIn = (at: number, selector: string) =>
    root.current?.querySelector<HTMLElement>(`[data-section-at="${at}"] ${selector}`)?.focus()

  function insert(at: number, section: StoredSection) {
    setKeys((keys) => keys.toSpliced(at, 0, newKey()))
    store(current.current.toSpliced(at, 0, section))
  }
  function openAt(at: number) {
    flushSync(() => onOpen(at))
    focusIn(at, firstField)
  }
  function add(kind: string) {
    const at = adding ?? sections.length
    setAdding(undefined)
    flushSync(() => insert(at, { ...blankSection(kind), ...knownOf(kind) }))
    say(`${nameOfSection({ kind })} added at position ${at + 1} of ${sections.length + 1}.`)
    openAt(at)
  }
  /** The first values that the title of the page gives. */
  function knownOf(kind: string) {
    if (title === '') return {}
    if (kind === 'form') return { subject: title }
    return kind === 'opening' && !sections.some((section) => section.kind === kind) ? { title } : {}
  }

  function duplicate(at: number) {
    const section = sections[at]
    if (!section || isFull) return
    flushSync(() => insert(at + 1, structuredClone(section)))
    say(`${name(at)} duplicated.`)
    openAt(at + 1)
  }
  function reorder(from: number, to: number) {
    setKeys((keys) => withMoved(keys, from, to))
    store(withMoved(current.current, from, to))
    if (open !== undefined) onOpen(withMoved([...sections.keys()], from, to).indexOf(open))
  }
  function remove(at: number) {
    const section = sections[at]
    if (!section) return
    const wasOpen = open === at
    flushSync(() => {
      if (open !== undefined) onOpen(wasOpen ? undefined : open > at ? open - 1 : open)
      setKeys((keys) => keys.toSpliced(at, 1))
      store(current.current.toSpliced(at, 1))
    })
    focusIn(Math.min(at, sections.length - 2), '[data-section-head]')
    offerUndo({
      done: 'Section removed',
      detail: nameOfSection(section),
      undo: () => {
        flushSync(() => insert(Math.min(at, current.current.length), section))
        focusIn(at, '[data-section-head]')
      },
    })
  }

  // A refused save opens the first section at fault, and its first such field gets the focus.
  const onSubmitted = useEffectEvent(() => {
    const at = sections.findIndex((_, at) => isRefused(`sections.${at}`))
    if (at < 0 || document.activeElement?.closest('[aria-invalid=true]')) return
    if (open === at || isNewer(sections[at] as StoredSection)) return focusIn(at, refusedField)
    pending.current = at
    onOpen(at)
  })
  useEffect(() => {
    if (submits > 0) onSubmitted()
  }, [submits])
  useEffect(() => {
    if (pending.current === undefined || pending.current !== open) return
    focusIn(pending.current, refusedField)
    pending.current = undefined
  })

  return (
    <div ref={root}>
      {sections.length === 0 && <p className="text-muted">This page has no sections yet.</p>}
      <DragList
        label="Sections"
        items={keys}
        idOf={(key) => key}
        nameOf={(key) => name(keys.indexOf(key))}
        disabled={readOnly}
        onReorder={(_, from, to) => reorder(from, to)}
        className={classNames('grid', readOnly && 'gap-2')}
        itemClass={(isDragging) => classNames('group/section', isDragging && 'z-20 [&_[data-insert]]:invisible')}
      >
        {(key, handle, at) => {
          const section = sections[at]
          return (
            section && (
              <>
                {at > 0 && !readOnly && <InsertButton at={at} disabled={isFull} onPress={() => setAdding(at)} />}
                <SectionCard
                  key={`${key} ${section.kind}`}
                  section={section}
                  at={at}
                  handle={handle}
                  isOpen={open === at}
                  onToggle={() => onOpen(open === at ? undefined : at)}
                  change={(next) => {
                    const now = current.current
                    store(now.map((one, place) => (place === at ? (next(one) as StoredSection) : one)))
                  }}
                  unseenAt={unseenAt}
                  isRefused={isRefused(`sections.${at}`)}
                  errorAt={errorAt}
                  onFocus={() => onFocus(at)}
                  acts={{
                    move: (by) => move(at, by),
                    canMoveUp: at > 0,
                    canMoveDown: at < sections.length - 1,
                    duplicate: isFull || onlyOnce.includes(section.kind) ? undefined : () => duplicate(at),
                    remove: () => remove(at),
                  }}
                />
              </>
            )
          )
        }}
      </DragList>
      {status}
      <div role="alert">{error && <FieldError>{error}</FieldError>}</div>
      {!readOnly && (
        <Button
          variant="secondary"
          size="small"
          name="sections"
          className="mt-4"
          aria-haspopup="dialog"
          disabled={isFull}
          onClick={() => setAdding(sections.length)}
        >
          <Plus aria-hidden="true" className="size-4" />
          Add section
        </Button>
      )}
      {isFull && <p className="mt-2 text-small text-muted">A page has at most {mostSections} sections.</p>}
      {adding !== undefined && (
        <SectionPicker
          without={onlyOnce.filter((kind) => sections.some((section) => section.kind === kind))}
          onPick={add}
          onClose={() => setAdding(undefined)}
        />
      )}
    </div>
  )
}

const firstField =
  '[data-section-fields] :is(input:not([type=file], [type=hidden]), textarea, select, [contenteditable=true], button)'
const refusedField = ':is([aria-invalid=true], [data-refused] :is(button, input), [data-section-head][data-locked])'

const InsertButton = ({ at, disabled, onPress }: { at: number; disabled: boolean; onPress: () => void }) => (
  <div data-insert className="relative -my-1 grid h-8 place-items-center">
    <button
      type="button"
      aria-label={`Add a section before section ${at + 1}`}
      title="Add a section here"
      aria-haspopup="dialog"
      disabled={disabled}
      onClick={onPress}
      className="z-1 grid size-6 place-items-center rounded-full border border-line bg-paper text-muted transition-colors hover:border-primary hover:bg-primary-soft hover:text-primary disabled:invisible pointer-coarse:size-8"
    >
      <Plus aria-hidden="true" className="size-3.5" />
    </button>
  </div>
)
