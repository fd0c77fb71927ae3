import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { adminQuery } from '#admin/api/admin-calls.ts'
import { TargetField } from '#admin/editor/links/link-targets.tsx'
import type { FormField } from '#admin/fields/fields.ts'
import { Field, StringListField } from '#admin/forms/form-field.tsx'
import { FormPanel } from '#admin/forms/form-layout.tsx'
import type { FormState } from '#admin/forms/form-resource.ts'
import { ScheduleField } from '#admin/forms/schedule-field.tsx'
import type { Group } from '#contract/settings.ts'
import { asFigure, type DeskFigures, inWords } from '#features/contact/ground/desk.contract.ts'
import { classNames } from '#ui/class-names.ts'
import { Spinner } from '#ui/spinner.tsx'
import { AccentField, LinkRows, LogoField } from './setting-controls.admin.tsx'
import { fromRow, type Rows, toRow, type Values } from './settings-fields.admin.ts'

/** Only the legal documents need it. */
const ContentEditor = lazy(async () => ({ default: (await import('#admin/editor/content-editor.tsx')).ContentEditor }))

/** Only About needs it. */
const PeopleField = lazy(() => import('./people-form.admin.tsx'))

type SettingsFieldProps = { name: string; form: FormState<Values> }

export const elementId = (name: string) => `setting-${name}`

/** A setting, which offers to restore its default while it differs. */
export const SettingsField = ({ name, form }: SettingsFieldProps) => (
  <div id={elementId(name)} className="relative scroll-mt-40 empty:hidden max-sm:[&_label]:pr-28">
    <Control name={name} form={form} />
    {name === 'answerTime' && <MedianOffer value={String(form.values[name])} onUse={(text) => form.set(name, text)} />}
    <RestoreDefault names={[name]} form={form} />
  </div>
)

type SettingsTableProps = { columns: string[]; panels: Group['panels']; form: FormState<Values> }

/** Panels as the rows of a table. On a phone a row has two lines, and its fields have their own labels. */
export const SettingsTable = ({ columns, panels, form }: SettingsTableProps) => (
  <FormPanel>
    <table className="w-full table-fixed text-left sm:[&_label]:sr-only">
      <thead className="text-small max-sm:hidden">
        <tr>
          {columns.map((column, index) => (
            <th key={column} scope="col" className={classNames('pb-1.5 font-[560]', index > 0 && 'w-20')}>
              {column}
            </th>
          ))}
          <td className="w-28" />
        </tr>
      </thead>
      <tbody className="max-sm:grid max-sm:gap-6">
        {Object.entries(panels).map(([title, fields]) => (
          <tr key={title} className="relative max-sm:grid max-sm:grid-cols-2 max-sm:gap-3">
            {Object.keys(fields).map((name) => (
              <td
                key={name}
                id={elementId(name)}
                className="scroll-mt-40 align-top max-sm:first:col-span-2 sm:py-1.5 sm:pr-2"
              >
                <Control name={name} form={form} />
              </td>
            ))}
            <td className="align-top max-sm:contents sm:relative">
              <RestoreDefault names={Object.keys(fields)} form={form} label={title} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </FormPanel>
)

type RestoreDefaultProps = {
  names: string[]
  form: FormState<Values>
  label?: string
}

/** Only legal documents have a text of this length. */
const placeholders =
  'The site fills in {brand}, {domain}, {email}, {phone}, {address}, {city}, {region}, {country}, and {figuresKept}: how long analytics data is kept.'

const isSame = (one: unknown, other: unknown) => String(one) === String(other)

/** Restores the defaults of fields that differ from them. It has its place in the row of the label, so that nothing moves when it appears. */
function RestoreDefault({ names, form, label }: RestoreDefaultProps) {
  const changed = names.filter((name) => {
    const { standard } = form.fields[name] as FormField
    return standard !== undefined && !isSame(form.values[name], standard)
  })
  if (changed.length === 0) return null
  return (
    <button
      type="button"
      // The focus stays in the field, which would otherwise be left before the click.
      onMouseDown={(event) => event.preventDefault()}
      onClick={({ currentTarget }) => {
        const place = currentTarget.closest('tr') ?? currentTarget.parentElement
        place?.querySelector<HTMLElement>('input, textarea, [contenteditable]')?.focus()
        for (const name of changed) form.set(name, (form.fields[name] as FormField).standard)
      }}
      className="absolute -top-1 right-0 sm:in-[td]:top-3 rounded-mark px-1 py-1 text-fine font-[550] text-primary hover:underline pointer-coarse:-top-2 pointer-coarse:py-2"
    >
      Restore default
      <span className="sr-only"> of {label ?? (form.fields[names[0] ?? ''] as FormField).label}</span>
    </button>
  )
}

function Control({ name, form }: SettingsFieldProps): ReactNode {
  const { control, label, hint } = form.fields[name] as FormField
  const value = form.values[name]
  // Both times are one control, at the place of the first.
  if (name === 'unpublishAt') return null
  if (name === 'publishAt')
    return (
      <ScheduleField
        values={{ publishAt: String(value ?? ''), unpublishAt: String(form.values['unpublishAt'] ?? '') }}
        set={form.set}
        errorAt={form.errorAt}
      />
    )
  if (name === 'linkTo')
    return (
      <TargetField
        name={name}
        label={label}
        hint={hint}
        value={String(value ?? '')}
        onChange={(to) => form.set(name, to)}
        error={form.errorAt(name)}
      />
    )
  if (control !== 'custom') return <Field form={form} name={name} />
  if (name === 'logo')
    return <LogoField value={String(value)} onChange={(logo) => form.set(name, logo)} error={form.errorAt(name)} />
  if (name === 'accent') return <AccentField value={String(value)} onChange={(accent) => form.set(name, accent)} />
  if (name === 'people')
    return (
      <Suspense fallback={<Spinner />}>
        <PeopleField
          rows={value as Rows}
          change={(next) => form.set(name, next(value as Rows))}
          errorAt={(path) => form.errorAt(path as never)}
        />
      </Suspense>
    )
  if (typeof value === 'string')
    return (
      <>
        <p className="mb-2 text-small text-muted">{placeholders}</p>
        <Suspense fallback={<Spinner />}>
          <ContentEditor
            label={label}
            value={value}
            onChange={(source) => form.set(name, source)}
            error={form.errorAt(name)}
          />
        </Suspense>
      </>
    )
  if (name === 'topics')
    return (
      <StringListField
        label={label}
        one="Topic"
        hint={hint}
        value={value as string[]}
        onChange={(rows) => form.set(name, rows)}
        textOf={(row) => fromRow(row).label}
        withText={(row, text) => toRow({ ...fromRow(row), label: text })}
        errors={Object.fromEntries(
          (value as string[]).map((_, index) => [index, form.errorAt(`${name}.${index}.name` as never)]),
        )}
        error={form.errorAt(name)}
      />
    )
  return (
    <LinkRows
      label={label}
      hint={hint}
      value={value as string[]}
      onChange={(rows) => form.set(name, rows)}
      errorAt={(index, part) => form.errorAt(`${name}.${index}.${part}` as never)}
    />
  )
}

/** Offers the true time of an answer for the promise of the site. @param onUse receives the end of "We reply within …" */
function MedianOffer({ value, onUse }: { value: string; onUse: (text: string) => void }) {
  const { data } = useQuery(adminQuery<DeskFigures>('/api/contact/figures'))
  if (data?.median === undefined) return null
  const text = `${inWords(data.median)} of office time, our median over 90 days`
  if (value === text) return null
  return (
    <p className="mt-1.5 text-small text-muted">
      Your median over the last 90 days is {asFigure(data.median)}.{' '}
      <button type="button" className="link" onClick={() => onUse(text)}>
        Use it
      </button>
    </p>
  )
}
