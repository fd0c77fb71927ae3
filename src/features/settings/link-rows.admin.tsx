import { Plus, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import { fromRow, toRow } from './settings-fields.admin.ts'

type LinkRowsProps = {
  label: string
  hint?: string | undefined
  value: string[]
  onChange: (rows: string[]) => void
  errorAt: (index: number, part: 'label' | 'to') => string | undefined
}

export function LinkRows({ label, hint, value, onChange, errorAt }: LinkRowsProps) {
  const id = useId()
  const list = useRef<HTMLOListElement>(null)
  const change = (rows: string[], next: number) => {
    flushSync(() => onChange(rows))
    list.current?.querySelectorAll<HTMLElement>('li')[next]?.querySelector('input')?.focus()
  }
  return (
    <fieldset aria-describedby={hint ? id : undefined}>
      <legend className="mb-1.5 text-small font-[560]">{label}</legend>
      <ol ref={list} className="grid gap-2 max-sm:gap-4">
        {value.map((row, index) => {
          const link = fromRow(row)
          const set = (part: object) => onChange(value.with(index, toRow({ ...link, ...part })))
          return (
            // On a phone the address is below the text.
            <li key={index} className="grid grid-cols-[1fr_auto] items-start gap-1 sm:grid-cols-[1fr_1fr_auto]">
              <TextInput
                label={`Text of link ${index + 1}`}
                hideLabel
                placeholder="Text"
                value={link.label}
                error={errorAt(index, 'label')}
                onChange={({ target }) => set({ label: target.value })}
              />
              <TextInput
                label={`Address of link ${index + 1}`}
                hideLabel
                placeholder="/path or https://"
                value={link.to}
                error={errorAt(index, 'to')}
                onChange={({ target }) => set({ to: target.value })}
              />
              <button
                type="button"
                aria-label={`Remove link ${index + 1}`}
                title="Remove"
                onClick={() => change(value.toSpliced(index, 1), Math.max(0, index - 1))}
                className="grid h-control w-9 place-items-center rounded-control text-muted hover:bg-danger-soft hover:text-danger max-sm:col-start-2 max-sm:row-start-1 pointer-coarse:w-11"
              >
                <X aria-hidden="true" className="size-4" />
              </button>
            </li>
          )
        })}
      </ol>
      {hint && (
        <p id={id} className="mt-1.5 text-small text-muted">
          {hint}
        </p>
      )}
      <Button
        variant="quiet"
        size="small"
        className="mt-2 -ml-2 px-2"
        onClick={() => change([...value, toRow({ label: '', to: '' })], value.length)}
      >
        <Plus aria-hidden="true" className="size-4" />
        Add link
      </Button>
    </fieldset>
  )
}
