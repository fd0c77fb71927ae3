import type { HTMLAttributes } from 'react'
import { classNames } from './class-names.ts'

/** The page's width: at most 1200 px, with the gutter at both sides. */
export function Container({ className, ...rest }: HTMLAttributes<HTMLDivElement>) {
  return (
    <div
      {...rest}
      className={classNames(
        'mx-auto w-full max-w-[calc(var(--container-page)+2*var(--spacing-gutter))] px-gutter',
        className,
      )}
    />
  )
}

type SectionProps = HTMLAttributes<HTMLElement> & {
  /** `section` has 72 to 128 px above and below, `band` 48 to 80; `none` is for sections whose neighbours keep the distance. */
  space?: 'section' | 'band' | 'none'
  ground?: 'paper' | 'sunken' | 'deep' | undefined
}

const spaces = { section: 'py-section', band: 'py-band', none: '' }
const grounds = { paper: '', sunken: 'bg-sunken border-y border-line', deep: 'on-deep' }

/** One section of a page. Name it by `aria-labelledby` when it has a heading. */
export function Section({ space = 'section', ground = 'paper', className, children, ...rest }: SectionProps) {
  return (
    <section {...rest} className={classNames(spaces[space], grounds[ground], className)}>
      <Container>{children}</Container>
    </section>
  )
}

type CardProps = HTMLAttributes<HTMLElement> & {
  as?: 'div' | 'article' | 'li' | 'section' | 'aside'
  /** Leaves out the padding, for cards that begin with a picture. */
  bare?: boolean
}

/** A panel with a hairline border. */
export function Card({ as: Element = 'div', bare, className, ...rest }: CardProps) {
  return (
    <Element
      {...rest}
      className={classNames(
        'relative rounded-panel border border-line bg-raised',
        bare ? 'overflow-hidden' : 'p-6 sm:p-8',
        className,
      )}
    />
  )
}
