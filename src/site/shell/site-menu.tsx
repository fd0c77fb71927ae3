import { NavLink } from '#ui/link.tsx'
import { siteLinks } from './navigation.ts'

export const siteMenuId = 'site-menu'

/**
 * The site's links: a row on wide screens, and a list that the menu button opens on small ones. The list is a popover, so that the
 * button, Escape and a touch outside work without scripts; a chosen link closes it (src/app/web/boot.js).
 */
export const SiteMenu = () => (
  <nav id={siteMenuId} popover="auto" aria-label="Main" className="site-menu">
    <ul className="md:flex lg:gap-1">
      {siteLinks.map(({ to, label }) => (
        <li key={to} className="max-md:border-b max-md:border-line max-md:last:border-0">
          <NavLink to={to}>{label}</NavLink>
        </li>
      ))}
    </ul>
  </nav>
)
