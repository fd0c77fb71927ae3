import { Menu, X } from 'lucide-react'
import { useEffect, useState } from 'react'

/** Opens and closes a menu that is a popover. @param menu the id of the popover */
export function MenuButton({ menu: id, className }: { menu: string; className: string }) {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const menu = document.getElementById(id)
    const follow = (event: Event) => setOpen((event as ToggleEvent).newState === 'open')
    setOpen(menu?.matches(':popover-open') ?? false)
    menu?.addEventListener('toggle', follow)
    return () => menu?.removeEventListener('toggle', follow)
  }, [id])
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
