import { type RefObject, useLayoutEffect, useRef, useSyncExternalStore } from 'react'

/** Sets the back office's type scale (admin.css) on the root while one of its screens is open. */
export function useAdminScale() {
  useLayoutEffect(() => {
    document.documentElement.classList.add('admin')
    return () => document.documentElement.classList.remove('admin')
  }, [])
}

/** Whether the window matches a media query now: `(width >= 80rem)`. */
export function useMedia(query: string): boolean {
  const subscribe = (listener: () => void) => {
    const list = window.matchMedia(query)
    list.addEventListener('change', listener)
    return () => list.removeEventListener('change', listener)
  }
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}

/** A ref to the value of the last render, for callbacks that outlive it. It is written after the render, as React's rules ask. */
export function useLatest<Value>(value: Value): Readonly<RefObject<Value>> {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
