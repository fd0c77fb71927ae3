import { useCallback, useEffect, useEffectEvent, useRef } from 'react'
import { useAuth } from '#admin/session/use-auth.ts'
import { useDraft } from './use-draft.ts'
import { useLeaveGuard } from './use-leave-guard.ts'

type AutosaveOptions<Value> = {
  /** The record, such as `products/0199…` or `products/new`. */
  key: string
  /** The values of the form, as rendered. */
  value: Value
  /** Reads the values from the form itself, which may be newer than the last render. */
  read: () => Value
  /** The values differ from what was last saved. */
  dirty: boolean
  /** The version of the record that the form was filled from. */
  version?: number | undefined
  /** Fills the form from a draft. From then on the form saves over `version`, so that a colleague's later change is a conflict. */
  onRestore: (value: Value, version: number | undefined) => void
}

/**
 * Stores a form's values in this browser while they differ from what is saved, offers them after a crash, a closed tab, an expired
 * session or a failed save, and asks before the form is left.
 * @returns `found`: the draft to offer, for `<UnsavedBanner>`; `clear`: call it after a save with the saved values, and await it
 */
export function useAutosave<Value>({ key, value, read, dirty, version, onRestore }: AutosaveOptions<Value>) {
  const owner = useOwner()
  // The last saved value: until the form has been reset to it, `dirty` still says that it differs.
  const saved = useRef<string | null>(null)
  const isUnsaved = () => {
    const now = JSON.stringify(read())
    return now !== saved.current && (dirty || now !== JSON.stringify(value))
  }
  const { found, touch, clear: forget } = useDraft({ key, owner, version, read, isUnsaved, onRestore })
  useLeaveGuard(isUnsaved)

  const onValue = useEffectEvent((_value: Value, dirty: boolean) => {
    if (dirty && isUnsaved()) touch()
  })
  useEffect(() => onValue(value, dirty), [value, dirty])

  const clear = useCallback(
    async (value: Value) => {
      saved.current = JSON.stringify(value)
      await forget()
    },
    [forget],
  )

  return { found, clear }
}

/** The uid of the signed-in person: only they see their drafts. */
function useOwner(): string {
  const { state } = useAuth()
  return typeof state === 'object' ? state.uid : ''
}
