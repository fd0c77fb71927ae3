import { useEffect, useEffectEvent, useState } from 'react'
import { createStore } from '#admin/store.ts'
import { Dialog } from './dialog.tsx'

type Shortcut = {
  /** `KeyboardEvent.key`: `/`, `n`. With `command`, pressed together with Ctrl or Cmd. */
  key: string
  command?: boolean | undefined
  /** Its description in the list that `?` opens. */
  label: string
  run: () => void
  /** Whether it applies now; otherwise the key does what it always does. */
  when?: (() => boolean) | undefined
  /** Whether the list of keys has it; always when left out. */
  isListed?: (() => boolean) | undefined
}

const active = createStore<readonly Shortcut[]>([])

/** Registers a shortcut while the component is mounted; null registers none. If two have the same key, the newer one applies. */
export function useShortcut(shortcut: Shortcut | null) {
  const run = useEffectEvent(() => shortcut?.run())
  const when = useEffectEvent(() => shortcut?.when?.() ?? true)
  const isListed = useEffectEvent(() => shortcut?.isListed?.() ?? true)
  const { key, command, label } = shortcut ?? {}
  useEffect(() => {
    if (key === undefined || label === undefined) return
    const own: Shortcut = { key, command, label, run, when, isListed }
    active.set([own, ...active.get()])
    return () => active.set(active.get().filter((one) => one !== own))
  }, [key, command, label])
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select'))

/** Handles the shortcuts, and lists them on `?`. The layout has one of it. */
export function ShortcutsHost() {
  const [listed, setListed] = useState<readonly Shortcut[] | null>(null)

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const command = event.ctrlKey || event.metaKey
      if (event.defaultPrevented || event.altKey || event.repeat) return
      if (!command && isTyping(event.target)) return
      // An open dialog handles the keyboard itself.
      if (document.querySelector('[role=dialog], [role=alertdialog]')) return
      if (event.key === '?' && !command) return setListed(active.get().filter((one) => one.isListed?.() ?? true))
      const key = event.key.toLowerCase()
      const found = active
        .get()
        .find((one) => one.key.toLowerCase() === key && Boolean(one.command) === command && (one.when?.() ?? true))
      if (!found) return
      event.preventDefault()
      found.run()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  const keys = [
    ...new Map([...(listed ?? [])].reverse().map((one) => [`${one.command} ${one.key}`, one])).values(),
  ].reverse()
  return (
    <Dialog open={listed !== null} onClose={() => setListed(null)} title="Keyboard shortcuts">
      <dl className="divide-y divide-line">
        {[
          ...keys.map((one) => ({ ...one, keys: one.command ? `${commandKey} ${one.key.toUpperCase()}` : one.key })),
          { label: 'This list', keys: '?' },
        ].map(({ label, keys }) => (
          <div key={keys} className="flex h-11 items-center justify-between">
            <dt>{label}</dt>
            <dd>
              <kbd className="rounded-mark border border-edge bg-sunken px-2 py-0.5 font-mono text-fine">{keys}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

/** The name of the modifier key for shortcuts on this computer. */
export const commandKey = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
