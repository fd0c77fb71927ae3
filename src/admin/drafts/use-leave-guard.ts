import { useEffect, useEffectEvent } from 'react'
import { useBlocker, useNavigate } from 'react-router'
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
      detail: 'This browser keeps your changes and offers them when you come back.',
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
