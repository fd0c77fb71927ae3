import { useEffect, useEffectEvent } from 'react'
import { useBlocker } from 'react-router'
import { confirm } from '#admin/dialogs/confirm.tsx'

/** Asks before a screen with unsaved changes is left, for another screen or another site. @param isUnsaved called when the screen is left */
export function useLeaveGuard(isUnsaved: () => boolean): void {
  const blocker = useBlocker(
    // A person who was signed out has no choice, and the draft is stored.
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && nextLocation.pathname !== '/admin/login' && isUnsaved(),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    confirm({
      question: 'You have unsaved changes. Leave without saving?',
      detail: 'What you typed stays in this browser and is offered when you come back.',
      action: 'Leave',
      cancel: 'Stay',
      harmless: true,
    }).then((leave) => {
      if (leave) blocker.proceed()
      else blocker.reset()
    })
  }, [blocker])

  const onLeave = useEffectEvent((event: BeforeUnloadEvent) => {
    if (isUnsaved()) event.preventDefault()
  })
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => onLeave(event)
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
}
