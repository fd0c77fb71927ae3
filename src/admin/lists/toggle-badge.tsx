import { useState } from 'react'
import { useReadOnly } from '#admin/session/permissions.ts'
import { classNames } from '#ui/class-names.ts'

type ToggleBadgeProps = {
  on: boolean
  /** The button's text in each state: 'Active' and 'Inactive'. It shows the current state. */
  labels: [on: string, off: string]
  /** The record's name, which screen readers get as a description: the button's own name is the text on it. */
  name: string
  onToggle: () => Promise<unknown>
  locked?: string | undefined
  /** Most records are on, so this state has no background, and the other one is prominent. */
  usuallyOn?: boolean
}

/** Shows a state of two; pressing it switches to the other one. */
export function ToggleBadge({ on, labels, name, onToggle, locked, usuallyOn = false }: ToggleBadgeProps) {
  const [busy, setBusy] = useState(false)
  const readOnly = useReadOnly()
  const toggle = async () => {
    if (busy) return
    setBusy(true)
    await onToggle().finally(() => setBusy(false))
  }
  const look = classNames(
    'inline-flex h-7 items-center pointer-coarse:h-11 gap-1.5 rounded-mark border px-2.5 text-fine font-[550] whitespace-nowrap transition-colors disabled:opacity-60 aria-disabled:opacity-60',
    on && (usuallyOn ? 'border-transparent' : 'border-transparent bg-primary-soft text-primary-strong'),
    !on && 'border-line text-muted',
    !readOnly && (on ? 'hover:border-primary' : 'hover:border-edge hover:text-ink'),
  )
  const content = (
    <>
      <span
        aria-hidden="true"
        className={classNames('size-1.5 rounded-full', on ? 'bg-primary' : 'border border-current')}
      />
      {on ? labels[0] : labels[1]}
    </>
  )
  if (readOnly) return <span className={look}>{content}</span>
  return (
    <button
      type="button"
      aria-description={`${name}: press for ${on ? labels[1] : labels[0]}`}
      // `disabled` would make the button lose the focus.
      aria-disabled={busy || undefined}
      disabled={locked !== undefined}
      title={locked}
      onClick={toggle}
      className={look}
    >
      {content}
    </button>
  )
}
