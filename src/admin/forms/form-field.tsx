import type { FocusEvent } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { type FormField, withStandards } from '#admin/fields/fields.ts'
import { Select, TextArea, TextInput } from '#ui/field.tsx'
import { Checkbox, ChoicesField } from './checkbox.tsx'
import { FormColumns, FormPanel } from './form-columns.tsx'
import type { DescribedForm, FormState } from './form-resource.ts'
import { LineArea } from './growing-areas.tsx'
import { ImageField } from './image-field.tsx'
import { ScheduleField } from './schedule-field.tsx'
import { StringListField } from './string-list-field.tsx'

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

/** Renders a field by its description. */
export function Field<Values extends FieldValues>({ form, name, hint, className, onChange }: FieldProps<Values>) {
  const { label, control, options = [], named, one = '', attributes, ...described } = form.fields[name] as FormField
  const registered = form.field(name)
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
            : described.initial === '' && <option value="">{`Select ${withArticle(label.toLowerCase())}`}</option>}
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

const withArticle = (noun: string) => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`

/** All fields in order: text fields at the left, choices and switches at the right. */
export function PlainFields<Values extends FieldValues>({ form }: { form: FormState<Values> }) {
  const fields = Object.entries(form.fields) as [FieldPath<Values>, FormField][]
  const draw = (controls: FormField['control'][]) =>
    fields
      .filter(([, { control }]) => controls.includes(control))
      .map(([name]) => <Field key={name} form={form} name={name} />)
  return (
    <FormColumns
      main={<FormPanel>{draw(['input', 'line', 'textarea', 'rows'])}</FormPanel>}
      side={
        <FormPanel>
          {draw(['select', 'choices', 'picture', 'checkbox'])}
          <Schedule form={form} />
        </FormPanel>
      }
    />
  )
}

/** When an active record appears and ends, if its kind has a schedule. */
export function Schedule<Values extends FieldValues>({ form }: { form: FormState<Values> }) {
  const { fields, values, set, errorAt } = form
  if (!('publishAt' in fields) || !values['active']) return null
  const at = (name: string) => name as FieldPath<Values>
  return (
    <ScheduleField
      values={{ publishAt: values['publishAt'], unpublishAt: values['unpublishAt'] }}
      set={(name, value) => set(at(name), value)}
      errorAt={(name) => errorAt(at(name))}
    />
  )
}

/** The number of characters, and the limit after which the end is cut. */
export const Counter = ({ length, most }: { length: number; most: number }) => (
  <span className={length > most ? 'text-warning tabular-nums' : 'tabular-nums'}>
    {length > most ? `${length} of ${most} characters: the end may be cut off` : `${length} of ${most} characters`}
  </span>
)
