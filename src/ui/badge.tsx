import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const tones = {
  teal: 'bg-primary-soft text-primary-strong',
  amber: 'bg-accent-soft text-accent-ink',
  green: 'bg-success-soft text-success',
  red: 'bg-danger-soft text-danger',
  plain: 'border border-line text-muted',
}

type BadgeProps = { tone?: keyof typeof tones; className?: string; children: ReactNode }

/** A short label of a record, such as its category or state. The text is sufficient; the tone only supports it. */
export function Badge({ tone = 'teal', className, children }: BadgeProps) {
  return (
    <span
      className={classNames(
        'inline-flex h-7 items-center rounded-mark px-2.5 text-fine font-[550] whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}
