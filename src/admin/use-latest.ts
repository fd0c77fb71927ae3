import { type RefObject, useLayoutEffect, useRef } from 'react'

/** A ref to the value of the last render, for callbacks that outlive it. It is written after the render, as React's rules ask. */
export function useLatest<Value>(value: Value): Readonly<RefObject<Value>> {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
