import { useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { BlockDialog } from '#admin/editor/blocks/block.ts'
import { useLatest } from '#admin/hooks.ts'
import { useStore } from '#admin/store.ts'
import type { createSlashMenu } from './slash-extension.ts'

type SlashMenuProps = { menu: ReturnType<typeof createSlashMenu>; onDialog: (dialog: BlockDialog) => void }

/** The list of blocks at the cursor. The focus stays in the text, which names the chosen entry for screen readers. */
export function SlashMenu({ menu, onDialog }: SlashMenuProps) {
  const shown = useStore(menu.state)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const openDialog = useLatest(onDialog)
  useEffect(() => menu.setOnDialog((dialog) => openDialog.current(dialog)), [menu, openDialog])

  const open = shown?.open
  const visible = open !== undefined && open.items.length > 0
  useEffect(() => (visible && list.current ? open.mount(list.current) : undefined), [visible, open])
  const text = open?.editor.view.dom
  const chosen = visible ? `${id}-${shown?.chosen}` : undefined
  useEffect(() => {
    if (!text || !chosen) return
    text.setAttribute('aria-controls', id)
    text.setAttribute('aria-activedescendant', chosen)
    keepInView(list.current, document.getElementById(chosen))
    return () => {
      text.removeAttribute('aria-controls')
      text.removeAttribute('aria-activedescendant')
    }
  }, [text, chosen, id])
  if (!visible) return null
  return createPortal(
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label="Insert a block"
      tabIndex={-1}
      className="editor-menu on-deep fixed top-0 left-0 z-50 max-h-72 min-w-52 overflow-y-auto rounded-control border border-line p-1 text-small shadow-float"
    >
      {open.items.map((command, index) => (
        <div
          key={command.label}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === shown?.chosen}
          className="flex h-9 cursor-pointer items-center gap-2.5 rounded-mark px-2.5 select-none hover:bg-sunken aria-selected:bg-primary-soft aria-selected:text-primary-strong pointer-coarse:h-11"
          // The cursor stays in the text.
          onPointerDown={(event) => {
            event.preventDefault()
            menu.choose(command)
          }}
        >
          <command.icon aria-hidden="true" className="size-4" />
          {command.label}
        </div>
      ))}
    </div>,
    document.body,
  )
}

/** Scrolls only the list, not the page. */
function keepInView(list: HTMLElement | null, entry: HTMLElement | null) {
  if (!list || !entry) return
  const { offsetTop: top, offsetHeight: height } = entry
  if (top < list.scrollTop) list.scrollTop = top
  else if (top + height > list.scrollTop + list.clientHeight) list.scrollTop = top + height - list.clientHeight
}
