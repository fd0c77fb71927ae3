import { Plus, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'

type StringListFieldProps = {
  /** The name of the whole list: 'Features'. */
  label: string
  /** The name of one row: 'Feature'. */
  one: string
  hint?: string | undefined
  value: string[]
  onChange: (rows: string[]) => void
  /** The text of a row and a row with another text, if a row is more than its text. */
  textOf?: (row: string) => string
  withText?: (row: string, text: string) => string
  /** The error of each row, by its index. */
  errors?: Record<number, string | undefined>
  error?: string | undefined
}

/** Rows of text with a button to remove each, and one to add a row. Enter adds a row below; Backspace in an empty row removes it. */
export function StringListField({
  label,
  one,
  hint,
  value,
  onChange,
  textOf = (row) => row,
  withText = (_row, text) => text,
  errors,
  error,
}: StringListFieldProps) {
  const id = useId()
  const list = useRef<HTMLOListElement>(null)

  /** Focuses the next row synchronously, so that fast typing loses no key. */
  const change = (rows: string[], next: number) => {
    flushSync(() => onChange(rows))
    list.current?.querySelectorAll('input')[Math.max(0, Math.min(next, rows.length - 1))]?.focus()
  }
  const insert = (index: number) => change(value.toSpliced(index, 0, ''), index)
  const remove = (index: number) => change(value.toSpliced(index, 1), index - 1)

  return (
    <fieldset aria-describedby={[hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined}>
      <legend className="mb-1.5 text-small font-[560]">{label}</legend>
      <ol ref={list} className="grid gap-2">
        {value.map((row, index) => (
          <li key={index} className="flex items-start gap-1">
            <TextInput
              label={`${one} ${index + 1}`}
              hideLabel
              className="flex-1"
              value={textOf(row)}
              error={errors?.[index]}
              onChange={(event) => onChange(value.with(index, withText(row, event.target.value)))}
              onKeyDown={(event) => {
                const empties = event.key === 'Backspace' && textOf(row) === '' && value.length > 1
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
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-small text-muted">
          {hint}
        </p>
      )}
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
