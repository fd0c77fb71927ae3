import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

type FeatureListProps = {
  items: string[]
  label?: string
  /** In two columns where the window has room for them. */
  columns?: boolean
  className?: string
}

export const isFilled = (item: string) => item.trim() !== ''

/** A ruled list of short lines. Blank lines are left out, and so is the list when all are blank. */
export function FeatureList({ items, label, columns, className }: FeatureListProps) {
  const filled = items.filter(isFilled)
  if (filled.length === 0) return null
  return (
    <ul
      aria-label={label}
      className={classNames(
        'border-y border-line text-small',
        columns
          ? 'max-lg:divide-y max-lg:divide-line lg:-mt-px lg:columns-2 lg:gap-x-10 lg:overflow-hidden lg:border-t-0'
          : 'divide-y divide-line',
        'print:columns-2 print:gap-x-10',
        className,
      )}
    >
      {filled.map((item, index) => (
        <li
          key={index}
          dir="auto"
          className={classNames(
            columns && 'lg:border-t lg:border-line',
            'relative break-inside-avoid py-1.5 ps-6 before:absolute before:top-[1.17em] sm:py-2.5 sm:before:top-[1.42em] before:start-0 before:h-px before:w-3.5 before:bg-primary',
          )}
        >
          {item}
        </li>
      ))}
    </ul>
  )
}

type Fact = { name: string; value: ReactNode; note?: string }

/** A ruled list of names and values. Entries without a value are left out. */
export function Facts({ facts, className }: { facts: Fact[]; className?: string }) {
  return (
    <dl className={classNames('divide-y divide-line border-y border-line text-small', className)}>
      {facts
        .filter(({ value }) => value)
        .map(({ name, value, note }) => (
          <div key={name} className="flex justify-between gap-4 py-2">
            <dt className={note ? undefined : 'text-muted'}>
              {name}
              {note && <span className="block text-fine text-muted">{note}</span>}
            </dt>
            <dd dir="auto" className="text-right">
              {value}
            </dd>
          </div>
        ))}
    </dl>
  )
}
