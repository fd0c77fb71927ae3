import { type ComponentProps, type ReactNode, useId } from 'react'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; hint?: ReactNode | undefined }

export function Checkbox({ label, hint, ...rest }: CheckboxProps) {
  const id = useId()
  return (
    <div className="relative flex gap-2.5">
      <input
        type="checkbox"
        {...rest}
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="mt-0.5 size-4.5 shrink-0 accent-primary"
      />
      <div>
        {/* For a finger all of the row is the label, the box included. */}
        <label
          htmlFor={id}
          className="font-[560] pointer-coarse:before:absolute pointer-coarse:before:inset-x-0 pointer-coarse:before:-inset-y-3"
        >
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="relative text-small text-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}

export const Choice = ({ label, ...input }: ComponentProps<'input'> & { label: string }) => (
  <label className="flex min-h-8 cursor-pointer items-center gap-2.5 pointer-coarse:min-h-11">
    <input {...input} className="size-4.5 shrink-0 accent-primary" />
    {label}
  </label>
)

type ChoicesFieldProps = {
  label: string
  hint?: string | undefined
  named: Record<string, string>
  value: string[]
  onChange: (chosen: string[]) => void
}

/** Any of several options, each with a checkbox. The chosen ones are in the order of the options. */
export const ChoicesField = ({ label, hint, named, value, onChange }: ChoicesFieldProps) => (
  <fieldset>
    <legend className="text-small font-[560]">{label}</legend>
    {hint && <p className="text-small text-muted">{hint}</p>}
    <div className="mt-1 grid">
      {Object.entries(named).map(([option, text]) => (
        <Choice
          key={option}
          type="checkbox"
          label={text}
          checked={value.includes(option)}
          onChange={({ target }) =>
            onChange(Object.keys(named).filter((one) => (one === option ? target.checked : value.includes(one))))
          }
        />
      ))}
    </div>
  </fieldset>
)
