import { answerName, longestAnswers, type OwnField } from '#contract/own-fields.ts'
import { FieldError, Select, TextArea, TextInput } from '#ui/field.tsx'

type OwnFieldsProps = {
  id: string
  fields: OwnField[]
  issues: Record<string, string>
  typed: Record<string, string>
  atFault: string | undefined
  /** The form was sent before, and refused: browsers have forgotten its files. */
  again: boolean
}

/** The fields that staff have added to a form. Their labels are texts of any kind, and so in no id. */
export const OwnFields = ({ id, fields, issues, typed, atFault, again }: OwnFieldsProps) =>
  fields.map(({ label, kind, required = false, options = [] }, index) => {
    const name = answerName(label)
    const common = {
      id: `${id}-answer-${index}`,
      name,
      required,
      autoFocus: name === atFault,
    }
    const given = { ...common, error: issues[name], label: required ? label : `${label} (optional)` }
    if (kind === 'checkbox') return <Tick key={name} {...given} checked={Boolean(typed[name])} text={label} />
    if (kind === 'choice')
      return (
        <Select key={name} {...given} defaultValue={typed[name] ?? ''}>
          <option value="">Choose…</option>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </Select>
      )
    if (kind === 'file')
      return (
        <TextInput
          key={name}
          {...given}
          type="file"
          accept="application/pdf,.pdf"
          hint={again ? 'PDF, at most 10 MB. Please choose the file again.' : 'PDF, at most 10 MB.'}
          className="[&_input]:py-2"
        />
      )
    if (kind === 'paragraph')
      return <TextArea key={name} {...given} rows={4} maxLength={longestAnswers.paragraph} defaultValue={typed[name]} />
    return <TextInput key={name} {...given} maxLength={longestAnswers.text} defaultValue={typed[name]} />
  })

type TickProps = {
  id: string
  name: string
  required: boolean
  autoFocus: boolean
  error: string | undefined
  text: string
  checked: boolean
}

const Tick = ({ id, name, required, autoFocus, error, text, checked }: TickProps) => (
  <div>
    <label htmlFor={id} className="flex min-h-8 items-center gap-2 text-small pointer-coarse:min-h-11">
      <input
        id={id}
        type="checkbox"
        name={name}
        required={required}
        defaultChecked={checked}
        // biome-ignore lint/a11y/noAutofocus: the answer to a refused form leads to the field at fault
        autoFocus={autoFocus}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${id}-error`}
        className="size-4 shrink-0 accent-primary"
      />
      <span dir="auto" className="wrap-anywhere">
        {text}
      </span>
    </label>
    {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
  </div>
)
