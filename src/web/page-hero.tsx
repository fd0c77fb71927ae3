import type { ReactNode } from 'react'
import { Container } from '#ui/layout.tsx'

type PageHeroProps = {
  title: ReactNode
  lead?: ReactNode
  /** A small line above the title, such as the category. */
  eyebrow?: ReactNode
  /** At the right on wide screens: a drawing or facts. */
  aside?: ReactNode
  /** Below both, over the whole width. */
  below?: ReactNode
  children?: ReactNode
}

/** The opening of a page, with its only h1. */
export function PageHero({ title, lead, eyebrow, aside, below, children }: PageHeroProps) {
  return (
    <header className="border-b border-line">
      <Container className="grid items-end gap-x-12 gap-y-10 pt-12 pb-12 sm:pt-16 lg:grid-cols-12 lg:pt-20 lg:pb-16">
        <div className={aside ? 'lg:col-span-7' : 'lg:col-span-9'}>
          {eyebrow && <div className="eyebrow mb-4">{eyebrow}</div>}
          <h1 className="text-h1">{title}</h1>
          {lead && <p className="mt-5 max-w-measure text-lead text-muted">{lead}</p>}
          {children && <div className="mt-8">{children}</div>}
        </div>
        {aside && <div className="lg:col-span-5">{aside}</div>}
        {below && <div className="lg:col-span-12">{below}</div>}
      </Container>
    </header>
  )
}
