import { Moon, Sun } from 'lucide-react'
import { classNames } from './class-names.ts'

/** Turns light to dark and back. The boot script does the work (src/app/web/boot.js), so it answers before the client has come. */
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
