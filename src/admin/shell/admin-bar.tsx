import { CircleUser, ExternalLink, LogOut, Search } from 'lucide-react'
import { useContext, useRef } from 'react'
import { matchPath, useLocation } from 'react-router'
import { commandKey } from '#admin/dialogs/shortcuts.tsx'
import { formatNumber } from '#admin/format.ts'
import { type AuthUser, useLogout } from '#admin/session/use-auth.ts'
import { openFinder } from '#admin/shell/finder/finder-host.tsx'
import { MenuButton, SchemeSwitch } from '#ui/bar-buttons.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Container } from '#ui/layout.tsx'
import { Link } from '#ui/link.tsx'
import { LogoMark } from '#ui/logo.tsx'
import { useCompany } from '#web/company-context.tsx'
import { NavigationProgress } from '#web/page-frame.tsx'
import type { AdminScreen } from './screen.ts'
import { WaitingContext } from './waiting.ts'

const menuId = 'admin-menu'

/** The bar of the back office: its screens, the signed-in user, and sign-out. */
export function AdminBar({ user, screens }: { user: AuthUser; screens: AdminScreen[] }) {
  const { brand } = useCompany()
  const logout = useLogout()
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-paper md:h-(--admin-bar)">
      <Container className="flex items-center gap-x-2 md:flex-wrap md:pt-1">
        <Link
          to="/admin/dashboard"
          className="inline-flex h-14 min-w-0 items-center sm:mr-3 gap-2 font-display text-[1.0625rem] font-[640] md:h-11"
        >
          <LogoMark className="size-6 shrink-0 text-primary" />
          <span className="truncate">{brand}</span>
        </Link>
        <AdminMenu screens={screens} />
        <div className="ml-auto flex items-center gap-0.5 md:-mr-2.5">
          <button
            type="button"
            aria-label="Find anything"
            title={`Find anything (${commandKey} K)`}
            aria-haspopup="dialog"
            onClick={openFinder}
            className="grid size-9 place-items-center rounded-control text-muted hover:text-ink"
          >
            <Search aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
          </button>
          <Link
            to="/admin/profile"
            className="flex h-9 items-center gap-2 rounded-control px-2 text-small hover:bg-primary-soft hover:text-primary-strong"
          >
            <CircleUser aria-hidden="true" className="size-4.5 text-muted" strokeWidth={1.75} />
            <span className="max-w-[16ch] truncate max-sm:sr-only">{user.name || user.email}</span>
            <span className="sr-only">: my profile</span>
          </Link>
          <Link
            to="/"
            target="_blank"
            aria-label="View the site (opens in a new tab)"
            title="View the site"
            className="grid size-9 place-items-center rounded-control text-muted hover:text-ink max-sm:hidden"
          >
            <ExternalLink aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
          </Link>
          <SchemeSwitch className="size-9 max-sm:size-9" />
          <Button variant="quiet" size="small" onClick={logout} className="px-2.5">
            <LogOut aria-hidden="true" className="size-4 max-sm:size-4.5" />
            <span className="max-sm:sr-only">Logout</span>
          </Button>
          <MenuButton menu={menuId} className="md:hidden" />
        </div>
      </Container>
      <NavigationProgress />
    </header>
  )
}

/** A row of links on wide screens; on small ones a list that the menu button opens. */
function AdminMenu({ screens }: { screens: AdminScreen[] }) {
  const menu = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const counts = useContext(WaitingContext)
  const shown = screens.find((screen) => matchPath(screen.path, pathname))
  const close = () => {
    if (menu.current?.matches(':popover-open')) menu.current.hidePopover()
  }
  return (
    <nav
      ref={menu}
      id={menuId}
      popover="auto"
      aria-label="Admin"
      // Between md and lg the distances are smaller, so that all links fit in one row.
      className="max-md:inset-x-0 max-md:top-14 max-md:bottom-auto max-md:max-h-[calc(100dvh-3.5rem)] max-md:w-auto max-md:overflow-auto max-md:bg-paper max-md:px-[calc(var(--spacing-gutter)-0.75rem)] max-md:pt-2 max-md:pb-4 max-md:shadow-float md:static md:order-1 md:-mx-1 md:block md:w-full md:overflow-visible md:bg-transparent md:pb-1.5 lg:-mx-2.5"
    >
      <ul className="md:flex">
        {screens.map(({ path, nav }) => {
          const count = counts[path] ?? 0
          return (
            nav && (
              <li key={path} className="relative">
                <Link
                  to={path}
                  onClick={close}
                  aria-current={pathname.startsWith(path) || shown?.within === path ? 'page' : undefined}
                  aria-description={count > 0 ? `${formatNumber(count)} pending` : undefined}
                  className={classNames(
                    'block rounded-control py-2.5 font-[530] text-muted hover:bg-sunken hover:text-ink max-md:text-[1rem] md:py-1.25 md:text-small aria-[current]:bg-primary-soft aria-[current]:text-primary-strong',
                    count > 0 ? 'pr-10 pl-3 md:pl-1 lg:pl-2.5' : 'px-3 md:px-1 lg:px-2.5',
                  )}
                >
                  {nav}
                </Link>
                {count > 0 && (
                  // Outside the label, so that the link has the screen's name.
                  <span
                    aria-hidden="true"
                    className="pointer-events-none absolute inset-y-0 right-1.5 my-auto h-fit min-w-7 rounded-mark bg-accent-soft px-1 text-center text-fine font-[600] text-accent-ink tabular-nums"
                  >
                    {count > 99 ? '99+' : count}
                  </span>
                )}
              </li>
            )
          )
        })}
      </ul>
    </nav>
  )
}
