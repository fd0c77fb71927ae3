import * as z from 'zod/mini'
import type { StoredSection } from './pages.contract.ts'
import { kindOf } from './sections/all.contract.ts'
import type { Field, Fields } from './sections/fields.contract.ts'
import type { Problem } from './sections/section.contract.ts'

type Values = Record<string, unknown>

const isBlank = (value: unknown) =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/** A value without the blank texts and empty lists in it, which are the same as none. Rows keep their positions. */
export function withoutBlank(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutBlank).filter((one) => typeof one !== 'string' || one.trim() !== '')
  if (typeof value !== 'object' || value === null) return value
  const filled = Object.entries(value).map(([name, one]) => [name, withoutBlank(one)] as const)
  return Object.fromEntries(filled.filter(([, one]) => !isBlank(one)))
}

/** A group of fields that is empty in all of them is none. */
function withoutEmptyGroups(values: Values, fields: Fields): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const field = fields[name]
      return !(field && !field.required && isGroup(field) && Object.keys(value as object).length === 0)
    }),
  )
}

/** Whether a field has fields of its own, and one value for each. */
export const isGroup = (field: Field): boolean => 'fields' in field && field.control !== 'rows'

const valueAt = (section: unknown, path: PropertyKey[]): unknown =>
  path.reduce<unknown>((value, part) => (value as Record<PropertyKey, unknown> | undefined)?.[part], section)

const asText = (path: PropertyKey[]) => path.map(String).join('.')

/**
 * Whether a section has a kind, a field or a value that this version of the program does not know. An incomplete one is none of them.
 */
export function isNewer(section: StoredSection): boolean {
  const kind = kindOf(section.kind)
  if (!kind) return true
  const read = z.safeParse(kind.contract, withoutBlank(section))
  return (
    !read.success &&
    read.error.issues.some((issue) => {
      const { code, path } = issue
      if (code === 'unrecognized_keys') return true
      // A broken number is one that was typed.
      if (code === 'invalid_type' && issue.expected === 'int') return false
      return (code === 'invalid_type' || code === 'invalid_value') && !isBlank(valueAt(section, path))
    })
  )
}

/** The sections as a save sends them. One of a newer version is sent as it is stored. */
export const sectionsToSend = (sections: StoredSection[]): StoredSection[] =>
  sections.map((section) => {
    if (isNewer(section)) return section
    const fields = kindOf(section.kind)?.fields ?? {}
    return withoutEmptyGroups(withoutBlank(section) as Values, fields) as StoredSection
  })

/** The rules that a section breaks, by their places in it: `cards.0.title`. Only the server knows those of a newer version. */
export function problemsOf(section: StoredSection): Problem[] {
  const kind = kindOf(section.kind)
  if (!kind || isNewer(section)) return []
  const read = z.safeParse(kind.contract, section)
  if (!read.success) return read.error.issues.map(({ path, message }) => ({ path: asText(path), message }))
  return kind.check?.(read.data as Values) ?? []
}

/** How many articles or the like a new section shows. */
const usualNumber = 3

function initialOf(field: Field): unknown {
  switch (field.control) {
    case 'rows':
      return field.least > 0 ? Array.from({ length: field.least }, () => blankRow(field.fields)) : undefined
    case 'number':
      return field.required ? Math.min(Math.max(usualNumber, field.least), field.most) : undefined
    case 'choice':
      return field.required ? field.options[0] : undefined
    default:
      return undefined
  }
}

/** The first values of some fields: as many rows as there must be, and the usual choices. */
export const blankRow = (fields: Fields): Values =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const initial = initialOf(field)
      return initial === undefined ? [] : [[name, initial] as const]
    }),
  )

export const blankSection = (kind: string): StoredSection => ({ kind, ...blankRow(kindOf(kind)?.fields ?? {}) })

/** The values with another one for a field. An empty one leaves the field out, so that it counts as unchanged where it was never filled. */
export function withValue(values: Values, name: string, value: unknown): Values {
  const { [name]: _before, ...others } = values
  if (value === undefined || value === '' || value === false || (Array.isArray(value) && value.length === 0))
    return others
  // The order of the fields stays, so that a list of them that was only typed into again is the same.
  return name in values ? { ...values, [name]: value } : { ...others, [name]: value }
}

/** The description and the picture of a page in search results and link previews, if it has no own: those of its opening, or its first picture. */
export function lookOf(sections: StoredSection[]): { description: string; imageUrl: string } {
  const opening = sections.find(({ kind }) => kind === 'opening')
  const [imageUrl = ''] = [opening, ...sections].flatMap((section) => {
    const url = section?.['imageUrl']
    return typeof url === 'string' && url !== '' ? [url] : []
  })
  return { description: String(opening?.['text'] ?? ''), imageUrl }
}
