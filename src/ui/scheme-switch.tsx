import { Moon, Sun } from 'lucide-react'
import { classNames } from './class-names.ts'

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
