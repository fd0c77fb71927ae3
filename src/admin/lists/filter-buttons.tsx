import { useEffect, useRef } from 'react'
import { formatNumber } from '#admin/format.ts'
import { classNames } from '#ui/class-names.ts'
import { showInRow } from './show-in-row.ts'

type FilterButtonsProps = {
  /** The name of the filter, for screen readers. */
  label: string
  /** The first option is for all and has the value ''. */
  options: { value: string; label: string; count?: number }[]
  value: string
  onChoose: (value: string) => void
}

/** A filter as a row of buttons, one of which is pressed. */
export function FilterButtons({ label, options, value, onChoose }: FilterButtonsProps) {
  const row = useRef<HTMLFieldSetElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is pressed then
  useEffect(() => showInRow(row.current, '[aria-pressed=true]'), [value])
  return (
    <fieldset
      ref={row}
      className="flex max-w-full min-w-0 overflow-x-auto rounded-control border border-line bg-sunken p-0.5"
    >
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChoose(option.value)}
          className={classNames(
            'h-[calc(var(--spacing-control)-0.375rem)] rounded-[0.5rem] px-3 text-small font-[550] whitespace-nowrap transition-colors',
            option.value === value
              ? 'bg-raised text-ink shadow-[0_0_0_1px_var(--color-line)]'
              : 'text-muted hover:text-ink',
          )}
        >
          {option.label}
          {option.count !== undefined && (
            <span className="ml-1.5 font-normal text-muted tabular-nums">{formatNumber(option.count)}</span>
          )}
        </button>
      ))}
    </fieldset>
  )
}
