import { lookup } from '#contract/lookup.ts'
import type { Random } from '#ui/drawing/shapes.ts'
import type { Schema } from './api-operations.ts'
import { naughtyTexts } from './naughty-texts.ts'

/** Values of earlier answers: by the name of their field, and the ids of records by the last word of the path that listed them. */
export type Known = Map<string, (string | number)[]>

const mostKnown = 40

const named = /^(slug|token|entity|url|firebaseUid|name)$/

/** Collects values for later requests: ids, slugs, tokens, versions. */
export function remember(known: Known, path: string, answer: unknown): void {
  const place = path
    .replace(/\?.*/s, '')
    .split('/')
    .filter((part) => /^[a-zA-Z-]+$/.test(part) && part !== 'id')
  // A list within a record, such as the dates of a course, holds records of another kind.
  const isNested = /^\/api\/[^/]+\/[^/]+\/[a-z-]+s$/.test(path.replace(/\?.*/s, ''))
  const words = isNested ? place.slice(-1) : [place[1], place.at(-1)]
  const add = (name: string, value: string | number) => {
    const values = known.get(name) ?? []
    if (values.includes(value)) return
    // The oldest ones stay, since the others may be deleted soon.
    if (values.length >= mostKnown) values.splice(mostKnown / 2, 1)
    known.set(name, [...values, value])
  }
  const walk = (value: unknown, name: string, isRecord: boolean) => {
    if (Array.isArray(value)) for (const entry of value.slice(0, 20)) walk(entry, name, true)
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) {
        if (key !== '_id') walk(inner, key, false)
        // A record may hold others, such as its author. A refusal names ids that were made up.
        else if (isRecord && !String(inner).startsWith(madeUp))
          for (const word of new Set(words)) if (word) add(word, inner)
      }
    else if (name === 'version' || (named.test(name) && typeof value === 'string' && value.length < 500))
      add(name, value as string | number)
  }
  walk(answer, '', true)
}

const madeUp = 'Word'

/** Texts that the contract accepts where it asks for a certain form, by the name of the field. */
const formed: [name: RegExp, make: (random: Random) => string][] = [
  [/^field$/, () => 'content'],
  [/^(slug|path)$/, (random) => `slug-${random.whole(0, 1e9)}`],
  [/email/i, (random) => `person-${random.whole(0, 1e9)}@example.com`],
  [
    /^(publishAt|sendAt|at|deletedUntil|dateShown)$/,
    (random) => new Date(Date.UTC(random.whole(2000, 2050), 1)).toISOString(),
  ],
  [/^unpublishAt$/, (random) => new Date(Date.UTC(random.whole(2051, 2090), 1)).toISOString()],
  [
    /(On|asOf|Date|from|until|^updated)$/,
    (random) => `${random.whole(2020, 2999)}-0${random.whole(1, 9)}-1${random.whole(0, 9)}`,
  ],
  [
    /url|image|^to$|linkTo|linkedin|github|^x$|youtube|instagram|facebook/i,
    (random) => `https://example.com/${random.whole(0, 99)}`,
  ],
  [/^logo$/, () => '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'],
  [/^(resolvedMonths|spamDays|answerWithin|fewSeats|offerHours)$/, (random) => `${random.whole(1, 99)}`],
  [/^days$/, () => 'Mon-Fri'],
  [/^hours$/, (random) => `8:00-${random.whole(10, 24)}:00`],
  [/^ignoredHosts$/, (random) => `host-${random.whole(0, 99)}.example.com`],
  [/^holidays$/, (random) => `${random.whole(2020, 2999)}-12-25`],
  [/^reminderAt$/, (random) => `0${random.whole(0, 9)}:30`],
  [/password/i, () => 'four rivers meet at dawn'],
  [/^csv$/, (random) => `email\nperson-${random.whole(0, 1e9)}@example.com`],
  [
    /^(content|syllabus|source)$/,
    (random) => `## ${random.whole(0, 99)}\n\nSome **words** and [a link](https://example.com).`,
  ],
]

/** How values are made: the known values, and whether they are plausible. */
export type Making = { random: Random; known: Known; calm: boolean }

/** Makes a value that a schema describes, as far as it says so. */
export function makeValue(schema: Schema, making: Making, name = ''): unknown {
  const { random, known } = making
  const { anyOf, oneOf, enum: options, minimum = 0, maximum = 100, minItems = 0, maxItems = 3 } = schema
  const choices = anyOf ?? oneOf
  if (choices) {
    // An object is described in full; a text may be the id of a record.
    const described = making.calm ? choices.find(({ type }) => type === 'object') : undefined
    return makeValue(described ?? pickFrom(choices, random), making, name)
  }
  if (options) return pickFrom(options, random)
  if (schema.const !== undefined) return schema.const
  const type = Array.isArray(schema.type) ? pickFrom(schema.type, random) : schema.type
  switch (type) {
    case 'null':
      return null
    case 'boolean':
      return random.chance(50)
    case 'integer':
    case 'number': {
      const met = known.get(name)
      // It must be below the price; 0 is none.
      if (making.calm && name === 'discountedPrice') return 0
      return met && random.chance(50)
        ? pickFrom(met, random)
        : random.whole(Math.max(minimum, -9), Math.min(maximum, Math.max(minimum, -9) + 200))
    }
    case 'array': {
      const length = random.whole(minItems, Math.min(maxItems, minItems + 2))
      return Array.from({ length }, () => makeValue(schema.items ?? {}, making, name))
    }
    case 'string':
      return makeText(schema, making, name)
    case 'object':
      return makeObject(schema, making)
    default:
      return pickFrom(['text', 7, null, true], random)
  }
}

function makeObject({ properties = {}, required = [], additionalProperties }: Schema, making: Making) {
  const { random, calm } = making
  const entries = Object.entries(properties)
    .filter(([name]) => required.includes(name) || random.chance(calm ? 35 : 60))
    .map(([name, schema]) => [name, makeValue(schema, making, name)])
  if (additionalProperties) entries.push([pickFrom(naughtyTexts, random), makeValue(additionalProperties, making)])
  // Marked words are in the field `content` of a post.
  const kinds = 'anchor' in properties ? ['blogs'] : (making.known.get('entity') ?? [])
  const named =
    'entity' in properties && 'id' in properties && (calm || random.chance(80)) && knownRecord(kinds, making)
  return { ...Object.fromEntries(entries), ...named }
}

/** A record as calls for several kinds name it. */
function knownRecord(kinds: unknown[], { random, known }: Making) {
  const entities = kinds.filter((entity) => known.has(String(entity)))
  if (entities.length === 0) return undefined
  const entity = String(pickFrom(entities, random))
  return { entity, id: pickFrom(known.get(entity) ?? [], random) }
}

/** Fields that name a record without saying so. */
const namesOfRecords: Record<string, string> = { instructor: 'instructor', parent: 'remark' }

/** @returns undefined for a field that names a record, such as `courseId`, of which none is known */
function makeText({ maxLength = 1_000, pattern }: Schema, { random, known, calm }: Making, name: string) {
  const entity = /^(.+?)Ids?$/.exec(name)?.[1] ?? lookup(namesOfRecords, name)
  // New records have unique slugs and names.
  const met = known.get(entity ? `${entity}s` : /^(slug|name|url)$/.test(name) ? '' : name)
  if (met && random.chance(calm ? 100 : 80)) return String(pickFrom(met, random))
  if (entity && calm) return undefined
  if (pattern) return 'AQIDBA'
  const form = formed.find(([pattern]) => pattern.test(name))
  if (form && (calm || random.chance(90))) return form[1](random)
  const text =
    !calm && random.chance(30) ? pickFrom(naughtyTexts, random) : `${madeUp} ${random.whole(0, 999)} of ${name}`
  return text.slice(0, maxLength)
}

export const pickFrom = <T>(list: readonly T[], random: Random): T => random.pick(list as readonly [T, ...T[]])

/** Values that no form would send. */
const odd: unknown[] = [
  ...[null, true, 0, -1, 0.1, 1e308, 2 ** 53, -(2 ** 31), [], {}, [[]], [null], [{}], ['\0'], { a: { b: {} } }],
  ...[
    '\0',
    '\ud800',
    '\udfffx',
    ' ',
    '%00',
    '2026-13-45',
    '+275760-09-13',
    '-000001-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999999999Z',
  ],
  ...[
    '0000-00-00',
    '0000-01-01',
    '99999-01-01',
    'x'.repeat(3_000),
    'x'.repeat(200_000),
    'https://a.test/\ud800',
    'A@EXAMPLE.COM',
  ],
  ...[{ __proto__: null, constructor: 1 }, { length: 1e9 }, Array.from({ length: 1_001 }, (_, index) => index)],
]

/** A value that no form would send in this place. */
export const oddValue = (random: Random): unknown =>
  random.chance(60) ? pickFrom(odd, random) : pickFrom(naughtyTexts, random)

/** Replaces, removes or adds something at a random place of a value. */
export function spoil(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || random.chance(10)) return oddValue(random)
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>
  const names = Object.keys(copy)
  if (names.length === 0 || random.chance(12)) {
    const name = random.pick([
      '_id',
      'role',
      'version',
      'toString',
      'hasOwnProperty',
      'extra',
      '\0',
      '\ud800',
      'a.b',
      '0',
    ])
    copy[name] = oddValue(random)
    return copy
  }
  const name = pickFrom(names, random)
  if (random.chance(12)) delete copy[name]
  else copy[name] = spoil(copy[name], random)
  return copy
}
