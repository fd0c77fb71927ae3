import type { ComponentProps } from 'react'
import { Select } from '#ui/field.tsx'

type OptionalSelectProps = Omit<ComponentProps<typeof Select>, 'children' | 'onChange'> & {
  /** The label of the empty value. */
  none: string
  options: (readonly [value: string, label: string])[]
  onChoose: (value: string) => void
}

/** A `<select>` with an option for no value and one for each value. */
export const OptionalSelect = ({ none, options, onChoose, ...field }: OptionalSelectProps) => (
  <Select {...field} onChange={({ target }) => onChoose(target.value)}>
    <option value="">{none}</option>
    {options.map(([value, label]) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </Select>
)
