import { useEffect, useState } from 'react'
import { useLatest } from '#admin/hooks.ts'

/** How often the form is updated while a person types, in ms. */
const interval = 300

/**
 * Runs a function a moment after it was requested, and at once when the page is left.
 * @returns `call` runs it soon, once for all calls until then; `flush` runs it now if it is pending
 */
export function useThrottled(run: () => void) {
  const latest = useLatest(run)
  const [{ call, flush, cancel }] = useState(() => throttled(() => latest.current()))
  useEffect(() => {
    // The capture phase comes before the listeners that store the form's draft.
    const early = { capture: true }
    const leaving = ['beforeunload', 'pagehide', 'visibilitychange'] as const
    for (const event of leaving) window.addEventListener(event, flush, early)
    return () => {
      cancel()
      for (const event of leaving) window.removeEventListener(event, flush, early)
    }
  }, [flush, cancel])
  return { call, flush }
}

function throttled(run: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const cancel = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const now = () => {
    cancel()
    run()
  }
  return {
    call: () => {
      timer ??= setTimeout(now, interval)
    },
    flush: () => {
      if (timer !== undefined) now()
    },
    cancel,
  }
}
