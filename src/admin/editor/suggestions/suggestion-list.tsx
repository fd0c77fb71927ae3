import { type ReactNode, useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { type OptionGroup, Options } from '#admin/dialogs/options.tsx'
import { useStore } from '#admin/store.ts'
import type { Suggestions } from './suggestions.ts'

type SuggestionListProps<Item> = {
  of: Suggestions<Item>
  label: string
  groupsOf?: (items: Item[]) => OptionGroup<Item>[]
  children: (item: Item) => ReactNode
}

/** The list at the cursor. The focus stays in the text, which names the chosen item for screen readers. */
export function SuggestionList<Item>({
  of: suggestions,
  label,
  groupsOf = (options) => [{ options }],
  children,
}: SuggestionListProps<Item>) {
  const shown = useStore(suggestions.state)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const open = shown?.open
  const visible = shown !== null && shown.items.length > 0
  useEffect(() => (visible && list.current ? open?.mount(list.current) : undefined), [visible, open])
  const text = open?.editor.view.dom
  const chosen = visible ? `${id}-${shown.chosen}` : undefined
  useEffect(() => {
    if (!text || !chosen) return
    text.setAttribute('aria-controls', id)
    text.setAttribute('aria-activedescendant', chosen)
    return () => {
      text.removeAttribute('aria-controls')
      text.removeAttribute('aria-activedescendant')
    }
  }, [text, chosen, id])
  if (!visible) return null
  return createPortal(
    <Options
      ref={list}
      id={id}
      label={label}
      groups={groupsOf(shown.items)}
      chosen={shown.chosen}
      onPoint={suggestions.point}
      onChoose={suggestions.choose}
      className="editor-menu on-deep fixed top-0 left-0 z-50 max-h-72 max-w-[min(24rem,calc(100vw-1rem))] min-w-52 overflow-y-auto rounded-control border border-line p-1 text-small shadow-float"
      optionClass="min-h-9 gap-2.5 rounded-mark px-2.5 pointer-coarse:min-h-11"
    >
      {children}
    </Options>,
    document.body,
  )
}
