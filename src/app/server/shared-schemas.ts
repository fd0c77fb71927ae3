/** A part of the description: JSON. */
export type Json = { [name: string]: unknown }

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Types that languages have already: a client would mean these. */
const languages =
  'Array Blob Boolean Date Event File Function In Map Number Object Of Promise Record Request Response Set String Text Type'

/** Shorter ones are as easy to read where they are used. */
const shortest = 150

const isWorthAName = (schema: unknown): schema is Json =>
  isObject(schema) && ('properties' in schema || 'anyOf' in schema || 'oneOf' in schema)

/** A schema, and the names that it can have, the best first. Those of whole bodies are given first. */
type Place = { schema: Json; names: string[]; isWhole: boolean }

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
const words = (name: string) => capital(name.replaceAll(/[^a-z0-9]+(.)?/gi, (_, next = '') => next.toUpperCase()))
const one = (name: string) => (name.endsWith('ies') ? `${name.slice(0, -3)}y` : name.replace(/([^s])s$/, '$1'))

/** An option of several has the name of its kind before that of the field: `FactsSection`. */
function kindOf(option: unknown): string {
  const fields = isObject(option) ? Object.values((option['properties'] as Json | undefined) ?? {}) : []
  const kinds = fields.flatMap((field) => (isObject(field) ? [field['const'] ?? onlyOf(field['enum'])] : []))
  const kind = kinds.find((value) => typeof value === 'string')
  return kind === undefined ? '' : words(String(kind))
}

const onlyOf = (values: unknown) => (Array.isArray(values) && values.length === 1 ? values[0] : undefined)

/** The schemas inside of one, each with the name of its field, the outer ones first. `owner` names the object around it. */
function* placesIn(schema: unknown, name: string, owner: string, isGiven = false): Generator<Place> {
  if (!isObject(schema)) return
  if (isWorthAName(schema) && !isGiven) yield { schema, names: [name, `${owner}${name}`], isWhole: false }
  const inner = 'properties' in schema ? name : owner
  for (const [field, value] of Object.entries((schema['properties'] as Json | undefined) ?? {}))
    yield* placesIn(value, words(field), inner)
  yield* placesIn(schema['items'], one(name), owner)
  yield* placesIn(schema['additionalProperties'], one(name), owner)
  for (const key of ['anyOf', 'oneOf', 'allOf'])
    for (const option of (schema[key] as unknown[] | undefined) ?? [])
      yield* placesIn(option, `${kindOf(option)}${name}`, owner)
}

/** The record that a body is, or that it has besides a message. */
function recordIn(schema: unknown): unknown {
  const fields = isObject(schema) ? Object.entries((schema['properties'] as Json | undefined) ?? {}) : []
  const [only, ...more] = fields.filter(([name]) => name !== 'message')
  const isRecord = only && more.length === 0 && isObject(only[1]) && 'properties' in only[1]
  return isRecord ? only[1] : schema
}

function* whole(schema: unknown, name: string): Generator<Place> {
  const record = recordIn(schema)
  if (isWorthAName(record)) yield { schema: record, names: [name, `${name}Record`], isWhole: true }
  if (record !== schema && isWorthAName(schema))
    yield { schema, names: [`${name}Answer`, `${name}Body`], isWhole: false }
  yield* placesIn(record, name, name, true)
}

export type Operation = Json & {
  operationId: string
  requestBody?: { required?: boolean; content: Record<string, { schema?: unknown }> }
  responses: Record<string, { content?: Record<string, { schema?: unknown }> }>
}

/** `getPostForEditing` and `updatePost` answer a `Post`, `getPost` answers a `PublicPost`, and `createPost` takes a `PostInput`. */
function* placesOf({ operationId, requestBody, responses }: Operation, isPublic: boolean): Generator<Place> {
  const name = capital(operationId.replace(/^(get|list|create|update|patch)(?=[A-Z])|ForEditing$/g, ''))
  for (const { schema } of Object.values(requestBody?.content ?? {})) yield* whole(schema, `${name}Input`)
  for (const { content = {} } of Object.values(responses))
    for (const { schema } of Object.values(content)) {
      const isList = isObject(schema) && schema['type'] === 'array'
      if (isList) yield* placesIn(schema['items'], one(name), one(name))
      else if (operationId.startsWith('list')) yield* placesIn(schema, `${name}Answer`, one(name))
      else yield* whole(schema, isPublic ? `Public${name}` : name)
    }
}

/**
 * Gives each larger schema that is used more than once a name, and refers to it where it was. Contracts are joined and extended, so that the same
 * shape comes from several; what counts is that the shapes are equal.
 * @param operations in the order in which names are given: the first to use a shape names it. They are changed.
 * @returns the schemas by their names
 */
export function shareSchemas(operations: Operation[], taken: Iterable<string>): Record<string, Json> {
  const ids = new Set(operations.map(({ operationId }) => operationId))
  const rank = ({ operationId: id }: Operation) => (id.endsWith('ForEditing') ? 0 : id.startsWith('get') ? 1 : 2)
  const ordered = operations.toSorted((a, b) => rank(a) - rank(b))
  const found = ordered.flatMap((one) => [...placesOf(one, ids.has(`${one.operationId}ForEditing`))])
  const places = [...found.filter(({ isWhole }) => isWhole), ...found.filter(({ isWhole }) => !isWhole)]
  const uses = new Map<string, number>()
  const textOf = new Map<Json, string>()
  for (const { schema } of places) {
    const text = JSON.stringify(schema)
    textOf.set(schema, text)
    uses.set(text, (uses.get(text) ?? 0) + 1)
  }
  const nameOf = new Map<string, string>()
  const used = new Set([...taken, ...languages.split(' ')])
  for (const { schema, names } of places) {
    const text = textOf.get(schema) ?? ''
    if (text.length < shortest || (uses.get(text) ?? 0) < 2 || nameOf.has(text)) continue
    const free = [...names, ...Array.from({ length: 99 }, (_, at) => `${names[1]}${at + 2}`)]
    const name = free.find((name) => !used.has(name)) ?? text
    used.add(name)
    nameOf.set(text, name)
  }
  const shared: Record<string, Json> = {}
  const refer = (value: unknown, isRoot = false): unknown => {
    if (Array.isArray(value)) return value.map((item) => refer(item))
    if (!isObject(value)) return value
    const name = isRoot ? undefined : nameOf.get(textOf.get(value) ?? '')
    if (name === undefined)
      return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, refer(inner)]))
    shared[name] ??= refer(value, true) as Json
    return { $ref: `#/components/schemas/${name}` }
  }
  for (const { requestBody, responses } of operations)
    for (const { content = {} } of [...(requestBody ? [requestBody] : []), ...Object.values(responses)])
      for (const held of Object.values(content)) if (held.schema) held.schema = refer(held.schema)
  return Object.fromEntries(Object.entries(shared).toSorted(([a], [b]) => a.localeCompare(b)))
}
