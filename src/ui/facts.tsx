import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** `note` is a line below the name. */
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
            <dd className="text-right">{value}</dd>
          </div>
        ))}
    </dl>
  )
}
