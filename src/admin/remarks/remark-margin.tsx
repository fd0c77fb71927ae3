import type { Editor } from '@tiptap/react'
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { commandKey } from '#admin/dialogs/shortcuts.tsx'
import { wordsAt } from '#contract/remark-anchor.ts'
import type { Remark } from '#contract/remarks.ts'
import { classNames } from '#ui/class-names.ts'
import { RemarkCard } from './remark-card.tsx'
import { FreshForm } from './remark-form.tsx'
import { cardGap, cardId, markAt, marksIn, selectedWords, stackedTops } from './remark-marks.ts'
import { useMarkedWords } from './use-marked-words.ts'
import { useRemarks } from './use-remarks.ts'

/** The width of an editor, in pixels, from which remarks are at the side of the text. */
const roomy = 700
/** The usual height of a closed card, in pixels. Where so many have no room next to the text, each has one line. */
const usualHeight = 112
/** The id of the remark that is being written. */
const freshId = 'new'

/** The selected words of a source, which the server finds there. */
function selectedSource(frame: HTMLElement | null, field: string) {
  const area = frame?.querySelector<HTMLTextAreaElement>('.editor-source')
  const { value = '', selectionStart = 0, selectionEnd = 0 } = area ?? {}
  return wordsAt(value, selectionStart, selectionEnd, field)
}

const frameOf = (root: RefObject<HTMLElement | null>) => root.current?.closest<HTMLElement>('.content-editor') ?? null

type RemarkMarginProps = {
  /** The field of the record. */
  field: string
  label: string
  /** The visual view; the source has none, and its remarks are a list at its side. */
  editor?: Editor
}

/** Marks the words of a field's remarks, and shows these at the side of the text where there is room. */
export default function RemarkMargin({ field, label, editor }: RemarkMarginProps) {
  const remarks = useRemarks()
  const { open, active, typed, layer, writtenAt } = remarks
  const root = useRef<HTMLSpanElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const [isWide, setIsWide] = useState(false)
  const [isCrowded, setIsCrowded] = useState(false)
  const [order, setOrder] = useState<string[]>([])
  const [atCursor, setAtCursor] = useState<string>()
  const here = open.filter(({ anchor, lost }) => anchor?.field === field && !lost)
  const fresh = writtenAt === field ? typed.get().fresh : null
  const byId = new Map<string, Remark | null>([
    ...here.map((one) => [one._id, one] as const),
    ...(fresh ? [[freshId, null] as const] : []),
  ])
  // Those whose words are not in the text come first.
  const shown = [...byId.keys()].sort((one, other) => order.indexOf(one) - order.indexOf(other))
  const current = fresh ? freshId : active
  const hasCards = isWide && shown.length > 0

  const place = () => {
    const frame = frameOf(root)
    const body = frame?.querySelector<HTMLElement>('.editor-body, .editor-source')
    if (!frame || !body || !layer) return
    setIsWide(frame.clientWidth >= roomy)
    const end = (editor?.view.dom.lastElementChild ?? body).getBoundingClientRect().bottom
    setIsCrowded(shown.length * usualHeight > Math.max(end - body.getBoundingClientRect().top, 500))
    const placed = editor ? marksIn(editor.state) : []
    const found = placed.map(({ id }) => id)
    if (found.join() !== order.join()) setOrder(found)
    const section = list.current
    if (!section) return
    const [at, over] = [body.getBoundingClientRect(), layer.getBoundingClientRect()]
    section.style.left = `${at.right - over.left - section.offsetWidth}px`
    section.style.top = `${at.top - over.top}px`
    const from = new Map(placed.map((mark) => [mark.id, mark.from]))
    const cards = [...section.children] as HTMLElement[]
    const tops = stackedTops(
      cards.map((card) => {
        const position = from.get(card.dataset['remark'] ?? '')
        const top = position === undefined ? 0 : (editor?.view.coordsAtPos(position).top ?? 0) - at.top
        return { top: Math.max(cardGap, top), height: card.offsetHeight }
      }),
      cards.findIndex((card) => card.dataset['remark'] === current),
    )
    cards.forEach((card, index) => {
      card.style.transform = `translateY(${tops[index]}px)`
    })
    section.style.height = `${at.height}px`
    frame.style.setProperty('--remarks', `${(tops.at(-1) ?? 0) + (cards.at(-1)?.offsetHeight ?? 0) + cardGap}px`)
  }
  const onResized = useEffectEvent(place)

  // The text makes room for them.
  useLayoutEffect(() => {
    const frame = frameOf(root)
    frame?.toggleAttribute('data-remarks', hasCards)
    return () => frame?.removeAttribute('data-remarks')
  }, [hasCards])

  const marks = [
    ...here.flatMap(({ _id, anchor, by }) => (anchor ? [{ id: _id, anchor, name: `Remark by ${by}` }] : [])),
    ...(fresh?.anchor ? [{ id: freshId, anchor: fresh.anchor, name: 'New remark' }] : []),
  ]
  const onCursor = () => {
    if (!editor) return
    const { empty, head } = editor.state.selection
    const id = empty ? markAt(editor.state, head) : undefined
    setAtCursor(id)
    if (id !== atCursor && isWide && !fresh && id !== freshId) remarks.activate(id ?? null)
  }

  const goTo = (id: string) => {
    const mark = editor && marksIn(editor.state).find((one) => one.id === id)
    if (!editor || !mark) return
    editor.chain().setTextSelection(mark.from).focus(undefined, { scrollIntoView: false }).run()
    editor.view.dom.querySelector(`[data-remark="${id}"]`)?.scrollIntoView({ block: 'center' })
  }
  const focusCard = (id: string) =>
    requestAnimationFrame(() =>
      document.getElementById(cardId(id))?.querySelector<HTMLElement>('[data-answer], textarea')?.focus(),
    )
  const onPress = (id: string) => {
    if (id !== freshId) remarks.show(id)
  }
  const onKey = (event: globalThis.KeyboardEvent) => {
    const { code, ctrlKey, metaKey, altKey, shiftKey } = event
    if (!(ctrlKey || metaKey) || !altKey || shiftKey || event.getModifierState('AltGraph')) return false
    if (code === 'KeyM') {
      const id = editor?.state.selection.empty ? markAt(editor.state, editor.state.selection.head) : undefined
      if (!id) remarks.begin(field)
      else {
        remarks.show(id)
        focusCard(id)
      }
    } else if (code === 'KeyN' || code === 'KeyP') remarks.next(active, code === 'KeyN' ? 1 : -1)
    else return false
    return true
  }
  useMarkedWords(editor, { marks, active: current, isShown: hasCards }, { onPress, onKey, onCursor, onMoved: place })

  const cards = shown.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: these cards are observed
  useEffect(() => {
    const observer = new ResizeObserver(() => onResized())
    // Any part of the form above it moves it.
    for (let above: Element | null = frameOf(root); above?.contains(layer) === false; above = above.parentElement)
      observer.observe(above)
    if (layer?.parentElement) observer.observe(layer.parentElement)
    if (editor) observer.observe(editor.view.dom)
    for (const card of list.current?.children ?? []) observer.observe(card)
    return () => observer.disconnect()
  }, [editor, cards, hasCards, layer])

  const onCardKey = (event: KeyboardEvent, id: string) => {
    if (onKey(event.nativeEvent)) event.preventDefault()
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.stopPropagation()
    if (id === freshId) leaveFresh()
    else {
      goTo(id)
      remarks.activate(null)
    }
  }
  const leaveFresh = async () => {
    if (await remarks.endFresh()) editor?.commands.focus()
  }

  const addView = useEffectEvent((present: boolean) =>
    remarks.addView(
      field,
      present
        ? {
            isWide,
            order: () => editor && marksIn(editor.state).flatMap(({ id }) => (id === freshId ? [] : id)),
            isSelected: () => editor?.view.dom.contains(window.getSelection()?.anchorNode ?? null) === true,
            takeSelected() {
              if (!editor) return selectedSource(frameOf(root), field)
              const words = selectedWords(editor.state, field)
              // The mark takes the place of the selection and its menu.
              if (words) editor.commands.setTextSelection(editor.state.selection.to)
              return words
            },
            goTo,
            focus: () => editor?.commands.focus(),
          }
        : null,
    ),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view says whether there is room
  useEffect(() => addView(true), [isWide, editor])
  useEffect(() => () => addView(false), [])

  const reader = atCursor === undefined ? undefined : byId.get(atCursor)
  return (
    <>
      <span ref={root} hidden />
      {layer &&
        createPortal(
          <>
            <p role="status" className="sr-only">
              {reader && `Remark by ${reader.by}. ${commandKey} Alt M opens it.`}
            </p>
            {hasCards && (
              <ul
                ref={list}
                aria-label={`Remarks on ${label}`}
                className="remark-margin on-deep"
                // In React's tree it is inside the form of the record, which must not be saved with a remark.
                onSubmit={(event) => event.stopPropagation()}
              >
                {shown.map((id) => {
                  const remark = byId.get(id)
                  return (
                    <li
                      key={id}
                      id={cardId(id)}
                      data-remark={id}
                      className={classNames('remark-card', id === current ? 'is-active' : isCrowded && 'is-short')}
                      onKeyDown={(event) => onCardKey(event, id)}
                    >
                      {remark ? (
                        <RemarkCard
                          remark={remark}
                          isOpen={id === current}
                          onOpen={() => {
                            goTo(id)
                            remarks.show(id)
                            focusCard(id)
                          }}
                          quoted={!order.includes(id)}
                          isGone={editor !== undefined}
                          short={isCrowded}
                        />
                      ) : (
                        <FreshForm
                          onDone={(made) => {
                            editor?.commands.focus()
                            remarks.activate(made._id)
                          }}
                          onCancel={leaveFresh}
                        />
                      )}
                    </li>
                  )
                })}
              </ul>
            )}
          </>,
          layer,
        )}
    </>
  )
}
