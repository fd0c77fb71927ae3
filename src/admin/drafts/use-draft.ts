import { useCallback, useEffect, useRef, useState } from 'react'
import { useLatest } from '#admin/hooks.ts'
import { deleteDraft, findDrafts, lockDraft, type StoredDraft, storeDraft, storeDraftAtOnce } from './draft.ts'

/** How often the draft is stored while a person types, in ms. */
const interval = 400

export type DraftOptions<Value> = {
  /** The record, such as `blogs/0199…` or `blogs/new`. */
  key: string
  /** The uid of the signed-in person; see `useAuth`. */
  owner: string
  /** Reads the form now; called only when the draft is stored. */
  read: () => Value
  /** Whether the form differs from what is saved; called when the page is left. */
  isUnsaved: () => boolean
  /** The version of the record that the form was filled from. */
  version?: number | undefined
  /**
   * Fills the form from a draft.
   * @param version the version that the draft was typed over. The form saves over that version, so that a colleague's later change is a
   * conflict and is not overwritten
   */
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
 * Stores unsaved values as a draft in this browser without a React render, and finds the drafts of earlier visits.
 * @returns `touch`: call it after each change; `clear`: deletes the draft, after a save; `found`: the draft to offer
 */
export function useDraft<Value>(options: DraftOptions<Value>) {
  const optionsRef = useLatest(options)
  const { key, owner } = options

  const [offers, setOffers] = useState<StoredDraft<Value>[]>([])
  const [id] = useState(() => crypto.randomUUID())
  const mine = useRef({ timer: 0, writing: Promise.resolve() })

  const write = useCallback(
    (leaving = false) => {
      window.clearTimeout(mine.current.timer)
      const { key, owner, version, read } = optionsRef.current
      const draft = { id, key, owner, version, value: read(), keptAt: new Date().toISOString() }
      mine.current.timer = 0
      if (leaving) storeDraftAtOnce(draft)
      // A browser that stores nothing (a private window, a full disk) must not break the form.
      mine.current.writing = storeDraft(draft).catch(() => {})
      return mine.current.writing
    },
    [id, optionsRef],
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
          optionsRef.current.onRestore(offer.value, offer.version)
          setOffers(([, ...others]) => others)
          touch()
          // The old draft is deleted only once the new one is stored.
          write()
            .then(() => deleteDraft(offer.id))
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
