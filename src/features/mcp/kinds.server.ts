import * as z from 'zod/mini'
import { markdownOf } from '#content/markup/markdown-of.ts'
import { isRichText } from '#contract/fields.ts'
import { isObject } from '#contract/lookup.ts'
import { type Permission, toPublish } from '#contract/roles.ts'
import type { Database } from '#server/database/connect.ts'
import { scheduleColumns } from '#server/database/lifecycle.ts'
import type { Entity } from '#server/record/entity.ts'
import { toTarget } from '#server/record/link-targets.ts'
import type { AnyResource, Resources } from '#server/resource/resource.ts'

export type JsonSchema = z.core.JSONSchema.BaseSchema
type Values = Record<string, unknown>

/** A kind of record as tools see it. All of it follows from its entity and its calls. */
export type Kind = {
  /** 'courses'. */
  name: string
  entity: Entity
  resource: { path: string; readAt: string; parent?: AnyResource['parent'] }
  /** The fields of its body, without those with which only a person decides. */
  fields: Record<string, JsonSchema>
  /** Those, which no tool sets: the flag, the schedule, the order, whether subscribers are told. */
  decided: string[]
  required: string[]
  /** Whether those who may not publish write drafts of it. */
  hasDrafts: boolean
  /** Whether changes of a public one can wait. */
  keepsCopies: boolean
  hasPreview: boolean
}

const schemas = new WeakMap<z.ZodMiniType, JsonSchema>()
const schemaOf = (input: z.ZodMiniType) =>
  schemas.getOrInsertComputed(input, () => z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }))

const alwaysDecided = [...Object.keys(scheduleColumns), 'sendNotification', 'order']

/** The kinds of records that someone may read with tools: those with a form, except records about people. */
export function kindsOf(
  { resources, entities }: { resources: Resources; entities: Entity[] },
  may: (permission: Permission) => boolean,
): Kind[] {
  return entities.flatMap((entity): Kind[] => {
    const resource = resources.get(entity.table.name)
    if (!resource?.input || !resource.path || entity.people || !may(entity.access.read)) return []
    const { properties = {}, required = [] } = schemaOf(resource.input)
    const named = [entity.flag ?? '', ...alwaysDecided, ...(entity.publishing?.schedule ?? [])]
    const decided = Object.keys(properties).filter((name) => named.includes(name))
    const { path, readAt = '', parent, columnsOfDraft } = resource
    const { write } = entity.access
    return [
      {
        ...{ name: entity.table.name, entity, decided, required },
        resource: { path, readAt, ...(parent && { parent }) },
        fields: Object.fromEntries(
          Object.entries(properties).filter(([name]) => !decided.includes(name)),
        ) as Kind['fields'],
        hasDrafts: toPublish(write) !== write && !parent,
        keepsCopies: columnsOfDraft !== undefined,
        hasPreview: entity.reviewed === true,
      },
    ]
  })
}

const stateWords = {
  live: 'public',
  draft: 'draft',
  inactive: 'draft',
  scheduled: 'scheduled',
  ended: 'ended',
  trash: 'deleted',
}

/** The state of a row in a word. @param row its columns as they are stored */
export async function stateOf(database: Database, { entity }: Kind, row: Values): Promise<string> {
  if (entity.flag === undefined && entity.publishing) {
    const record = entity.table.decode(row) as Values & { id: string }
    return (await entity.publishing.isSeen(database.db, record)) ? 'sent or scheduled' : 'draft'
  }
  return stateWords[toTarget(entity, row, database).state]
}

/** The path of the calls of one record. @param row its columns */
export function pathOf({ resource: { path, readAt, parent } }: Kind, row: Values, forEditing = false): string {
  const whole = parent ? path.replace(`:${parent.param}`, String(row[`${parent.param}Id`])) : path
  return `${whole}${forEditing ? readAt : ''}/${row['id']}`
}

/** The values of the fields of a record as its form shows them: with its unpublished changes. */
export function valuesOf({ fields, decided }: Kind, record: Values): Values {
  const copy = isObject(record['workingCopy']) ? (record['workingCopy']['fields'] as Values) : {}
  const names = [...Object.keys(fields), ...decided]
  return Object.fromEntries(names.map((name) => [name, name in copy ? copy[name] : record[name]]))
}

/** The variants of a schema, without null. Of several, those whose constants the value has. */
const variantsOf = (schema: JsonSchema, value: unknown): JsonSchema[] => {
  const variants = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  if (!variants) return [schema]
  return variants.filter(({ properties = {} }) =>
    Object.entries(properties as Record<string, JsonSchema>).every(
      ([name, { const: only }]) => only === undefined || (isObject(value) && value[name] === only),
    ),
  )
}

/** Changes each rich text of a value, wherever it is in it. */
export function changeTexts(
  schema: JsonSchema,
  value: unknown,
  change: (text: string, path: string) => string,
  path = '',
): unknown {
  for (const variant of variantsOf(schema, value)) {
    if (typeof value === 'string' && isRichText(variant)) return change(value, path)
    if (Array.isArray(value) && isObject(variant.items)) {
      const { items } = variant
      return value.map((one, at) => changeTexts(items as JsonSchema, one, change, `${path}.${at}`))
    }
    const { properties } = variant
    if (isObject(value) && properties)
      return Object.fromEntries(
        Object.entries(value).map(([name, one]) => [
          name,
          Object.hasOwn(properties, name)
            ? changeTexts(properties[name] as JsonSchema, one, change, `${path}.${name}`)
            : one,
        ]),
      )
  }
  return value
}

/** A longer text stays as it is stored: other calls would wait while it is read. */
const longestRead = 100_000

/** Values with their texts as Markdown. */
export const asMarkdown = ({ fields }: Kind, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      changeTexts(fields[name] ?? {}, value, (text) => (text.length > longestRead ? text : markdownOf(text))),
    ]),
  )

/** The choices of a field, for an error about it. */
export const choicesOf =
  ({ fields }: Kind) =>
  (path: string): string[] | undefined => {
    const found = variantsOf(fields[path.split('.')[0] ?? ''] ?? {}, undefined).flatMap((one) => one.enum ?? [])
    return found.length > 0 ? found.map(String) : undefined
  }
