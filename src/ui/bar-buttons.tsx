import { Menu, Moon, Sun, X } from 'lucide-react'
import { classNames } from './class-names.ts'

/**
 * Opens and closes a menu that is a popover. The boot script keeps `aria-expanded` up to date (src/app/web/boot.js), on which label and
 * icon depend. @param menu the id of the popover
 */
export const MenuButton = ({ menu, className }: { menu: string; className: string }) => (
  <button
    type="button"
    popoverTarget={menu}
    aria-expanded={false}
    // The menu may be open before the client hydrates.
    suppressHydrationWarning
    className={`group -mr-2.5 grid size-11 place-items-center rounded-control ${className}`}
  >
    <span className="sr-only group-aria-expanded:hidden">Open menu</span>
    <span className="sr-only hidden group-aria-expanded:block">Close menu</span>
    <Menu aria-hidden="true" className="size-6 group-aria-expanded:hidden" strokeWidth={1.75} />
    <X aria-hidden="true" className="hidden size-6 group-aria-expanded:block" strokeWidth={1.75} />
  </button>
)

/** Switches between light and dark. The boot script handles it (src/app/web/boot.js), so it works before the client loads. */
export function SchemeSwitch({ className }: { className?: string }) {
  return (
    <button
      type="button"
      data-scheme-switch
      aria-label="Switch between light and dark"
      className={classNames(
        'js-only grid size-11 place-items-center rounded-control text-muted transition-colors hover:text-ink',
        className,
      )}
    >
      <Moon aria-hidden="true" className="size-5 dark:hidden" />
      <Sun aria-hidden="true" className="hidden size-5 dark:block" />
    </button>
  )
}
