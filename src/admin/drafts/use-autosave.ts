import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useBlocker, useNavigate } from 'react-router'
import { confirm } from '#admin/dialogs/confirm.tsx'
import { useLatest } from '#admin/hooks.ts'
import { useAuth } from '#admin/session/use-auth.ts'
import { deleteDraft, findDrafts, lockDraft, type StoredDraft, storeDraft, storeDraftAtOnce } from './draft.ts'

/** How often the draft is stored while a person types, in ms. */
const interval = 400

type AutosaveOptions<Value> = {
  key: string
  value: Value
  /** Reads the values from the form itself, which may be newer than the last render. */
  read: () => Value
  dirty: boolean
  version?: number | undefined
  /** Fills the form from a draft. It saves over `version`, so that a colleague's later change is a conflict and is not overwritten. */
  onRestore: (value: Value, version: number | undefined) => void
}

/** A draft of an earlier visit; see `UnsavedBanner`. */
export type FoundDraft = {
  /** ISO 8601 */
  keptAt: string
  /** The record has been saved since this was typed. */
  outdated: boolean
  restore: () => void
  discard: () => void
}

/**
 * Stores a form's values in this browser while they differ from the saved ones, offers them after a crash, a closed tab, an expired
 * session or a failed save, and asks before the form is left.
 * @returns `found`: the draft to offer, for `<UnsavedBanner>`; `clear`: call it after a save with the saved values, and await it
 */
export function useAutosave<Value>(options: AutosaveOptions<Value>) {
  const { value, read, dirty } = options
  const { state } = useAuth()
  // The last saved value: until the form has been reset to it, `dirty` still says that it differs.
  const saved = useRef<string | null>(null)
  const isUnsaved = () => {
    const now = JSON.stringify(read())
    return now !== saved.current && (dirty || now !== JSON.stringify(value))
  }
  const owner = typeof state === 'object' ? state.uid : ''
  const { found, touch, clear: forget } = useDraft({ ...options, owner, isUnsaved })
  useLeaveGuard(() => isUnsaved() || [...further].some((isUnsaved) => isUnsaved()))

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

/** The parts of a screen other than its form that may have unsaved text. The router lets only one part of a screen ask. */
const further = new Set<() => boolean>()

/** Lets the form of this screen ask for another part of it before it is left. */
export function useFurtherUnsaved(isUnsaved: () => boolean) {
  const latest = useLatest(isUnsaved)
  useEffect(() => {
    const asked = () => latest.current()
    further.add(asked)
    return () => void further.delete(asked)
  }, [latest])
}

type DraftOptions<Value> = Pick<AutosaveOptions<Value>, 'key' | 'read' | 'version' | 'onRestore'> & {
  /** The uid of the signed-in person: only they see their drafts. */
  owner: string
  isUnsaved: () => boolean
}

/** Stores unsaved values without a React render. Call `touch` after each change and `clear` after a save; `found` is an earlier draft to offer. */
export function useDraft<Value>(options: DraftOptions<Value>) {
  const optionsRef = useLatest(options)
  const { key, owner } = options

  const [offers, setOffers] = useState<StoredDraft<Value>[]>([])
  const [id] = useState(() => crypto.randomUUID())
  const mine = useRef({ timer: 0, writing: Promise.resolve() })

  const draftAs = useCallback(
    (id: string): StoredDraft<Value> => {
      const { key, owner, version, read } = optionsRef.current
      return { id, key, owner, version, value: read(), keptAt: new Date().toISOString() }
    },
    [optionsRef],
  )

  const write = useCallback(
    (leaving = false) => {
      window.clearTimeout(mine.current.timer)
      const draft = draftAs(id)
      mine.current.timer = 0
      if (leaving) storeDraftAtOnce(draft)
      // A browser that stores nothing (a private window, a full disk) must not break the form.
      mine.current.writing = storeDraft(draft).catch(() => {})
      return mine.current.writing
    },
    [id, draftAs],
  )

  const touch = useCallback(() => {
    if (mine.current.timer === 0) mine.current.timer = window.setTimeout(write, interval)
  }, [write])

  const clear = useCallback(async () => {
    window.clearTimeout(mine.current.timer)
    mine.current.timer = 0
    await mine.current.writing
    await deleteDraft(id).catch(() => {})
  }, [id])

  useEffect(() => {
    const release = lockDraft(id)
    const isWaiting = () => mine.current.timer !== 0
    const flush = () => {
      if (isWaiting() || optionsRef.current.isUnsaved()) write(true)
    }
    const events = ['beforeunload', 'pagehide', 'visibilitychange'] as const
    for (const event of events) window.addEventListener(event, flush)
    return () => {
      if (isWaiting()) write()
      release()
      for (const event of events) window.removeEventListener(event, flush)
    }
  }, [id, write, optionsRef])

  useEffect(() => {
    let gone = false
    findDrafts<Value>(owner, key).then(
      (drafts) => gone || setOffers(drafts.filter((draft) => draft.id !== id)),
      () => {},
    )
    return () => {
      gone = true
      setOffers([])
    }
  }, [id, key, owner])

  const [offer] = offers
  const found: FoundDraft | null = offer
    ? {
        keptAt: offer.keptAt,
        outdated: offer.version !== undefined && options.version !== undefined && offer.version < options.version,
        restore: () => {
          // Unsaved values that it replaces, such as those of another draft, are offered next.
          const replaced = optionsRef.current.isUnsaved() ? draftAs(offer.id) : null
          optionsRef.current.onRestore(offer.value, offer.version)
          setOffers(([, ...others]) => (replaced ? [...others, replaced] : others))
          touch()
          // The old draft is deleted only once the new one is stored.
          write()
            .then(() => (replaced ? storeDraft(replaced) : deleteDraft(offer.id)))
            .catch(() => {})
        },
        discard: () => {
          setOffers(([, ...others]) => others)
          deleteDraft(offer.id).catch(() => {})
        },
      }
    : null

  return { found, touch, clear }
}

/** Asks before a screen with unsaved changes is left, for another screen or another site. @param isUnsaved called when the screen is left */
function useLeaveGuard(isUnsaved: () => boolean): void {
  const blocker = useBlocker(
    // A person who was signed out has no choice, and the draft is stored.
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && nextLocation.pathname !== '/admin/login' && isUnsaved(),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    confirm({
      question: 'You have unsaved changes. Leave without saving?',
      detail: 'Your changes stay in this browser. You can restore them when you come back.',
      action: 'Leave',
      cancel: 'Stay',
      harmless: true,
    }).then((leave) => {
      if (leave) blocker.proceed()
      else blocker.reset()
    })
  }, [blocker])

  // The router can only ask about a typed address if it navigates there itself.
  const navigate = useNavigate()
  const onTyped = useEffectEvent((event: NavigateEvent) => {
    const { hash } = new URL(event.destination.url)
    if (!event.hashChange || !event.cancelable || !hash.startsWith('#/') || !isUnsaved()) return
    event.preventDefault()
    navigate(hash.slice(1))
  })
  useEffect(() => {
    const ask = (event: NavigateEvent) => onTyped(event)
    window.navigation?.addEventListener('navigate', ask)
    return () => window.navigation?.removeEventListener('navigate', ask)
  }, [])

  const onLeave = useEffectEvent((event: BeforeUnloadEvent) => {
    if (isUnsaved()) event.preventDefault()
  })
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => onLeave(event)
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
}
