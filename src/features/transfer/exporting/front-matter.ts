import { type CollectionTag, type ScalarTag, stringify, type Tags } from 'yaml'

/** Values that people or a site generator read. Absent ones are left out. */
export type Matter = Record<string, unknown>

const isThere = ([, value]: [string, unknown]) =>
  value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)

// A NUL is no character of YAML.
const storable = (value: unknown): unknown => {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed()
  if (Array.isArray(value)) return value.map(storable)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(isThere)
      .map(([name, one]) => [name, storable(one)]),
  )
}

/** Without its zone, a time is one of the zone of the reading site to some generators. */
const withZone = (tags: Tags): Tags =>
  tags.map((tag) =>
    typeof tag === 'object' && tag.tag === 'tag:yaml.org,2002:timestamp'
      ? ({ ...tag, stringify: ({ value }) => (value as Date).toISOString().replace('.000Z', 'Z') } as
          | ScalarTag
          | CollectionTag)
      : tag,
  )

/**
 * A document with front matter. Its YAML is of version 1.1, whose readers take more words for dates, numbers and booleans, so that texts like these
 * are quoted for all readers.
 */
export const withFrontMatter = (matter: Matter, body: string): string =>
  `---\n${stringify(storable(matter), { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false, customTags: withZone })}---\n\n${body.replaceAll('\0', '').replace(/\r\n?/g, '\n').trim()}\n`

/** A stored time for the reader of a date: written without quotes. */
export const timeInMatter = (time: unknown): Date | undefined =>
  typeof time === 'string' && !Number.isNaN(Date.parse(time)) ? new Date(time) : undefined
