import { CircleUser, ExternalLink, LogOut, PanelLeftClose, PanelLeftOpen, Search } from 'lucide-react'
import { useContext, useRef } from 'react'
import { matchPath, useLocation } from 'react-router'
import { commandKey } from '#admin/dialogs/shortcuts.tsx'
import { formatNumber } from '#admin/format.ts'
import { createStore, useStore } from '#admin/hooks.ts'
import { type AuthUser, useLogout } from '#admin/session/use-auth.ts'
import { openFinder } from '#admin/shell/finder/finder-host.tsx'
import { MenuButton, SchemeSwitch } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Link } from '#ui/link.tsx'
import { LogoMark } from '#ui/logo.tsx'
import { useCompany } from '#web/company-context.tsx'
import { NavigationProgress } from '#web/page-frame.tsx'
import { type AdminScreen, AttentionContext, navigationGroups } from './screen.tsx'

const menuId = 'admin-menu'

const foldedKey = 'atrium-navigation-folded'
/** Whether the column shows icons only, as this person has last chosen in this browser. */
const folded = createStore(readFolded())
function readFolded() {
  try {
    return localStorage.getItem(foldedKey) === 'true'
  } catch {
    return false
  }
}
function setFolded(next: boolean) {
  folded.set(next)
  try {
    localStorage.setItem(foldedKey, String(next))
  } catch {
    // Without storage the choice lasts as long as the document.
  }
}

/** Hides a label while the column is folded; the icon keeps its name for screen readers. */
const label = 'truncate lg:group-data-folded/column:sr-only'
const item =
  'flex items-center gap-2.5 rounded-control px-2.5 font-[530] text-muted hover:bg-sunken hover:text-ink lg:h-7.5 lg:text-small lg:group-data-folded/column:justify-center lg:group-data-folded/column:px-0'
const icon = 'size-4.5 shrink-0 lg:size-4'

/** The navigation: from 1024 px a column at the left, which folds to icons; below that a bar with a menu. */
export function AdminNavigation({ user, screens }: { user: AuthUser; screens: AdminScreen[] }) {
  const { brand } = useCompany()
  const logout = useLogout()
  const isFolded = useStore(folded)
  return (
    <header
      data-folded={isFolded || undefined}
      className="group/column sticky top-0 z-40 bg-paper max-lg:border-b max-lg:border-line lg:h-dvh lg:w-52 lg:shrink-0 lg:border-r lg:border-line lg:data-folded:w-15"
    >
      <div className="flex h-14 items-center gap-0.5 px-gutter lg:h-full lg:flex-col lg:items-stretch lg:px-2.5 lg:py-3">
        <Link
          to="/admin/dashboard"
          title={isFolded ? brand : undefined}
          className="mr-auto flex h-11 min-w-0 items-center gap-2 pr-3 font-display text-[1.0625rem] font-[640] lg:mr-0 lg:mb-1 lg:h-9 lg:px-2 lg:group-data-folded/column:justify-center"
        >
          <LogoMark className="size-6 shrink-0 text-primary lg:size-5" />
          <span className={label}>{brand}</span>
        </Link>
        <button
          type="button"
          title={`Find anything (${commandKey} K)`}
          aria-haspopup="dialog"
          onClick={openFinder}
          className={classNames(
            item,
            'max-lg:size-9 max-lg:justify-center max-lg:px-0 lg:mb-3 lg:border lg:border-line',
          )}
        >
          <Search aria-hidden="true" className={icon} strokeWidth={1.75} />
          <span className={classNames(label, 'max-lg:sr-only')}>Find anything</span>
          <span
            aria-hidden="true"
            className="ml-auto text-fine font-normal max-lg:hidden lg:group-data-folded/column:hidden"
          >
            {commandKey} K
          </span>
        </button>
        <AdminMenu screens={screens} isFolded={isFolded} />
        <div className="flex items-center gap-0.5 lg:mt-auto lg:flex-col lg:items-stretch lg:border-t lg:border-line lg:pt-3">
          <Link
            to="/admin/profile"
            title={isFolded ? 'My profile' : undefined}
            className={classNames(item, 'max-lg:h-9')}
          >
            <CircleUser aria-hidden="true" className={icon} strokeWidth={1.75} />
            <span className={classNames(label, 'max-w-[20ch] max-sm:sr-only')}>{user.name || user.email}</span>
            <span className="sr-only">: my profile</span>
          </Link>
          <button
            type="button"
            title={isFolded ? 'Logout' : undefined}
            onClick={logout}
            className={classNames(item, 'max-lg:h-9')}
          >
            <LogOut aria-hidden="true" className={icon} strokeWidth={1.75} />
            <span className={classNames(label, 'max-sm:sr-only')}>Logout</span>
          </button>
          <div className="flex items-center lg:mt-1 lg:justify-between lg:group-data-folded/column:flex-col">
            <Link
              to="/"
              target="_blank"
              aria-label="View the site (opens in a new tab)"
              title="View the site"
              className="grid size-9 place-items-center rounded-control text-muted hover:text-ink max-sm:hidden"
            >
              <ExternalLink aria-hidden="true" className={icon} strokeWidth={1.75} />
            </Link>
            <SchemeSwitch className="size-9 [&_svg]:size-4.5 lg:[&_svg]:size-4" />
            <button
              type="button"
              aria-label="Collapse sidebar"
              aria-pressed={isFolded}
              title={isFolded ? 'Expand sidebar' : 'Collapse sidebar'}
              onClick={() => setFolded(!isFolded)}
              className="grid size-9 place-items-center rounded-control text-muted hover:text-ink max-lg:hidden"
            >
              {isFolded ? (
                <PanelLeftOpen aria-hidden="true" className={icon} strokeWidth={1.75} />
              ) : (
                <PanelLeftClose aria-hidden="true" className={icon} strokeWidth={1.75} />
              )}
            </button>
          </div>
          <MenuButton menu={menuId} className="lg:hidden" />
        </div>
      </div>
      <NavigationProgress />
    </header>
  )
}

function AdminMenu({ screens, isFolded }: { screens: AdminScreen[]; isFolded: boolean }) {
  const menu = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const partOf = screens.find(({ path }) => matchPath(path, pathname))?.partOf
  const close = () => {
    if (menu.current?.matches(':popover-open')) menu.current.hidePopover()
  }
  return (
    <nav
      ref={menu}
      id={menuId}
      popover="auto"
      aria-label="Admin"
      className="max-lg:inset-x-0 max-lg:top-14 max-lg:bottom-auto max-lg:max-h-[calc(100dvh-3.5rem)] max-lg:w-auto max-lg:overflow-auto max-lg:bg-paper max-lg:px-[calc(var(--spacing-gutter)-0.625rem)] max-lg:pt-2 max-lg:pb-4 max-lg:shadow-float lg:static lg:-mx-2.5 lg:block lg:min-h-0 lg:w-auto lg:overflow-x-hidden lg:overflow-y-auto lg:bg-transparent lg:px-2.5 lg:pb-3"
    >
      {[undefined, ...navigationGroups].map((group) => {
        const shown = screens.filter(({ nav }) => nav && nav.group === group)
        if (shown.length === 0) return null
        return (
          <section key={group ?? ''} aria-label={group}>
            {group && (
              <p
                aria-hidden="true"
                className="px-2.5 pt-4 pb-1 text-fine font-[560] text-muted lg:group-data-folded/column:mx-2 lg:group-data-folded/column:my-2 lg:group-data-folded/column:h-px lg:group-data-folded/column:overflow-hidden lg:group-data-folded/column:bg-line lg:group-data-folded/column:p-0"
              >
                {group}
              </p>
            )}
            <ul>
              {shown.map((screen) => (
                <MenuItem
                  key={screen.path}
                  screen={screen}
                  isShown={screen.path === partOf || matchPath({ path: screen.path, end: false }, pathname) !== null}
                  isFolded={isFolded}
                  onFollow={close}
                />
              ))}
            </ul>
          </section>
        )
      })}
    </nav>
  )
}

type MenuItemProps = { screen: AdminScreen; isShown: boolean; isFolded: boolean; onFollow: () => void }

function MenuItem({ screen: { path, nav }, isShown, isFolded, onFollow }: MenuItemProps) {
  const { count = 0, warning } = useContext(AttentionContext)[path] ?? {}
  if (!nav) return null
  return (
    <li className="relative">
      <Link
        to={path}
        onClick={onFollow}
        aria-current={isShown ? 'page' : undefined}
        aria-description={count > 0 ? `${formatNumber(count)} waiting` : warning}
        title={isFolded ? nav.label : warning}
        className={classNames(
          item,
          'max-lg:py-2.5 max-lg:text-[1rem] aria-[current]:bg-primary-soft aria-[current]:text-primary-strong',
          count > 0 && 'pr-10',
        )}
      >
        <nav.icon aria-hidden="true" className={icon} strokeWidth={1.75} />
        <span className={label}>{nav.label}</span>
      </Link>
      {/* Outside the label, so that the link has the screen's name. */}
      {count > 0 && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 right-1.5 my-auto h-fit min-w-7 rounded-mark bg-accent-soft px-1 text-center text-fine font-[600] text-accent-ink tabular-nums lg:group-data-folded/column:inset-y-auto lg:group-data-folded/column:-top-0.5 lg:group-data-folded/column:right-0 lg:group-data-folded/column:min-w-5"
        >
          {count > 99 ? '99+' : count}
        </span>
      )}
      {warning && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 right-3.5 my-auto size-2 rounded-full bg-accent lg:group-data-folded/column:inset-y-auto lg:group-data-folded/column:top-1 lg:group-data-folded/column:right-1.5"
        />
      )}
    </li>
  )
}
