import type { ButtonHTMLAttributes } from 'react'
import { classNames } from './class-names.ts'
import { Link, type LinkProps } from './link.tsx'

const tagClass = (chosen: boolean, className?: string) =>
  classNames(
    'inline-flex h-10 items-center rounded-control border px-4 text-small font-[550] whitespace-nowrap transition-colors',
    chosen ? 'border-primary bg-primary text-on-primary' : 'border-edge hover:border-primary hover:text-primary',
    className,
  )

/** A filter that is a link: filled while it is chosen (`aria-current`), and leads to the list without it then. */
export const Tag = ({ chosen, className, ...rest }: LinkProps & { chosen: boolean }) => (
  <Link preventScrollReset {...rest} aria-current={chosen ? 'true' : undefined} className={tagClass(chosen, className)} />
)

type TagButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & { chosen: boolean }

/** A filter that is pressed and released, to stand in a GET form: `aria-pressed` while it is chosen. */
export const TagButton = ({ chosen, className, ...rest }: TagButtonProps) => (
  <button {...rest} aria-pressed={chosen} className={tagClass(chosen, className)} />
)
