import { Plus, X } from 'lucide-react'
import { type FocusEvent, type ReactNode, useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { type FormField, withStandards } from '#admin/fields/fields.ts'
import { MarkedTextArea } from '#admin/fields/marked-text-area.tsx'
import { SecondPersonNote } from '#admin/session/second-person.tsx'
import { useDraftsOnly } from '#admin/session/use-auth.ts'
import { inSentence, withArticle } from '#contract/labels.ts'
import { isOn } from '#contract/revisions.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { FieldError, Select, TextArea, TextInput } from '#ui/field.tsx'
import { Checkbox, ChoicesField, LineArea } from './controls.tsx'
import { FormColumns, FormPanel } from './form-layout.tsx'
import type { DescribedForm, FormState, StageFields } from './form-resource.ts'
import { ImageField } from './image-field.tsx'
import { Schedule } from './schedule-field.tsx'

type FieldProps<Values extends FieldValues> = {
  form: DescribedForm<Values>
  name: FieldPath<Values>
  hint?: string | undefined
  className?: string | undefined
  onChange?: ((value: string) => void) | undefined
}

/** Puts the default into an empty field that must not be empty. */
export function restoreEmptied<Values extends FieldValues>(form: DescribedForm<Values>, name: FieldPath<Values>) {
  const value = withStandards(form.fields, form.values)[name]
  if (value !== form.values[name]) form.set(name, value)
}

export function Field<Values extends FieldValues>({ form, name, hint, className, onChange }: FieldProps<Values>) {
  const { label, control, options = [], named, one = '', attributes, ...described } = form.fields[name] as FormField
  const registered = form.field(name)
  const draftsOnly = useDraftsOnly()
  if (draftsOnly && publishingFields.includes(name))
    return name === 'featured' ? null : <DraftNote isOn={form.values[name]} />
  const leave = (event: FocusEvent) => {
    restoreEmptied(form, name)
    return registered.onBlur(event)
  }
  const shown = {
    label,
    hint: hint ?? described.hint,
    className,
    required: form.required(name) || undefined,
    ...attributes,
    ...registered,
    onBlur: leave,
    ...(onChange && { onChange: ({ target }: { target: { value: string } }) => onChange(target.value) }),
  }
  switch (control) {
    case 'line':
      return <LineArea {...shown} />
    case 'textarea':
      return <TextArea {...shown} />
    case 'marked':
      return <MarkedTextArea {...shown} />
    case 'checkbox':
      return <Checkbox {...shown} />
    case 'select':
      return (
        <Select {...shown}>
          {named
            ? Object.entries(named).map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))
            : described.initial === '' && <option value="">{`Select ${withArticle(label)}`}</option>}
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </Select>
      )
    case 'rows': {
      const value = form.values[name] as string[]
      return (
        <StringListField
          label={label}
          one={one}
          value={value}
          onChange={(rows) => form.set(name, rows)}
          error={form.errorAt(name)}
          errors={value.map((_, index) => form.errorAt(`${name}.${index}` as FieldPath<Values>))}
        />
      )
    }
    case 'picture':
      return (
        <ImageField
          label={label}
          url={form.values[name]}
          onChange={(url) => form.set(name, url)}
          error={form.errorAt(name)}
        />
      )
    case 'choices':
      return (
        <ChoicesField
          label={label}
          hint={shown.hint}
          named={named ?? {}}
          value={form.values[name]}
          onChange={(chosen) => form.set(name, chosen)}
        />
      )
    default:
      return <TextInput {...shown} />
  }
}

/** The switches of what visitors see, by their names in every entity. */
const publishingFields = ['published', 'active', 'featured']

/** In place of the switch that publishes, for someone who may not. @param isOn whether it is published already */
const DraftNote = ({ isOn }: { isOn: boolean }) => (
  <p className="text-small text-muted">
    {isOn
      ? 'This is published. Your changes are saved as a draft until a colleague publishes them.'
      : 'You write drafts. A colleague publishes them.'}
  </p>
)

/** All fields in order: text fields at the left, choices and switches at the right. */
export function PlainFields<Values extends FieldValues>({ form }: { form: FormState<Values> }) {
  const fields = Object.entries(form.fields) as [FieldPath<Values>, FormField][]
  const draw = (controls: FormField['control'][]) =>
    fields
      .filter(([, { control }]) => controls.includes(control))
      .map(([name]) => <Field key={name} form={form} name={name} />)
  return (
    <FormColumns
      main={<FormPanel>{draw(['input', 'line', 'textarea', 'marked', 'rows'])}</FormPanel>}
      side={
        <FormPanel>
          {draw(['select', 'choices', 'picture', 'checkbox'])}
          <Schedule form={form} />
        </FormPanel>
      }
    />
  )
}

type ApprovalProps = {
  form: Pick<FormState<FieldValues, StageFields & { workingCopy?: unknown }>, 'record' | 'secondPerson' | 'isEdited'>
}

/** Says at the flag whether the version may be published. Nothing waits in a public record without changes. */
export function Approval({ form: { record, secondPerson, isEdited } }: ApprovalProps) {
  // Most sites have no such rule, and the comparison reads all texts at each key.
  if (!secondPerson) return null
  const edited = isEdited()
  if (record && isOn(record) && !edited && !record.workingCopy) return null
  return <SecondPersonNote of={secondPerson} isChanged={edited} />
}

/** The number of characters, and the limit after which the end is cut. */
export const Counter = ({ length, most }: { length: number; most: number }) => (
  <span className={length > most ? 'text-warning tabular-nums' : 'tabular-nums'}>
    {length > most ? `${length} of ${most} characters: the end may be cut off` : `${length} of ${most} characters`}
  </span>
)

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
  errors?: Record<number, string | undefined>
  error?: string | undefined
  empty?: string
  rowClass?: string
  buttonClass?: string
  /** Draws the fields of a row that has more than a text. */
  children?: (row: string, index: number) => ReactNode
}

/** Rows of text with a button to remove each, and one to add a row. Enter adds a row below; Backspace in an empty row removes it. */
export function StringListField({ label, one, hint, value, onChange, errors, error, ...row }: StringListFieldProps) {
  const { textOf = (row) => row, withText = (_row, text) => text, empty = '', children } = row
  const id = useId()
  const list = useRef<HTMLOListElement>(null)

  /** Focuses the next row synchronously, so that fast typing loses no key. */
  const change = (rows: string[], next: number) => {
    flushSync(() => onChange(rows))
    list.current?.children[Math.max(0, Math.min(next, rows.length - 1))]?.querySelector('input')?.focus()
  }
  const insert = (index: number) => change(value.toSpliced(index, 0, empty), index)
  const remove = (index: number) => change(value.toSpliced(index, 1), index - 1)

  return (
    <fieldset aria-describedby={[hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined}>
      <legend className="mb-1.5 text-small font-[560]">{label}</legend>
      <ol ref={list} className="grid gap-2">
        {value.map((text, index) => (
          <li key={index} className={classNames('items-start gap-1', row.rowClass ?? 'flex')}>
            {children?.(text, index) ?? (
              <TextInput
                label={`${one} ${index + 1}`}
                hideLabel
                className="flex-1"
                value={textOf(text)}
                error={errors?.[index]}
                onChange={(event) => onChange(value.with(index, withText(text, event.target.value)))}
                onKeyDown={(event) => {
                  const empties = event.key === 'Backspace' && textOf(text) === '' && value.length > 1
                  if (event.key !== 'Enter' && !empties) return
                  event.preventDefault()
                  if (empties) remove(index)
                  else insert(index + 1)
                }}
              />
            )}
            <button
              type="button"
              aria-label={`Remove ${inSentence(one)} ${index + 1}`}
              title="Remove"
              onClick={() => remove(index)}
              className={classNames(
                'grid h-control w-9 place-items-center rounded-control text-muted hover:bg-danger-soft hover:text-danger',
                row.buttonClass,
              )}
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
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <Button variant="quiet" size="small" className="mt-2 -ml-2 px-2" onClick={() => insert(value.length)}>
        <Plus aria-hidden="true" className="size-4" />
        Add {one}
      </Button>
    </fieldset>
  )
}
