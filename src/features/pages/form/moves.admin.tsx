import { type KeyboardEvent, useState } from 'react'
import { flushSync } from 'react-dom'

/** Moves an entry by Alt and an arrow key. @param move by one place, up or down */
export const byAlt = (move: (by: 1 | -1) => void) => (event: KeyboardEvent) => {
  const by = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key]
  if (by === undefined || !event.altKey) return
  event.preventDefault()
  event.stopPropagation()
  move(by)
}

/** Changes a list so that its focused part keeps the focus, which it would lose where the browser moves it. */
export function keepingFocus(change: () => void) {
  const active = document.activeElement
  flushSync(change)
  if (active instanceof HTMLElement && active !== document.activeElement) active.focus()
}

/** The sentence for screen readers. An equal one is read again. */
export function useAnnouncer() {
  const [said, setSaid] = useState('')
  const say = (sentence: string) => setSaid((before) => (before === sentence ? `${sentence}\u00a0` : sentence))
  return { said, say }
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
