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
  method: string
  /** With its parameters in braces: `/api/blogs/{id}`. */
  path: string
  parameters: Parameter[]
  /** The schemas of the body, by content type. */
  bodies: Record<string, Schema>
  /** The schemas of the described answers, by status; null where there is no JSON. Undefined for a route that the description leaves out. */
  answers: Map<number, Schema | null> | undefined
}

type Shared = { $ref: string }
type Content = Record<string, { schema: Schema | Shared }>
type Described = {
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content | undefined }>
}
type Description = {
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Schema> }
}

const described = new Map<string, Promise<Operation[]>>()

/** The operations of the API's description, which is made once for the sites of a process that have the same routes. */
export const describedOperations = (site: TestApp): Promise<Operation[]> =>
  described.getOrInsertComputed(site.routes.join('\n'), () => readOperations(site))

async function readOperations(site: TestApp): Promise<Operation[]> {
  const { paths, components }: Description = await (await site.get('/api/openapi.json', await site.asStaff())).json()
  const schemaOf = (schema: Schema | Shared) =>
    '$ref' in schema ? (components.schemas[schema.$ref.replace('#/components/schemas/', '')] ?? {}) : schema
  const schemasOf = (content: Content = {}) =>
    Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, schemaOf(schema)]))
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, responses }]) => ({
      method: method.toUpperCase(),
      path,
      parameters,
      bodies: schemasOf(requestBody?.content),
      answers: new Map(
        Object.entries(responses).map(([status, { content }]) => [
          Number(status),
          schemasOf(content)['application/json'] ?? null,
        ]),
      ),
    })),
  )
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
    return [{ method, path, parameters, bodies: form, answers: undefined }]
  })
}
