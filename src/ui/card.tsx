import type { HTMLAttributes } from 'react'
import { classNames } from './class-names.ts'

type CardProps = HTMLAttributes<HTMLElement> & {
  as?: 'div' | 'article' | 'li' | 'section' | 'aside'
  /** Holds a `link-cover`: its edge answers the pointer. */
  pressable?: boolean
  /** Without the inner space, for cards that begin with a picture. */
  bare?: boolean
}

/** A panel with a hairline edge. */
export function Card({ as: Element = 'div', pressable, bare, className, ...rest }: CardProps) {
  return (
    <Element
      {...rest}
      className={classNames(
        'relative rounded-panel border border-line bg-raised',
        bare ? 'overflow-hidden' : 'p-6 sm:p-8',
        pressable && 'transition-colors hover:border-primary',
        className,
      )}
    />
  )
}
