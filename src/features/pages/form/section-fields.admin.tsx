import * as z from 'zod/mini'
import { ContentEditor } from '#admin/editor/content-editor.tsx'
import { TargetField } from '#admin/editor/links/link-targets.tsx'
import { OptionalSelect } from '#admin/fields/small-form.tsx'
import { capitalised } from '#admin/format.ts'
import { Checkbox, LineArea } from '#admin/forms/controls.tsx'
import { ImageField } from '#admin/forms/image-field.tsx'
import { TimeInput } from '#admin/forms/schedule-field.tsx'
import { withArticle } from '#contract/labels.ts'
import { FieldError, TextArea, TextInput } from '#ui/field.tsx'
import { isGroup, withValue } from '../section-values.ts'
import { altOf } from '../section-words.ts'
import type { Field, Fields } from '../sections/fields.contract.ts'
import { FileField } from './file-field.admin.tsx'
import { RecordsField } from './records-field.admin.tsx'
import { type FieldsOf, RowsField, type Values } from './rows-field.admin.tsx'

type SectionFieldsProps = FieldsOf & { fields: Fields }

/** The fields of a section or of one of its rows, as its kind describes them. */
export function SectionFields({ fields, ...of }: SectionFieldsProps) {
  const alts = Object.entries(fields).flatMap(([name, { control }]) => (control === 'picture' ? [altOf(name)] : []))
  return Object.entries(fields)
    .filter(([name, { when }]) => !alts.includes(name) && (when?.(of.values) ?? true))
    .map(([name, field]) => <SectionField key={name} name={name} field={field} fields={fields} {...of} />)
}

/** Whether a field has one record, whose id it stores, in place of a list. */
const isOne = ({ rule }: Field) => z.safeParse(rule, 'an-id').success

/** The first result for the entries of a list. */
const firstOf = <Result,>(value: unknown, find: (entry: unknown, index: number) => Result | undefined) =>
  Array.isArray(value) ? value.map(find).find((found) => found !== undefined) : undefined

type SectionFieldProps = FieldsOf & { name: string; field: Field; fields: Fields }

function SectionField({ name, field, fields, values, path, change, errorAt, unseenAt }: SectionFieldProps) {
  const at = `${path}.${name}`
  const value = values[name]
  const set = (next: unknown) => change((current) => withValue(current, name, next))
  const error = errorAt(at) ?? errorAt(`${at}.root`)
  const note = unseenAt(at)
  const { label, required } = field
  const hint = note ? `${field.hint ? `${field.hint} ` : ''}${note}.` : field.hint
  const typed = {
    name: at,
    label,
    hint,
    error,
    required: required || undefined,
    value: typeof value === 'string' ? value : '',
    onChange: ({ target }: { target: { value: string } }) => set(target.value),
  }
  const within = (next: (values: Values) => Values) =>
    change((current) => withValue(current, name, next((current[name] as Values | undefined) ?? {})))

  switch (field.control) {
    case 'text':
      return <LineArea {...typed} />
    case 'lines':
      return (
        <TextArea
          {...typed}
          rows={2}
          className="[&_textarea]:field-sizing-content [&_textarea]:min-h-16 [&_textarea]:py-2"
        />
      )
    case 'texts':
      return (
        <TextArea
          {...typed}
          rows={3}
          error={error ?? firstOf(value, (_, index) => errorAt(`${at}.${index}`))}
          className="[&_textarea]:field-sizing-content [&_textarea]:min-h-20 [&_textarea]:py-2"
          value={Array.isArray(value) ? value.join('\n') : ''}
          onChange={({ target }) => set(target.value === '' ? undefined : target.value.split('\n'))}
        />
      )
    case 'address':
      return <TextInput {...typed} type="url" placeholder="https://" />
    case 'rich':
      return (
        <div data-field={at} data-refused={error ? '' : undefined} className="[--editor-height:15rem]">
          <ContentEditor label={label} value={typed.value} onChange={set} error={error} />
          {hint && <p className="mt-1.5 text-small text-muted">{hint}</p>}
        </div>
      )
    case 'picture': {
      const alt = fields[altOf(name)]
      return (
        <ImageField
          label={label}
          url={typed.value}
          onChange={set}
          error={error}
          alt={
            alt && {
              value: String(values[altOf(name)] ?? ''),
              onChange: (text) => change((current) => withValue(current, altOf(name), text)),
              name: `${path}.${altOf(name)}`,
              hint: alt.hint,
              error: errorAt(`${path}.${altOf(name)}`),
            }
          }
        />
      )
    }
    case 'file':
      return (
        <FileField
          {...typed}
          onChange={(url, item) =>
            change((current) => {
              const named =
                item && 'title' in fields && !current['title'] ? withValue(current, 'title', item.name) : current
              return withValue(named, name, url)
            })
          }
        />
      )
    case 'target':
      return <TargetField {...typed} placeholder="A title, or https://" onChange={set} />
    case 'tick':
      return (
        <Checkbox name={at} label={label} hint={hint} checked={value === true} onChange={() => set(value !== true)} />
      )
    case 'choice':
      return (
        <OptionalSelect
          {...typed}
          none={required ? `Select ${withArticle(label)}` : 'Any'}
          options={field.options.map((option) => [option, capitalised(option)] as const)}
          onChoose={set}
        />
      )
    case 'number':
      return (
        <TextInput
          {...typed}
          type="number"
          inputMode="numeric"
          min={field.least}
          max={field.most}
          className="[&_input]:max-w-40"
          value={typeof value === 'number' ? value : ''}
          onChange={({ target }) => set(target.value === '' ? undefined : Number(target.value))}
        />
      )
    case 'moment':
      return (
        <TimeInput label={label} hint={hint} value={typed.value} onChange={set} error={error} optional={!required} />
      )
    case 'records':
      return (
        <RecordsField {...typed} of={field.of} most={field.most} value={value} single={isOne(field)} onChange={set} />
      )
    case 'rows':
      return (
        <RowsField
          field={field}
          rows={(value as Values[] | undefined) ?? []}
          path={at}
          error={error}
          errorAt={errorAt}
          unseenAt={unseenAt}
          change={(next) => change((current) => withValue(current, name, next((current[name] as Values[]) ?? [])))}
        >
          {(row) => <SectionFields fields={field.fields} {...row} />}
        </RowsField>
      )
    default:
      return isGroup(field) ? (
        <fieldset className="grid gap-4">
          <legend className="mb-1.5 text-small font-[560]">{label}</legend>
          <SectionFields
            fields={(field as { fields: Fields }).fields}
            values={(value as Values | undefined) ?? {}}
            path={at}
            change={within}
            errorAt={errorAt}
            unseenAt={unseenAt}
          />
          {error && <FieldError>{error}</FieldError>}
        </fieldset>
      ) : null
  }
}
