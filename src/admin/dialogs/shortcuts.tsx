import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { createStore, useStore } from '#admin/hooks.ts'
import { Dialog } from './dialog.tsx'

type Shortcut = {
  /** `KeyboardEvent.key`: `/`, `n`. With `command`, pressed together with Ctrl or Cmd. */
  key: string
  command?: boolean | undefined
  /** Its description in the list that `?` opens. */
  label: string
  run: () => void
  /** Whether it applies now; otherwise the key keeps its usual effect. */
  when?: (() => boolean) | undefined
  /** Whether the list of keys shows it, by default always. */
  isListed?: (() => boolean) | undefined
}

const active = createStore<readonly Shortcut[]>([])
const listed = createStore<readonly Shortcut[] | null>(null)

export const listShortcuts = () => listed.set(active.get().filter((one) => one.isListed?.() ?? true))
export const listingKey = '?'

/** The keys of the action with this name, if it has a shortcut on this screen. */
export function keysOf(label: string): string | undefined {
  const found = active.get().find((one) => one.label.toLowerCase() === label.toLowerCase())
  return found && keysText(found)
}

const keysText = ({ key, command }: Shortcut) => (command ? `${commandKey} ${key.toUpperCase()}` : key)

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

/** The list begins with the ways through a list of records, and ends with the keys of every screen. Others have the order of their buttons. */
const first = ['/', 'j', 'k', 'Enter', 'x']
const placeOf = ({ key, command }: Shortcut) => {
  if (command || key === '#') return first.length + (command ? 2 : 1)
  return first.includes(key) ? first.indexOf(key) : first.length
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select'))

/** Handles the shortcuts, and lists them on `?`. The layout has one of it. */
export function ShortcutsHost() {
  const shown = useStore(listed)

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const command = event.ctrlKey || event.metaKey
      if (event.defaultPrevented || event.altKey || event.repeat) return
      if (!command && isTyping(event.target)) return
      // An open dialog handles the keyboard itself.
      if (document.querySelector('[role=dialog], [role=alertdialog]')) return
      if (event.key === listingKey && !command) return listShortcuts()
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

  // Of two with the same keys the newer one applies, which is the first.
  const applying = shown?.filter((one, at) => shown.findIndex((other) => keysText(other) === keysText(one)) === at)
  const keys = applying?.toReversed().sort((one, other) => placeOf(one) - placeOf(other)) ?? []
  return (
    <Dialog open={shown !== null} onClose={() => listed.set(null)} title="Keyboard shortcuts">
      <dl className="divide-y divide-line">
        {[
          ...keys.map((one) => ({ ...one, keys: keysText(one) })),
          { label: 'Keyboard shortcuts', keys: listingKey },
        ].map(({ label, keys }) => (
          <div key={keys} className="flex h-11 items-center justify-between">
            <dt>{label}</dt>
            <dd>
              <Keys>{keys}</Keys>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

export const Keys = ({ children }: { children: ReactNode }) => (
  <kbd className="rounded-mark border border-edge bg-sunken px-2 py-0.5 font-mono text-fine">{children}</kbd>
)

export const commandKey = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
