type ChoicesFieldProps = {
  label: string
  hint?: string | undefined
  /** The text of each option by its value. */
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
        <label key={option} className="flex min-h-8 cursor-pointer items-center gap-2.5 pointer-coarse:min-h-11">
          <input
            type="checkbox"
            className="size-4.5 shrink-0 accent-primary"
            checked={value.includes(option)}
            onChange={({ target }) =>
              onChange(Object.keys(named).filter((one) => (one === option ? target.checked : value.includes(one))))
            }
          />
          {text}
        </label>
      ))}
    </div>
  </fieldset>
)
