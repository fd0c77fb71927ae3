import { Plus, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'

type StringListFieldProps = {
  /** Of the whole list: 'Features'. */
  label: string
  /** Of one row: 'Feature'. */
  one: string
  value: string[]
  onChange: (rows: string[]) => void
  /** The message at each row, by its place. */
  errors?: Record<number, string | undefined>
  error?: string
}

/** Rows of text, each with a way to remove it, and a button that adds one. Enter adds a row below; Backspace in an empty row removes it. */
export function StringListField({ label, one, value, onChange, errors, error }: StringListFieldProps) {
  const id = useId()
  const list = useRef<HTMLOListElement>(null)

  /** The keyboard goes on in the row where the work is, at once: whoever types fast loses no letter. */
  const change = (rows: string[], next: number) => {
    flushSync(() => onChange(rows))
    list.current?.querySelectorAll('input')[Math.max(0, Math.min(next, rows.length - 1))]?.focus()
  }
  const insert = (index: number) => change(value.toSpliced(index, 0, ''), index)
  const remove = (index: number) => change(value.toSpliced(index, 1), index - 1)

  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1.5 text-small font-[560]">{label}</legend>
      <ol ref={list} className="grid gap-2">
        {value.map((row, index) => (
          <li key={index} className="flex items-start gap-1">
            <TextInput
              label={`${one} ${index + 1}`}
              hideLabel
              className="flex-1"
              value={row}
              error={errors?.[index]}
              onChange={(event) => onChange(value.with(index, event.target.value))}
              onKeyDown={(event) => {
                const empties = event.key === 'Backspace' && row === '' && value.length > 1
                if (event.key !== 'Enter' && !empties) return
                event.preventDefault()
                if (empties) remove(index)
                else insert(index + 1)
              }}
            />
            <button
              type="button"
              aria-label={`Remove ${one.toLowerCase()} ${index + 1}`}
              title="Remove"
              onClick={() => remove(index)}
              className="grid h-control w-9 place-items-center rounded-control text-muted hover:bg-danger-soft hover:text-danger"
            >
              <X aria-hidden="true" className="size-4" />
            </button>
          </li>
        ))}
      </ol>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-small text-danger">
          {error}
        </p>
      )}
      <Button variant="quiet" size="small" className="mt-2 -ml-2 px-2" onClick={() => insert(value.length)}>
        <Plus aria-hidden="true" className="size-4" />
        Add {one}
      </Button>
    </fieldset>
  )
}
