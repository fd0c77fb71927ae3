import { type RefObject, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'

/** Sets the back office's type scale (admin.css) on the root while one of its screens is open. */
export function useAdminScale() {
  useLayoutEffect(() => {
    document.documentElement.classList.add('admin')
    return () => document.documentElement.classList.remove('admin')
  }, [])
}

/** Gives a frame to which Tab leads the attribute `data-focused`: no selector of this document matches it, because the focus is in the frame's own. */
export function useFrameFocus() {
  useEffect(() => {
    let isTab = false
    const onKeyDown = ({ key }: KeyboardEvent) => {
      isTab = key === 'Tab'
      // The focus moves right after the key, a pointer some time later.
      setTimeout(() => {
        isTab = false
      })
    }
    const mark = () => {
      for (const frame of document.querySelectorAll('iframe'))
        frame.toggleAttribute('data-focused', isTab && frame === document.activeElement)
    }
    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener('keydown', onKeyDown, { signal })
    window.addEventListener('blur', mark, { signal })
    window.addEventListener('focus', mark, { signal })
    return () => listening.abort()
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

/** A ref to the value of the last render, for callbacks that outlive it. It is written after the render, as React requires. */
export function useLatest<Value>(value: Value): Readonly<RefObject<Value>> {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}

/** A value outside React that components can subscribe to. */
export type Store<Value> = {
  get: () => Value
  set: (next: Value) => void
  /** Calls the listener after every change. @returns a function that stops it */
  subscribe: (listener: () => void) => () => void
}

export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export const useStore = <Value>({ subscribe, get }: Pick<Store<Value>, 'subscribe' | 'get'>): Value =>
  useSyncExternalStore(subscribe, get, get)

/** The pressed button may be gone, and the focus with it: then it goes to the main content. */
export function keepFocus() {
  if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true })
}
