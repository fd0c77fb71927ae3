import { isObject } from '#contract/lookup.ts'
import type { StoredSection } from './pages.contract.ts'
import { kindOf } from './sections/all.contract.ts'
import type { Field, Fields } from './sections/fields.contract.ts'

/** One value of a section, with the description of its field. */
export type SectionValue = {
  /** The place below the section: `cards.0.title`. */
  path: string
  /** The label, with the row that it is in: 'Card 1: Title'. */
  label: string
  field: Field
  value: unknown
  /** The values next to it: those of its row, or of the section. */
  row: Record<string, unknown>
  fields: Fields
}

/** The name of the field for the alternative text of a picture: `imageAlt` for `imageUrl`. */
export const altOf = (name: string): string => name.replace(/Url$/, 'Alt')

/** The values of a section in the order of its fields, those of its rows included. One that this version cannot read has none. */
export const valuesOf = (section: StoredSection): SectionValue[] =>
  valuesIn(section, kindOf(section.kind)?.fields ?? {}, '', '')

function valuesIn(row: Record<string, unknown>, fields: Fields, path: string, label: string): SectionValue[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const value = row[name]
    const at = `${path}${name}`
    if (field.control === 'group')
      return isObject(value) ? valuesIn(value, field.fields, `${at}.`, `${label}${field.label}: `) : []
    if (field.control !== 'rows') {
      const isEmpty = value === undefined || value === null || value === ''
      return isEmpty ? [] : [{ path: at, label: label + field.label, field, value, row, fields }]
    }
    const rows = Array.isArray(value) ? value : []
    return rows.flatMap((one, index) =>
      isObject(one) ? valuesIn(one, field.fields, `${at}.${index}.`, `${label}${field.one} ${index + 1}: `) : [],
    )
  })
}

export const newerVersion = 'Made by a newer version'

/** The name of the kind of a section. */
export const nameOfSection = ({ kind }: Pick<StoredSection, 'kind'>): string => kindOf(kind)?.words.name ?? newerVersion

/** The words of a source of the editor, without most of its markup: enough for one line. */
export const plainWords = (source: string) =>
  source
    // Each part ends where another one begins, so that brackets without an end take no time.
    .replace(/<[^<>]*>|!?\[\]\([^()]*\)|^[^\S\n]*(?:#{1,6}|[-*+>]|\d{1,5}[.)])\s/gm, ' ')
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/[*_`~|]+/g, '')

/** How a value is read as words, by the control of its field. Left out, values of that control are texts as they are stored. */
export type Readers = Partial<Record<Field['control'], (value: never, of: SectionValue) => string>>

const textOf = (value: unknown): string => (Array.isArray(value) ? value.join('\n') : String(value))

const wordy = new Set<Field['control']>(['text', 'lines', 'texts', 'rich'])

/** The beginning of a section's words, in one line, by which staff tell it apart; '' for one without words. */
export function firstWordsOf(section: StoredSection, most = 80): string {
  for (const { field, value } of valuesOf(section)) {
    if (!wordy.has(field.control)) continue
    // The beginning is enough, and a text may have 100,000 characters.
    const start = textOf(value).slice(0, 2_000)
    const words = (field.control === 'rich' ? plainWords(start) : start).replace(/\s+/g, ' ').trim()
    if (words !== '') return words.length > most ? `${words.slice(0, most).replace(/\s+\S*$/, '')}…` : words
  }
  return ''
}

/** 'Section 3, Cards', as messages name it. @param at its position in the stored list */
export const placeOfSection = (section: Pick<StoredSection, 'kind'>, at: number): string =>
  `Section ${at + 1}, ${nameOfSection(section)}`

const asWords = (value: unknown): string =>
  Array.isArray(value) ? value.join(', ') : typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value)

/** A section in words, one line for each value: the name of its kind, then `Card 1: Title: One`. */
export function readSection(section: StoredSection, readers: Readers = {}): string {
  const kind = kindOf(section.kind)
  if (!kind) return `${newerVersion}: ${section.kind}`
  const lines = valuesOf(section).map((one) => {
    const read = readers[one.field.control]
    const words = read ? read(one.value as never, one) : asWords(one.value)
    return words.includes('\n') ? `${one.label}:\n${words}` : `${one.label}: ${words}`
  })
  return [kind.words.name, ...lines].join('\n')
}

/** The texts of sections, each a paragraph. @param rich reads those of the editor; without it they are as they were typed */
export const wordsOfSections = (sections: StoredSection[], rich: (source: string) => string = String): string =>
  sections
    .flatMap((section) =>
      valuesOf(section)
        .filter(({ field }) => wordy.has(field.control))
        .map(({ field, value }) => (field.control === 'rich' ? rich(textOf(value)) : textOf(value))),
    )
    .join('\n\n')
