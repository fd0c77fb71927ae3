import { useState } from 'react'
import { classNames } from '#ui/class-names.ts'

type ToggleBadgeProps = {
  on: boolean
  /** The words of both states: 'Active' and 'Inactive'. The word shown is the state that is. */
  words: [on: string, off: string]
  /** Whose state it is, for screen readers: said as a description, so that the name is what stands on the button. */
  of: string
  onToggle: () => Promise<unknown>
  /** Why it cannot be pressed. */
  locked?: string
}

/** A state that a press turns into the other one. */
export function ToggleBadge({ on, words, of, onToggle, locked }: ToggleBadgeProps) {
  const [busy, setBusy] = useState(false)
  const toggle = async () => {
    if (busy) return
    setBusy(true)
    await onToggle().finally(() => setBusy(false))
  }
  return (
    <button
      type="button"
      aria-description={`${of}: press for ${on ? words[1] : words[0]}`}
      // Not `disabled`, which would take the keyboard's place away.
      aria-disabled={busy || undefined}
      disabled={locked !== undefined}
      title={locked}
      onClick={toggle}
      className={classNames(
        'inline-flex h-7 items-center gap-1.5 rounded-mark border px-2.5 text-fine font-[550] whitespace-nowrap transition-colors disabled:opacity-60 aria-disabled:opacity-60',
        on
          ? 'border-transparent bg-primary-soft text-primary-strong hover:border-primary'
          : 'border-line text-muted hover:border-edge hover:text-ink',
      )}
    >
      <span
        aria-hidden="true"
        className={classNames('size-1.5 rounded-full', on ? 'bg-primary' : 'border border-current')}
      />
      {on ? words[0] : words[1]}
    </button>
  )
}
