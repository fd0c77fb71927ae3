import { Container } from '#ui/layout.tsx'
import { Link } from '#ui/link.tsx'
import { LogoMark } from '#ui/logo.tsx'
import { MenuButton } from '#ui/menu-button.tsx'
import { SchemeSwitch } from '#ui/scheme-switch.tsx'
import { useCompany } from '#web/company-context.tsx'
import { NavigationProgress } from '#web/navigation-progress.tsx'
import { SiteMenu, siteMenuId } from './site-menu.tsx'

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
