import { useCallback, useEffect, useRef, useState } from 'react'
import { useLatest } from '#admin/use-latest.ts'
import { dropWork, findWork, holdWork, keepWork, keepWorkAtOnce, type StoredDraft } from './draft.ts'

/** While somebody types, what they typed is kept this often (in ms). */
const interval = 400

export type DraftOptions<Value> = {
  /** The record, such as `blogs/0199…` or `blogs/new`. */
  key: string
  /** Who is at work; see `useAuth`. */
  owner: string
  /** What is on the screen now: asked only when it is to be kept. */
  read: () => Value
  /** Whether that differs from what is saved: asked when the page is left. */
  isUnsaved: () => boolean
  /** The version of the record that the form was filled from. */
  version?: number
  /**
   * Puts kept work onto the screen.
   * @param version what it was typed over: the form saves over that one, so that a colleague's change since then is a conflict, not lost
   */
  onRestore: (value: Value, version: number | undefined) => void
}

/** Work from an earlier visit, to be offered; see `UnsavedBanner`. */
export type FoundWork = {
  /** ISO 8601 */
  keptAt: string
  /** The record has been saved by somebody since this was typed. */
  outdated: boolean
  restore: () => void
  discard: () => void
}

/**
 * Keeps what is being typed in this browser, without asking React to render, and finds what earlier visits left behind.
 * @returns `touch` says that something changed; `clear` forgets it, after a save; `found` is what to offer back
 */
export function useDraft<Value>(options: DraftOptions<Value>) {
  const latest = useLatest(options)
  const { key, owner } = options

  const [offers, setOffers] = useState<StoredDraft<Value>[]>([])
  const [id] = useState(() => crypto.randomUUID())
  const mine = useRef({ timer: 0, writing: Promise.resolve() })

  const write = useCallback(
    (leaving = false) => {
      window.clearTimeout(mine.current.timer)
      const { key, owner, version, read } = latest.current
      const work = { id, key, owner, version, value: read(), keptAt: new Date().toISOString() }
      mine.current.timer = 0
      if (leaving) keepWorkAtOnce(work)
      // A browser that keeps nothing (a private window, a full disk) must not break the form.
      mine.current.writing = keepWork(work).catch(() => {})
      return mine.current.writing
    },
    [id, latest],
  )

  const touch = useCallback(() => {
    if (mine.current.timer === 0) mine.current.timer = window.setTimeout(write, interval)
  }, [write])

  const clear = useCallback(async () => {
    window.clearTimeout(mine.current.timer)
    mine.current.timer = 0
    await mine.current.writing
    await dropWork(id).catch(() => {})
  }, [id])

  useEffect(() => {
    const release = holdWork(id)
    const flush = () => {
      if (mine.current.timer !== 0 || latest.current.isUnsaved()) write(true)
    }
    const events = ['beforeunload', 'pagehide', 'visibilitychange'] as const
    for (const event of events) window.addEventListener(event, flush)
    return () => {
      if (mine.current.timer !== 0) write()
      release()
      for (const event of events) window.removeEventListener(event, flush)
    }
  }, [id, write, latest])

  useEffect(() => {
    let gone = false
    findWork<Value>(owner, key).then(
      (works) => gone || setOffers(works.filter((work) => work.id !== id)),
      () => {},
    )
    return () => {
      gone = true
      setOffers([])
    }
  }, [id, key, owner])

  const [offer] = offers
  const found: FoundWork | null = offer
    ? {
        keptAt: offer.keptAt,
        outdated: offer.version !== undefined && options.version !== undefined && offer.version < options.version,
        restore: () => {
          latest.current.onRestore(offer.value, offer.version)
          setOffers(([, ...others]) => others)
          touch()
          // The old copy goes when the new one is safe.
          write()
            .then(() => dropWork(offer.id))
            .catch(() => {})
        },
        discard: () => {
          setOffers(([, ...others]) => others)
          dropWork(offer.id).catch(() => {})
        },
      }
    : null

  return { found, touch, clear }
}
