import {
  appearanceFields,
  custom,
  day,
  type FormField,
  flag,
  line,
  namedChoice,
  richText,
  text,
  textArea,
} from '#admin/fields/fields.ts'
import type { FooterLink } from '#contract/company.ts'
import type { Group, Shown } from '#contract/settings.ts'
import { serviceLinks } from '#site/shell/navigation.ts'
import type { SettingsGroup } from './settings.contract.ts'

export type Rows = Record<string, unknown>[]
export type Values = Record<string, string | boolean | string[] | Rows>

/** Between the text and the address of a link, in the rows of a form. */
const between = ' | '
export const toRow = ({ label, to }: FooterLink) => `${label}${between}${to}`
export function fromRow(row: string): FooterLink {
  const at = row.lastIndexOf(between)
  return at < 0 ? { label: row, to: '' } : { label: row.slice(0, at), to: row.slice(at + between.length) }
}

const standardLinks: Record<string, FooterLink[]> = { services: serviceLinks, more: [] }

const linksField = (name: string, { label, hint }: Shown): FormField<string[]> => {
  const standard = (standardLinks[name] ?? []).map(toRow)
  return {
    label,
    hint,
    control: 'custom',
    initial: standard,
    standard,
    mayBeEmpty: true,
    read: (stored) => (Array.isArray(stored) ? stored.map(toRow) : standard),
    write: (rows) =>
      rows.join('\n') === standard.join('\n') ? null : rows.map(fromRow).filter(({ label, to }) => label || to),
  }
}

type Topic = { id?: string; name: string }

/** Rows have the name and, after it, the id, which a new topic does not have yet. */
const topicsField = (standard: Topic[], { label, hint }: Shown): FormField<string[]> => {
  const rowsOf = (topics: Topic[]) => topics.map(({ id = '', name }) => toRow({ label: name, to: id }))
  const standardRows = rowsOf(standard)
  return {
    label,
    hint,
    control: 'custom',
    initial: standardRows,
    standard: standardRows,
    mayBeEmpty: true,
    read: (stored) => (Array.isArray(stored) ? rowsOf(stored) : standardRows),
    write: (rows) =>
      rows
        .map(fromRow)
        .filter(({ label }) => label.trim())
        .map(({ label: name, to: id }) => ({ name, ...(id && { id }) })),
  }
}

/** Rows of fields, such as people. Those without any value are left out. */
const rowsField = ({ label, hint }: Shown): FormField<Rows> => ({
  label,
  hint,
  control: 'custom',
  initial: [],
  mayBeEmpty: true,
  read: (stored) => (Array.isArray(stored) ? stored : []),
  write: (rows) => rows.filter((row) => Object.keys(row).length > 0),
})

/** A field of a form: an absent value is shown as its default, and one that equals the default is not stored. */
function fieldOf(name: string, described: Shown, group: SettingsGroup): FormField {
  const { defaults, fixed } = group
  const { label, control = 'text', mayBeEmpty = false } = described
  const standard = defaults[name] ?? ''
  const variable = fixed[name]
  const hint = variable ? `Set by ${variable} on the server` : described.hint
  if (control === 'links') return linksField(name, described) as FormField
  if (control === 'people') return rowsField(described) as FormField
  if (control === 'topics') return topicsField(standard as Topic[], described) as FormField
  if (control === 'flag') return flag(label, { hint, read: (stored) => Boolean(stored ?? standard) }) as FormField
  if (control === 'time') return custom(label) as FormField
  if (control === 'day') return day(label, { hint, write: (typed) => typed || null }) as FormField
  if (control === 'logo') return custom(label, { write: (logo) => logo || null }) as FormField
  if (control === 'accent')
    return custom(label, {
      read: (stored) => String(stored ?? standard),
      write: (name) => (name === standard ? null : name),
    }) as FormField
  if (described.named)
    return namedChoice(label, {
      hint,
      named: described.named,
      read: (stored) => String(stored ?? standard),
    }) as FormField
  const restorable = standard === '' || variable ? {} : { standard: String(standard), mayBeEmpty }
  const read = (stored: unknown) => String(variable ? standard : (stored ?? standard))
  const write = (typed: string) => {
    const isStandard = typed.trim() === standard || (typed.trim() === '' && !mayBeEmpty)
    return variable ? undefined : isStandard ? null : typed
  }
  if (control === 'content') return richText(label, { ...restorable, read, write }) as FormField
  if (control === 'lines')
    return textArea(label, { ...restorable, hint, read, write, attributes: { rows: 4 } }) as FormField
  const rows = Math.ceil(read(group[name]).length / 50)
  const isAddress = control === 'url' || control === 'email'
  return (isAddress ? text : line)(label, {
    ...restorable,
    hint,
    read,
    write,
    attributes: {
      // Browsers that cannot measure the text give it these rows.
      ...(isAddress ? { type: control } : { rows: Math.max(1, rows) }),
      // It is seen while the field is empty: the site shows it then.
      ...(standard !== '' && !mayBeEmpty && { placeholder: String(standard) }),
      ...(variable && { readOnly: true, className: 'opacity-70' }),
    },
  }) as FormField
}

export const fieldsOf = ({ settings, hasAppearance }: Group, stored: SettingsGroup): Record<string, FormField> => ({
  ...Object.fromEntries(Object.entries(settings).map(([name, one]) => [name, fieldOf(name, one, stored)])),
  ...(hasAppearance && (appearanceFields as Record<string, FormField>)),
})
