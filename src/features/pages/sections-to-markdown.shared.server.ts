import { addressToMarkdown, lineToMarkdown, listToMarkdown, plainToMarkdown } from '#content/markup/plain-markdown.ts'
import { isObject } from '#contract/lookup.ts'
import type { StoredSection } from './pages.contract.ts'
import { altOf, valuesOf } from './section-words.ts'
import { kindOf } from './sections/all.contract.ts'
import type { Field, Fields } from './sections/fields.contract.ts'

type Values = Record<string, unknown>
/** The name of a record in a section, and its address where it has a page; undefined for one that is not exported. */
export type NameOfRecord = (entity: string, id: string) => { name: string; address?: string | undefined } | undefined

/** The sections of a page in their order: titles as headings, texts, pictures, links, and everything else by its label. */
export const sectionsToMarkdown = (sections: StoredSection[], nameOf: NameOfRecord): string =>
  sections.flatMap((section) => sectionToMarkdown(section, nameOf)).join('\n\n')

function sectionToMarkdown(section: StoredSection, nameOf: NameOfRecord): string[] {
  const kind = kindOf(section.kind)
  const mark = `<!-- ${kind?.words.name ?? section.kind.replace(/[^\w ]/g, '')} -->`
  return [mark, ...(kind ? valuesToMarkdown(section, kind.fields, 2, nameOf) : [])]
}

/** The field whose text is the title of these values: that of a section, a card, a person or a question. */
const titleIn = (fields: Fields): string | undefined =>
  ['title', 'name', 'question', 'number'].find((name) => fields[name]?.control === 'text')
/** The field whose text is that of the link next to it. */
const labelIn = (fields: Fields): string | undefined =>
  ['label', 'title', 'imageAlt'].find((name) => fields[name]?.control === 'text')
const linkIn = (fields: Fields): string | undefined =>
  Object.keys(fields).find((name) => ['target', 'address', 'file'].includes(fields[name]?.control ?? ''))

function valuesToMarkdown(values: Values, fields: Fields, level: number, nameOf: NameOfRecord): string[] {
  const [title, label, link] = [titleIn(fields), labelIn(fields), linkIn(fields)]
  const linked = link !== undefined && values[link] !== undefined
  return Object.entries(fields).flatMap(([name, field]): string[] => {
    const value = values[name]
    if (value === undefined || value === null || value === '') return []
    const isPicture = fields[name.replace(/Alt$/, 'Url')]?.control === 'picture' && name.endsWith('Alt')
    if (isPicture) return []
    // The text of a button is that of its link.
    if (linked && name === label && name !== title) return []
    if (name === title) return [`${'#'.repeat(Math.min(level, 6))} ${lineToMarkdown(String(value))}`]
    if (field.control === 'picture')
      return [`![${lineToMarkdown(String(values[altOf(name)] ?? ''))}](${addressToMarkdown(String(value))})`]
    if (name === link)
      return [`[${lineToMarkdown(String(values[label ?? ''] || field.label))}](${addressToMarkdown(String(value))})`]
    return valueToMarkdown(value, field, level, nameOf)
  })
}

function valueToMarkdown(value: unknown, field: Field, level: number, nameOf: NameOfRecord): string[] {
  switch (field.control) {
    case 'rows':
      return (Array.isArray(value) ? value : []).flatMap((row) =>
        isObject(row) ? valuesToMarkdown(row, field.fields, level + 1, nameOf) : [],
      )
    case 'group':
      return isObject(value) ? valuesToMarkdown(value, field.fields, level + 1, nameOf) : []
    case 'records': {
      const found = [value].flat().flatMap((id) => nameOf(field.of, String(id)) ?? [])
      const lines = found.map(({ name, address }) =>
        address ? `- [${lineToMarkdown(name)}](${addressToMarkdown(address)})` : `- ${lineToMarkdown(name)}`,
      )
      return lines.length > 0 ? [lines.join('\n')] : []
    }
    case 'texts':
      return [listToMarkdown([value].flat().map(String))]
    case 'rich':
      return [String(value).trim()]
    case 'text':
    case 'lines':
      return [plainToMarkdown(String(value))]
    case 'tick':
      return value === true ? [`${field.label}: yes`] : []
    case 'target':
    case 'address':
      return [`[${field.label}](${addressToMarkdown(String(value))})`]
    default:
      return [`${field.label}: ${lineToMarkdown(String(value))}`]
  }
}

/** The records that sections name by their ids. */
export const recordsInSections = (sections: StoredSection[]): { entity: string; id: string }[] =>
  sections
    .flatMap(valuesOf)
    .flatMap(({ field, value }) =>
      field.control === 'records' ? [value].flat().map((id) => ({ entity: field.of, id: String(id) })) : [],
    )
