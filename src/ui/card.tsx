import type { HTMLAttributes } from 'react'
import { classNames } from './class-names.ts'

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
