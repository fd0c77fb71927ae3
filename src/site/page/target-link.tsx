import type { ReactNode } from 'react'
import { ButtonLink, type ButtonVariant } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Link } from '#ui/link.tsx'
import { AnchorLink } from './anchors.tsx'

type TargetLinkProps = { to: string; className?: string | undefined; children: ReactNode }

/** A link to what staff have entered: a page of this site, a place on this page, or an address elsewhere. */
export function TargetLink({ to, ...rest }: TargetLinkProps) {
  if (to.startsWith('#')) return <AnchorLink id={to.slice(1)} {...rest} />
  return to.startsWith('/') ? <Link to={to} {...rest} /> : <a href={to} {...rest} />
}

/** For a large button whose label staff have written: it takes several lines, where it would make the page wider than the window. */
export const manyLines = {
  className: 'min-w-0 text-center wrap-anywhere',
  style: { height: 'auto', minHeight: '3.25rem', paddingBlock: '0.6rem', flexShrink: 1, whiteSpace: 'normal' },
} as const

/** The same as a large button. */
export const TargetButton = ({ to, className, ...rest }: Pick<ButtonVariant, 'variant'> & TargetLinkProps) => (
  <ButtonLink
    {...(to.startsWith('/') ? { to } : { href: to })}
    {...rest}
    {...manyLines}
    size="large"
    className={classNames(manyLines.className, className)}
  />
)
