import { MenuButton, SchemeSwitch } from '#ui/bar-buttons.tsx'
import { Container } from '#ui/layout.tsx'
import { Link, NavLink } from '#ui/link.tsx'
import { LogoMark } from '#ui/logo.tsx'
import { useCompany } from '#web/company-context.tsx'
import { NavigationProgress } from '#web/page-frame.tsx'
import { siteLinks } from './navigation.ts'

/** The bar at the top of every page, 5rem high. */
export function SiteHeader() {
  return (
    <header className="site-header fixed inset-x-0 top-0 z-40 border-b border-line bg-paper">
      <Container className="flex h-20 items-center gap-2">
        <Brand className="mr-auto" />
        <SiteMenu />
        <SchemeSwitch className="lg:ml-3" />
        <MenuButton menu={siteMenuId} className="md:hidden" />
      </Container>
      <NavigationProgress />
    </header>
  )
}

/** Logo and name, leading Home. */
export function Brand({ className = '' }: { className?: string }) {
  const { brand } = useCompany()
  return (
    <Link
      to="/"
      className={`inline-flex items-center gap-3 font-display text-[1.375rem] leading-none tracking-[-0.02em] ${className}`}
    >
      <LogoMark className="size-8 text-primary" />
      {brand}
    </Link>
  )
}

const siteMenuId = 'site-menu'

/**
 * The site's links: a row on wide screens, and a list that the menu button opens on small ones. The list is a popover, so that the
 * button, Escape and a touch outside work without scripts; a chosen link closes it (src/app/web/boot.js).
 */
const SiteMenu = () => (
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
