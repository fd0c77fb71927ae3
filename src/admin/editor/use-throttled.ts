import { useEffect, useState } from 'react'
import { useLatest } from '#admin/use-latest.ts'

/** While somebody types, the form hears of it this often (in ms). */
const interval = 300

export type Throttled = {
  /** Runs it soon: once for all calls until then. */
  call: () => void
  /** Runs it now if it was to run. */
  flush: () => void
}

/** Runs something soon after it was called for, and at once when the page is left. */
export function useThrottled(run: () => void): Throttled {
  const latest = useLatest(run)
  const [{ call, flush, cancel }] = useState(() => throttled(() => latest.current()))
  useEffect(() => {
    // Before those who keep what the form holds.
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
