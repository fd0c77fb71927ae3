import type { Described, DescribedGroup } from '#admin/fields/described-settings.ts'
import { appearanceFields, custom, day, type FormField, flag, richText, text, textArea } from '#admin/fields/fields.ts'
import type { FooterLink } from '#contract/company.ts'
import { serviceLinks } from '#site/shell/navigation.ts'
import type { SettingsGroup } from './settings.contract.ts'

export type Values = Record<string, string | boolean | string[]>

/** Between the text and the address of a link, in the rows of a form. */
const between = ' | '
export const toRow = ({ label, to }: FooterLink) => `${label}${between}${to}`
export function fromRow(row: string): FooterLink {
  const at = row.lastIndexOf(between)
  return at < 0 ? { label: row, to: '' } : { label: row.slice(0, at), to: row.slice(at + between.length) }
}

/** The links of the footer that the program brings. */
const standardLinks: Record<string, FooterLink[]> = { services: serviceLinks, more: [] }

const linksField = (name: string, { label, hint }: Described): FormField<string[]> => {
  const standard = (standardLinks[name] ?? []).map(toRow)
  return {
    label,
    hint,
    control: 'custom',
    initial: standard,
    read: (stored) => (Array.isArray(stored) ? stored.map(toRow) : standard),
    write: (rows) =>
      rows.join('\n') === standard.join('\n') ? null : rows.map(fromRow).filter(({ label, to }) => label || to),
  }
}

/** A field of a form: an absent value is shown as its default, and one that equals the default is not stored. */
function fieldOf(name: string, described: Described, { defaults, fixed }: SettingsGroup): FormField {
  const { label, control = 'text', mayBeEmpty = false } = described
  const standard = defaults[name] ?? ''
  const variable = fixed[name]
  const hint = variable ? `Set by ${variable} on the server` : described.hint
  if (control === 'links') return linksField(name, described) as FormField
  if (control === 'flag') return flag(label, { hint, read: (stored) => Boolean(stored ?? standard) }) as FormField
  if (control === 'time') return custom(label) as FormField
  if (control === 'day') return day(label, { hint, write: (typed) => typed || null }) as FormField
  if (control === 'logo') return custom(label, { write: (logo) => logo || null }) as FormField
  if (control === 'accent')
    return custom(label, {
      read: (stored) => String(stored ?? standard),
      write: (name) => (name === standard ? null : name),
    }) as FormField
  if (control === 'content')
    return richText(label, {
      read: (stored) => String(stored ?? standard),
      write: (typed) => (typed.trim() === '' || typed === standard ? null : typed),
    }) as FormField
  const draw = control === 'area' || String(standard).length > 90 ? textArea : text
  return draw(label, {
    hint,
    read: (stored) => String(variable ? standard : (stored ?? (mayBeEmpty ? standard : ''))),
    write: (typed) => (variable ? undefined : typed.trim() === (mayBeEmpty ? standard : '') ? null : typed),
    attributes: {
      ...(draw === textArea && { rows: String(standard).length > 180 ? 5 : 3 }),
      ...((control === 'url' || control === 'email') && { type: control }),
      ...(standard !== '' && { placeholder: String(standard) }),
      ...(variable && { readOnly: true, className: 'opacity-70' }),
    },
  }) as FormField
}

export const fieldsOf = (
  { panels, hasAppearance }: DescribedGroup,
  group: SettingsGroup,
): Record<string, FormField> => ({
  ...Object.fromEntries(
    Object.values(panels).flatMap((fields) =>
      Object.entries(fields).map(([name, described]) => [name, fieldOf(name, described, group)]),
    ),
  ),
  ...(hasAppearance && (appearanceFields as Record<string, FormField>)),
})
