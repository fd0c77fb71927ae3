import type { Entity } from '#server/record/entity.ts'
import { randomFrom } from '#ui/drawing/seed.ts'
import { describedOperations, type Schema } from './api-operations.ts'
import { makeValue } from './generated-values.ts'
import type { TestApp } from './start-app.ts'

/** An entity with a history, as the description of its calls has it. */
export type DescribedResource = {
  /** Below `/api`. */
  path: string
  /** The path below which a record is read by its id. */
  readAt: string
  /** A body with the required fields, and one of them that is a plain text. */
  input: Record<string, unknown>
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
  return operations.flatMap(({ method, path, bodies }) => {
    const { required = [], properties = {} } = bodies['application/json'] ?? {}
    if (method !== 'POST' || !find('GET', `${path}/{id}/revisions`)) return []
    const value = (name: string) => inFuture(makeValue(properties[name] ?? {}, { random, known, calm: true }, name))
    const input = Object.fromEntries(required.map((name) => [name, value(name)]))
    const below = path.replace('/api', '')
    return {
      path: below,
      readAt: find('GET', `${path}/id/{id}`) ? `${below}/id` : below,
      input,
      field: required.find((name) => isPlain(input[name])) ?? '',
      fields: Object.keys(properties),
      ordered: find('PUT', `${path}/reorder`) !== undefined,
      form: 'multipart/form-data' in bodies,
      flags: flagsIn(find('PATCH', `${path}/{id}`)?.bodies['application/json']),
      entity: site.entities.find(({ table }) => `/${table.name}` === below),
    }
  })
}

const flagsIn = ({ properties = {} }: Schema = {}) =>
  Object.keys(properties).filter((name) => properties[name]?.type === 'boolean')

/** Texts without a format have words (`makeValue`). */
const isPlain = (value: unknown) => String(value).startsWith('Word ')

/** A record ends on a day to come. */
const inFuture = (value: unknown) => (/^\d{4}-\d\d-\d\d$/.test(String(value)) ? '2999-01-01' : value)
