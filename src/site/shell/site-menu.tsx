import { useEffect, useRef } from 'react'
import { NavLink } from '#ui/link.tsx'
import { siteLinks } from './navigation.ts'

export const siteMenuId = 'site-menu'

/**
 * The site's links: a row on wide screens, and a list that the menu button opens on small ones. The list is a popover, so that the
 * button, Escape and a touch outside work before any script runs.
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
    <nav ref={menu} id={siteMenuId} popover="auto" aria-label="Main" className="site-menu">
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
