import { fromJSONSchema, type ZodType } from 'zod'
import type { TestApp } from './start-app.ts'

/** The part of JSON Schema that the API's description uses. */
export type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: Schema | false
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  maxLength?: number
}

export type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Schema }

/** A call of the API as `/api/openapi.json` describes it, or a route that the description leaves out. */
export type Operation = {
  /** Its name in the description; its method and path where that leaves it out. */
  id: string
  method: string
  /** With its parameters in braces: `/api/blogs/{id}`. */
  path: string
  parameters: Parameter[]
  /** The schemas of the body, by content type. */
  bodies: Record<string, Schema>
  /** The schemas of the described answers, by status; null where there is no JSON. Undefined for a route that the description leaves out. */
  answers: Map<number, Schema | null> | undefined
}

type Content = Record<string, { schema: object; example?: unknown }>
type Answer = { description?: string; content?: Content | undefined }
type Described = {
  operationId: string
  description?: string
  tags?: string[]
  security?: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, Answer>
}
/** The answer of `/api/openapi.json`, as far as tests read it. */
export type Description = {
  tags: { name: string }[]
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, object>; responses: Record<string, Answer> }
}

const described = new Map<string, Promise<Operation[]>>()

/** The operations of the API's description, which is made once for the sites of a process that have the same routes. */
export const describedOperations = (site: TestApp): Promise<Operation[]> =>
  described.getOrInsertComputed(site.routes.join('\n'), () => readOperations(site))

async function readOperations(site: TestApp): Promise<Operation[]> {
  const description: Description = await (await site.get('/api/openapi.json', await site.asStaff())).json()
  return operationsOf(description)
}

/** The operations of a description, with what they refer to in its place. */
export function operationsOf({ paths, components }: Description): Operation[] {
  const { whole, schemaOf } = withoutReferences(components)
  const schemasOf = (content: Content = {}) =>
    Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, schemaOf(schema)]))
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [], requestBody, responses }]) => ({
      id: operationId,
      method: method.toUpperCase(),
      path,
      parameters,
      bodies: schemasOf(requestBody?.content),
      answers: new Map(
        Object.entries(responses).map(([status, answer]) => [
          Number(status),
          schemasOf((whole(answer) as Answer).content)['application/json'] ?? null,
        ]),
      ),
    })),
  )
}

/** A shared schema is made whole once, so that its reader is too. */
function withoutReferences(components: object) {
  const known = new Map<string, unknown>()
  const find = (ref: string) =>
    ref
      .split('/')
      .slice(2)
      .reduce((part: object, name) => part[name as never], components)
  const whole = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(whole)
    if ('$ref' in value) return known.getOrInsertComputed(String(value.$ref), (ref) => whole(find(ref)))
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, whole(inner)]))
  }
  const schemas = new Map<object, Schema>()
  const schemaOf = (schema: object) => schemas.getOrInsertComputed(schema, () => whole(schema) as Schema)
  return { whole, schemaOf }
}

const readers = new Map<Schema, ZodType>()

/** Checks values by a schema of the description. */
export const readerOf = (schema: Schema): ZodType =>
  readers.getOrInsertComputed(schema, () => fromJSONSchema(schema as Parameters<typeof fromJSONSchema>[0]))

/** The routes that the description leaves out: pages, files, forms without a script. */
export function hiddenOperations({ routes }: TestApp, operations: Operation[]): Operation[] {
  const known = new Set(operations.map(({ method, path }) => `${method} ${path}`))
  return routes.flatMap((route) => {
    const [method = '', registered = ''] = route.split(' ')
    const path = registered.replaceAll(/:(\w+)(\([^)]*\))?/g, '{$1}')
    if (known.has(`${method} ${path}`)) return []
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(
      ([, name = '']): Parameter => ({ name, in: 'path', required: true, schema: { type: 'string' } }),
    )
    const form: Record<string, Schema> = method === 'POST' ? { 'application/x-www-form-urlencoded': {} } : {}
    return [{ id: route, method, path, parameters, bodies: form, answers: undefined }]
  })
}
