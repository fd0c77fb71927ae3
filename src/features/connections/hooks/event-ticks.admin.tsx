import { useEffect, useId, useRef } from 'react'
import { Choice } from '#admin/forms/controls.tsx'
import { FieldError } from '#ui/field.tsx'
import { groupsOf } from './hook-words.admin.tsx'
import type { HookEvent } from './hooks.contract.ts'

type TicksProps = {
  events: HookEvent[]
  value: string[]
  error: string | undefined
  onChange: (names: string[]) => void
}

/** The kinds of event under their headings, each with a button for all of them. A refusal gets the focus, unless an earlier field has it. */
export function EventTicks({ events, value, error, onChange }: TicksProps) {
  const id = useId()
  const root = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    const isElsewhere = document.activeElement?.getAttribute('aria-invalid') === 'true'
    if (error && !isElsewhere) root.current?.querySelector('input')?.focus()
  }, [error])
  const tick = (names: string[], on: boolean) =>
    onChange(events.map(({ name }) => name).filter((name) => (names.includes(name) ? on : value.includes(name))))
  return (
    <fieldset ref={root} className="grid min-w-0 gap-5" aria-label="Events" aria-describedby={error && `${id}-error`}>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <div className="grid gap-x-8 gap-y-5 xl:grid-cols-2">
        {groupsOf(events).map(([group, own]) => {
          const names = own.map(({ name }) => name)
          const count = names.filter((name) => value.includes(name)).length
          return (
            <fieldset key={group} className="min-w-0">
              <legend className="contents">
                <span className="sr-only">{group}</span>
              </legend>
              <div className="flex items-baseline justify-between gap-3 border-b border-line pb-1.5">
                <span aria-hidden="true" className="text-small font-[620]">
                  {group}
                </span>
                {own.length > 1 && (
                  <button
                    type="button"
                    className="text-small text-primary underline-offset-4 hover:underline pointer-coarse:py-2"
                    onClick={() => tick(names, count < own.length)}
                  >
                    {count < own.length ? 'All' : 'None'}
                    <span className="sr-only"> of {group}</span>
                  </button>
                )}
              </div>
              <div className="mt-1.5 grid">
                {own.map(({ name, label }) => (
                  <Choice
                    key={name}
                    type="checkbox"
                    label={label}
                    hint={name}
                    checked={value.includes(name)}
                    aria-invalid={error ? true : undefined}
                    onChange={({ target }) => tick([name], target.checked)}
                  />
                ))}
              </div>
            </fieldset>
          )
        })}
      </div>
    </fieldset>
  )
}
