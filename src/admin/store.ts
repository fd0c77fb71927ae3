import { useSyncExternalStore } from 'react'

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

/** The store's value; the component renders again when it changes. */
export const useStore = <Value>({ subscribe, get }: Pick<Store<Value>, 'subscribe' | 'get'>): Value =>
  useSyncExternalStore(subscribe, get)
