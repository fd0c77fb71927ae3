import { useCallback, useEffect, useEffectEvent, useRef } from 'react'
import { useAuth } from '#admin/session/use-auth.ts'
import { useDraft } from './use-draft.ts'
import { useLeaveGuard } from './use-leave-guard.ts'

type UnsavedWorkOptions<Value> = {
  /** The record: `products/0199…` or `products/new`. */
  key: string
  /** What the form holds now. */
  value: Value
  /** The same, asked of the form itself, which may be ahead of what is drawn. */
  read: () => Value
  /** It differs from what was last saved. */
  dirty: boolean
  /** The version of the record that the form was filled from. */
  version?: number
  /** Puts kept work into the form, which from then on saves over `version` (so that a colleague's change since then is a conflict). */
  onRestore: (value: Value, version: number | undefined) => void
}

/**
 * No word is lost: keeps a form's value in this browser while it differs from what is saved, offers it back after a crash, a closed tab, an
 * expired session or a failed save, and asks before the form is left.
 * @returns `found`: what to offer, for `<UnsavedBanner>`; `clear`: call and await it with what was saved, after a successful save
 */
export function useUnsavedWork<Value>({ key, value, read, dirty, version, onRestore }: UnsavedWorkOptions<Value>) {
  const owner = useOwner()
  // What was saved last, to know the same value again whatever the form says of it while it is being told.
  const saved = useRef<string | null>(null)
  const isUnsaved = () => {
    const now = JSON.stringify(read())
    return now !== saved.current && (dirty || now !== JSON.stringify(value))
  }
  const { found, touch, clear: forget } = useDraft({ key, owner, version, read, isUnsaved, onRestore })
  useLeaveGuard(isUnsaved)

  const onValue = useEffectEvent((_value: Value) => {
    if (dirty && isUnsaved()) touch()
  })
  useEffect(() => onValue(value), [value])

  const clear = useCallback(
    async (value: Value) => {
      saved.current = JSON.stringify(value)
      await forget()
    },
    [forget],
  )

  return { found, clear }
}

/** Who is signed in; work is kept for them alone. */
function useOwner(): string {
  const { state } = useAuth()
  return typeof state === 'object' ? state.uid : ''
}
