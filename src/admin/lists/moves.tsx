import { type KeyboardEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { movedTo } from './reorder-list.tsx'

/** Moves an entry by Alt and an arrow key. @param move by one place, up or down */
export const byAlt = (move: (by: 1 | -1) => void) => (event: KeyboardEvent) => {
  const by = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key]
  if (by === undefined || !event.altKey) return
  event.preventDefault()
  event.stopPropagation()
  move(by)
}

/** Changes a list so that its focused part keeps the focus, which it would lose where the browser moves it. */
function keepingFocus(change: () => void) {
  const active = document.activeElement
  flushSync(change)
  if (active instanceof HTMLElement && active !== document.activeElement) active.focus()
}

/**
 * Moves the entries of a list by one place, and tells screen readers in the element `status`.
 * @param nameOf the name of the entry at a position
 * @param reorder stores the order in which the entry at `from` is at `to`
 */
export function useMoves(count: number, nameOf: (at: number) => string, reorder: (from: number, to: number) => void) {
  const [said, setSaid] = useState('')
  // An equal sentence is read again.
  const say = (sentence: string) => setSaid((before) => (before === sentence ? `${sentence}\u00a0` : sentence))
  function move(at: number, by: 1 | -1) {
    const to = at + by
    if (to < 0 || to >= count) return
    keepingFocus(() => reorder(at, to))
    say(movedTo(nameOf(at), to, count))
  }
  const status = (
    <p role="status" className="sr-only">
      {said}
    </p>
  )
  return { move, say, status }
}

let made = 0
const newKey = () => `k${++made}`

/**
 * Keys of the entries of a list that has none, which keep their components while entries move. Entries that were replaced from outside keep those of
 * their positions.
 */
export function useKeys(count: number) {
  const [stored, setKeys] = useState<string[]>(() => Array.from({ length: count }, newKey))
  const keys = stored.length === count ? stored : Array.from({ length: count }, (_, index) => stored[index] ?? newKey())
  if (keys !== stored) setKeys(keys)
  return { keys, setKeys, newKey }
}
