import * as z from 'zod/mini'
import type { Column } from '#server/database/table.ts'
import { type ExportedTable, exportedColumns } from './exported-tables.server.ts'

type Json = Record<string, unknown>

// biome-ignore lint/suspicious/noExplicitAny: the types of the values do not matter here
const ofColumn = ({ is }: Column<any, any>): Json => {
  if (is === 'time') return { type: 'string', format: 'date-time' }
  return is === undefined ? {} : { type: is === 'text' ? 'string' : is }
}

/**
 * The JSON Schema of a file in `data`: of each column what the contract of the entity says about a field of its name, else what the column holds.
 */
export function schemaOf({ table, entity }: ExportedTable): Json {
  const { properties: fields = {}, $defs } = entity?.record
    ? (z.toJSONSchema(entity.record, { unrepresentable: 'any' }) as { properties?: Record<string, Json>; $defs?: Json })
    : {}
  const names = exportedColumns(table)
  const column = (name: string) => table.columns[name] as Column<unknown, unknown>
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: entity?.plural ?? table.name,
    type: 'array',
    items: {
      type: 'object',
      properties: Object.fromEntries(
        names.map((name) => [
          name,
          column(name).is === 'time' ? ofColumn(column(name)) : (fields[name] ?? ofColumn(column(name))),
        ]),
      ),
      required: names.filter((name) => !column(name).isOptional),
      additionalProperties: false,
    },
    ...($defs && { $defs }),
  }
}
