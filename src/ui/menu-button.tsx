import { Menu, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'

/** The event does not bubble, so that a listener above the popovers has to capture it. */
function followPopovers(onChange: () => void) {
  document.addEventListener('toggle', onChange, true)
  return () => document.removeEventListener('toggle', onChange, true)
}

/** Opens and closes a menu that is a popover. @param menu the id of the popover */
export function MenuButton({ menu: id, className }: { menu: string; className: string }) {
  const open = useSyncExternalStore(
    followPopovers,
    () => document.getElementById(id)?.matches(':popover-open') ?? false,
    () => false,
  )
  const Icon = open ? X : Menu
  return (
    <button
      type="button"
      popoverTarget={id}
      aria-expanded={open}
      aria-label={open ? 'Close menu' : 'Open menu'}
      className={`-mr-2.5 grid size-11 place-items-center rounded-control ${className}`}
    >
      <Icon aria-hidden="true" className="size-6" strokeWidth={1.75} />
    </button>
  )
}
