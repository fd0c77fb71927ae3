import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useShortcut } from '#admin/dialogs/shortcuts.tsx'
import { TextInput } from '#ui/field.tsx'

/** The pause in typing after which the search starts, in ms. */
const pause = 150

type SearchFieldProps = {
  placeholder: string
  /** The current search in the address. */
  value: string
  onSearch: (query: string) => void
}

/** A search that starts while typing. `/` focuses it, Escape clears it. */
export function SearchField({ placeholder, value, onSearch }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(value)
  const searched = useRef(value)
  const search = useEffectEvent(onSearch)
  useShortcut({ key: '/', label: 'Search', run: () => field.current?.focus() })

  useEffect(() => {
    if (typed.trim() === searched.current) return
    const timer = setTimeout(() => {
      searched.current = typed.trim()
      search(searched.current)
    }, pause)
    return () => clearTimeout(timer)
  }, [typed])
  // Back and forward change the search from outside.
  useEffect(() => {
    if (value === searched.current) return
    searched.current = value
    setTyped(value)
  }, [value])

  return (
    <search className="relative w-full sm:w-72">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
      />
      <TextInput
        ref={field}
        type="search"
        label={placeholder.replace(/\.+$/, '')}
        hideLabel
        placeholder={placeholder}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setTyped('')
        }}
        autoComplete="off"
        enterKeyHint="search"
        className="[&_input]:pl-9"
      />
    </search>
  )
}
