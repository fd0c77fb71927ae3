import type { ReactNode } from 'react'
import { useId } from 'react'
import { AnchorLink } from '#site/page/anchors.tsx'
import { ButtonLink, type ButtonVariant } from '#ui/button.tsx'
import { Section as Band } from '#ui/layout.tsx'
import { Link } from '#ui/link.tsx'

type TitledProps = {
  title?: string | undefined
  ground?: 'sunken' | undefined
  children: ReactNode
}

/** A section with its title, if it has one. Without a title it has no name, and is no landmark. */
export function Titled({ title, ground, children }: TitledProps) {
  const id = useId()
  return (
    <Band space="band" ground={ground} {...(title && { 'aria-labelledby': id })}>
      {title && (
        <h2 id={id} dir="auto" className="max-w-[44rem] text-h2 wrap-anywhere">
          {title}
        </h2>
      )}
      <div className={title && 'mt-8 lg:mt-10'}>{children}</div>
    </Band>
  )
}

type TargetLinkProps = { to: string; className?: string; children: ReactNode }

/** A link to what staff have entered: a page of this site, a place on this page, or an address elsewhere. */
export function TargetLink({ to, ...rest }: TargetLinkProps) {
  if (to.startsWith('#')) return <AnchorLink id={to.slice(1)} {...rest} />
  return to.startsWith('/') ? <Link to={to} {...rest} /> : <a href={to} {...rest} />
}

/** The same as a button. */
export const TargetButton = ({ to, ...rest }: ButtonVariant & TargetLinkProps) =>
  to.startsWith('/') ? <ButtonLink to={to} {...rest} /> : <ButtonLink href={to} {...rest} />
