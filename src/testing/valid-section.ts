import type { StoredSection } from '#features/pages/pages.contract.ts'
import { sectionKinds } from '#features/pages/sections/all.contract.ts'
import type { Field, Fields } from '#features/pages/sections/fields.contract.ts'
import type { SectionKind } from '#features/pages/sections/section.contract.ts'

type Options = {
  /** The texts of the section. @param max their longest length */
  words?: (max: number) => string
  /** Every list as long as it may be, and every number as large. */
  largest?: boolean
  /** The ids of records of an entity. */
  idsOf?: (entity: string) => string[]
  /** Also the fields that may be left out; of some that exclude each other, one. */
  optional?: boolean
  /** All of those too, which only a rule about several fields refuses. */
  excluded?: boolean
}

const shown = 'Four rivers meet at dawn'
const picture = `/media/${'ab'.repeat(16)}-1600x900.webp`
/** An address that also those fields accept that are for videos. */
const video = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
const file = `/files/${'cd'.repeat(16)}/press-kit.pdf`

/** A section that its contract accepts, with a value for each of its fields. */
export function validSection(kind: string, options: Options = {}): StoredSection {
  const described = sectionKinds.find((one) => one.kind === kind)
  if (!described) throw new Error(`There is no section “${kind}”`)
  let moments = 0
  let texts = 0
  const {
    words = (max) => shown.slice(0, max),
    largest = false,
    idsOf = (entity) => [`${entity}-1`],
    optional = true,
    excluded = false,
  } = options

  /** A rule about several fields names the one at fault. */
  const section: StoredSection = { kind, ...objectOf(described.fields) }
  for (const { path } of excluded ? [] : problemsOf(described, section)) {
    if (described.fields[path]?.required !== false) throw new Error(`${kind}: ${path} is at fault, but required`)
    delete section[path]
  }
  return section

  function objectOf(fields: Fields): Record<string, unknown> {
    const given = Object.entries(fields).filter(([, { required }]) => required || optional)
    return Object.fromEntries(given.map(([name, field]) => [name, valueFor(field)]))
  }

  /** Texts of several rows may have to differ. */
  function distinct(max: number): string {
    const number = ` ${++texts}`
    return `${words(max - number.length)}${number}`
  }

  function valueFor(field: Field): unknown {
    switch (field.control) {
      case 'text':
      case 'lines':
        return distinct(field.max)
      case 'texts':
        return Array.from({ length: largest ? field.most : 2 }, () => distinct(field.max))
      case 'rich':
        return largest ? `${shown}.\n\n`.repeat(3_700) : shown
      case 'picture':
        return picture
      case 'file':
        return file
      case 'target':
        return '/contact'
      case 'address':
        return video
      case 'tick':
        return true
      case 'choice':
        return field.options[0]
      case 'number':
        return largest ? field.most : field.least
      case 'moment':
        return new Date(Date.UTC(2040, 0, 1, 9 + moments++)).toISOString()
      case 'records':
        return field.most === 1 ? idsOf(field.of)[0] : idsOf(field.of).slice(0, field.most)
      case 'group':
        return objectOf(field.fields)
      case 'rows':
        return Array.from({ length: largest ? field.most : Math.max(1, field.least) }, () => objectOf(field.fields))
    }
  }
}

const problemsOf = ({ check }: SectionKind, section: StoredSection) => check?.(section) ?? []
