import type { Entity } from '#server/record/entity.ts'
import { randomFrom } from '#ui/drawing/shapes.ts'
import { describedOperations, type Schema } from './api-operations.ts'
import { makeValue } from './generated-values.ts'
import { addCourse } from './sample-rows.ts'
import type { TestApp } from './start-app.ts'

/** An entity with a history, as the description of its calls has it. */
export type DescribedResource = {
  /** Below `/api`. */
  path: string
  /** The path below which a record is read by its id. */
  readAt: string
  /** A body with the required fields, and with a field that is a plain text, which is one of them if there is such a one. */
  input: Record<string, unknown>
  /** The field of the record's address with a value; none for records without one. */
  addressed: (value: string) => object
  required: string[]
  field: string
  /** All fields of the body. */
  fields: string[]
  /** Whether it has a public list in an order. */
  ordered: boolean
  /** Whether it accepts forms with a picture. */
  form: boolean
  /** The flags that `PATCH` sets. */
  flags: string[]
  /** Its entry in the register, if it has one. */
  entity: Entity | undefined
}

/** Every entity with a history, so that common tests include new ones. */
export async function describedResources(site: TestApp): Promise<DescribedResource[]> {
  const operations = await describedOperations(site)
  const find = (method: string, path: string) =>
    operations.find((operation) => operation.method === method && operation.path === path)
  const random = randomFrom('resources')
  const known = new Map()
  // The parent of records whose path has its id.
  const { id: course } = await addCourse(site.database, { slug: 'a-parent', active: false })
  return operations.flatMap(({ method, path, bodies }) => {
    const { required = [], properties = {} } = bodies['application/json'] ?? {}
    if (method !== 'POST' || !find('GET', `${path}/{id}/revisions`)) return []
    const value = (name: string) => inFuture(makeValue(givenOf(properties[name]), { random, known, calm: true }, name))
    const valuesOf = (names: string[]) => Object.fromEntries(names.map((name) => [name, value(name)]))
    const plainIn = (values: object) => Object.entries(values).find(([, text]) => isPlain(text))
    const needed = valuesOf(required)
    const [field, text] = plainIn(needed) ?? plainIn(valuesOf(Object.keys(properties))) ?? ['', '']
    // The public list may have only those that are listed.
    const listed = 'listed' in properties && { listed: true }
    const input = { ...needed, [field]: text, ...listed, ...sectionsOf(properties['sections']) }
    const address = (['slug', 'path'] as const).find((name) => name in properties)
    const below = path.replace('/api', '').replace('{course}', course)
    return {
      path: below,
      readAt: find('GET', `${path}/id/{id}`) ? `${below}/id` : below,
      input,
      addressed: (value) => (address ? { [address]: value } : {}),
      required,
      field,
      fields: Object.keys(properties),
      ordered: find('PUT', `${path}/reorder`) !== undefined,
      form: 'multipart/form-data' in bodies,
      flags: flagsIn(find('PATCH', `${path}/{id}`)?.bodies['application/json']),
      entity: site.entities.find(({ table }) => `/${table.name}` === below),
    }
  })
}

/** A page is public with a section only: the first kind of section, with the fields that it needs. */
function sectionsOf(schema: Schema | undefined): { sections?: object[] } {
  const { required = [], properties = {} } = schema?.items?.anyOf?.[0] ?? {}
  const making = { random: randomFrom('sections'), known: new Map(), calm: true }
  const values = required.map((name) => [name, makeValue(properties[name] ?? {}, making, name)])
  return schema ? { sections: [Object.fromEntries(values)] } : {}
}

const flagsIn = ({ properties = {} }: Schema = {}) =>
  Object.keys(properties).filter((name) => properties[name]?.type === 'boolean')

/** The schema of a value that is given, where null is possible too. */
const givenOf = ({ anyOf, ...schema }: Schema = {}) => anyOf?.find(({ type }) => type !== 'null') ?? schema

/** Texts without a format have words (`makeValue`). */
const isPlain = (value: unknown) => String(value).startsWith('Word ')

/** A record ends on a day to come. */
const inFuture = (value: unknown) => (/^\d{4}-\d\d-\d\d$/.test(String(value)) ? '2999-01-01' : value)
