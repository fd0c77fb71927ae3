import { useCallback, useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { confirm } from '#office/confirm.tsx'

/**
 * Asks before a screen with unsaved changes is left, inside the site and out of it.
 * @returns lets the next move pass, for a form that has just been saved and goes back to its list
 */
export function useLeaveGuard(dirty: boolean): () => void {
  const guarded = useRef(dirty)
  useEffect(() => {
    guarded.current = dirty
  }, [dirty])

  const blocker = useBlocker(
    // Who was signed out has no choice, and the work is kept.
    ({ currentLocation, nextLocation }) =>
      guarded.current && currentLocation.pathname !== nextLocation.pathname && nextLocation.pathname !== '/admin/login',
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    confirm({ question: 'You have unsaved changes. Leave without saving?', action: 'Leave' }).then((leave) => {
      if (leave) blocker.proceed()
      else blocker.reset()
    })
  }, [blocker])

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (guarded.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])

  return useCallback(() => {
    guarded.current = false
  }, [])
}
