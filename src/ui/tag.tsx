import { classNames } from './class-names.ts'
import { Link, type LinkProps } from './link.tsx'

/** A filter that is a link: filled while it is chosen (`aria-current`), and leads to the list without it then. */
export function Tag({ chosen, className, ...rest }: LinkProps & { chosen: boolean }) {
  return (
    <Link
      preventScrollReset
      {...rest}
      aria-current={chosen ? 'true' : undefined}
      className={classNames(
        'inline-flex h-10 items-center rounded-control border px-4 text-small font-[550] whitespace-nowrap transition-colors',
        chosen ? 'border-primary bg-primary text-on-primary' : 'border-edge hover:border-primary hover:text-primary',
        className,
      )}
    />
  )
}
