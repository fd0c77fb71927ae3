import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'
import { Section } from '#ui/layout.tsx'

type TitledProps = {
  title?: string | undefined
  /** Smaller, for what needs no attention of its own. */
  quiet?: boolean
  children: ReactNode
}

/** A section with its title, if it has one. It is no landmark: two sections of a page may have one title. */
export function Titled({ title, quiet, children }: TitledProps) {
  return (
    <Section space="band">
      {title && (
        <h2
          dir="auto"
          className={classNames('wrap-anywhere', quiet ? 'mb-6 text-h3' : 'mb-8 max-w-[44rem] me-auto text-h2')}
        >
          {title}
        </h2>
      )}
      {children}
    </Section>
  )
}
