import type { ButtonHTMLAttributes } from 'react'
import { classNames } from './class-names.ts'

type TagProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & { chosen: boolean }

/**
 * A filter button: filled while it is chosen (`aria-pressed`). It is part of a GET form and submits its `name` and `value` (empty while
 * it is chosen), so that it works without the client.
 */
export const Tag = ({ chosen, ...rest }: TagProps) => (
  <button type="submit" {...rest} aria-pressed={chosen} className={tagClass(chosen)} />
)

/** The look of a tag, also for the link that removes the filter. */
export const tagClass = (chosen: boolean) =>
  classNames(
    'inline-flex h-10 items-center rounded-control border px-4 text-small font-[550] whitespace-nowrap transition-colors pointer-coarse:h-11',
    chosen ? 'border-primary bg-primary text-on-primary' : 'border-edge hover:border-primary hover:text-primary',
  )
