import * as z from 'zod/mini'
import { isObject } from '#contract/lookup.ts'
import type { Kind } from './kinds.server.ts'
import { kindNamed, namesOf } from './records.server.ts'
import { oneOf, reads, type ToolCaller, tool } from './tool.server.ts'

export const getSchemaTool = (caller: ToolCaller) =>
  tool({
    name: 'get_schema',
    title: 'Fields of a kind',
    description: 'The fields of a kind of record as JSON Schema, for create_draft and propose_change.',
    annotations: reads,
    input: z.object({ entity: oneOf('entity', namesOf(caller.kinds)) }),
    async run({ entity }) {
      return { data: schemaFor(kindNamed(caller.kinds, entity), caller) }
    },
  })

/** The specification of a kind of record. */
export function schemaFor(kind: Kind, { written }: Pick<ToolCaller, 'written'>): Record<string, unknown> {
  const { name, entity, fields, required, decided, hasPreview } = kind
  return {
    ...{ entity: name, label: entity.label, required },
    fields: Object.fromEntries(Object.entries(fields).map(([field, schema]) => [field, withoutDefaults(schema)])),
    writing: written.some((one) => one.name === name)
      ? 'Texts are Markdown. A picture is the address that upload_picture or list_media gives. Without an address (slug, path) one is made of the title.'
      : 'Tools only read this kind.',
    ...(decided.length > 0 && { onlyPeopleSet: decided }),
    hasPreview,
  }
}

/** Without keywords that tell a writer nothing. */
function withoutDefaults(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDefaults)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, one]) => !(name === '$schema' || (name === 'maximum' && one === Number.MAX_SAFE_INTEGER)))
      .map(([name, one]) => [name, withoutDefaults(one)]),
  )
}
