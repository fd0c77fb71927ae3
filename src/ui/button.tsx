import { Menu, Moon, Sun, X } from 'lucide-react'
import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react'
import { classNames } from './class-names.ts'
import { Link, type LinkProps, useMayOpen } from './link.tsx'
import { SpinnerRing } from './spinner.tsx'

export type ButtonVariant = {
  /** `primary` for the main action, `secondary` next to it, `quiet` for all others. */
  variant?: 'primary' | 'secondary' | 'quiet' | undefined
  /** `medium` is 44 px high, `large` 52, `small` 36. */
  size?: 'small' | 'medium' | 'large' | undefined
  wide?: boolean | undefined
}

const variants = {
  // Forced colours show a transparent border, and no ground.
  primary: 'border border-transparent bg-primary text-on-primary hover:bg-primary-strong',
  secondary: 'border border-edge text-ink hover:border-primary hover:text-primary',
  quiet: 'text-primary hover:bg-primary-soft',
}
const sizes = { small: 'h-9 px-3.5 text-small', medium: 'h-11 px-5 text-small', large: 'h-13 px-6 text-body' }

/** The look of a button, for a part that opens another. */
export const buttonClass = ({ variant = 'primary', size = 'medium', wide }: ButtonVariant, className?: string) =>
  classNames(
    'inline-flex shrink-0 items-center justify-center gap-2 rounded-control font-[560] whitespace-nowrap transition-colors print:hidden',
    'disabled:opacity-60 active:translate-y-px',
    variants[variant],
    sizes[size],
    wide && 'w-full',
    className,
  )

type ButtonProps = ButtonVariant &
  ButtonHTMLAttributes<HTMLButtonElement> & {
    /** Disables the button and shows a spinner before its text. */ busy?: boolean
  }

/** A button; its `type` is `button` unless given. */
export function Button({ variant, size, wide, busy = false, className, children, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={buttonClass({ variant, size, wide }, className)}
    >
      {busy && <SpinnerRing />}
      {children}
    </button>
  )
}

type ButtonLinkProps = ButtonVariant &
  (LinkProps | (AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; to?: undefined }))

/**
 * A link that looks like a button: `to` for pages of this site, `href` for others (`target="_blank"` is announced to screen readers). Nothing where
 * the reader may not open the page.
 */
export function ButtonLink({ variant, size, wide, className, children, ...rest }: ButtonLinkProps) {
  const names = buttonClass({ variant, size, wide }, className)
  const mayOpen = useMayOpen()
  if (rest.to !== undefined) {
    if (!mayOpen(rest.to)) return null
    return (
      <Link {...rest} className={names}>
        {children}
      </Link>
    )
  }
  const newTab = rest.target === '_blank'
  return (
    <a {...rest} rel={newTab ? 'noopener' : undefined} className={names}>
      {children}
      {newTab && <span className="sr-only"> (opens in a new tab)</span>}
    </a>
  )
}

/**
 * Opens and closes a menu that is a popover in the same header. The browser says whether it is open. @param menu the id of the popover
 */
export const MenuButton = ({ menu, className }: { menu: string; className: string }) => (
  <button
    type="button"
    popoverTarget={menu}
    aria-label="Menu"
    className={`-mr-2.5 grid size-11 place-items-center rounded-control ${className}`}
  >
    <Menu aria-hidden="true" className="size-6 in-[header:has(:popover-open)]:hidden" strokeWidth={1.75} />
    <X aria-hidden="true" className="size-6 not-in-[header:has(:popover-open)]:hidden" strokeWidth={1.75} />
  </button>
)

/** Switches between light and dark. The boot script handles it (src/app/web/boot/), so it works before the client loads. */
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
