import { Menu, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { NavLink } from '#ui/link.tsx'
import { siteLinks } from './navigation.ts'

const menuId = 'site-menu'

/**
 * The site's links: a row on wide screens, and on small ones a list that the menu button opens. The list is a popover, so that the
 * button, Escape and a touch beside it work before any script.
 */
export function SiteMenu() {
  const menu = useRef<HTMLElement>(null)
  const close = () => {
    if (menu.current?.matches(':popover-open')) menu.current.hidePopover()
  }
  useEffect(() => {
    const wide = window.matchMedia('(min-width: 64rem)')
    wide.addEventListener('change', close)
    return () => wide.removeEventListener('change', close)
  })
  return (
    <nav ref={menu} id={menuId} popover="auto" aria-label="Main" className="site-menu">
      <ul className="lg:flex lg:gap-1">
        {siteLinks.map(({ to, label }) => (
          <li key={to} className="max-lg:border-b max-lg:border-line max-lg:last:border-0">
            <NavLink to={to} onClick={close}>
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Opens and closes the list on small screens. @param menu the list's id */
export function MenuButton({ menu: id = menuId, className = 'lg:hidden' }: { menu?: string; className?: string }) {
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
