import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { doneBody } from '#contract/fields.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { changeContent } from '#server/database/content-version.ts'
import { presentRows } from '#server/database/lifecycle.ts'
import { anyTable, setColumns } from '#server/database/rows.ts'
import type { Table } from '#server/database/table.ts'
import { errorSchemas } from '#server/http/errors.ts'
import { HttpError } from '#server/runtime/http-error.ts'

/** The whole list with the new order of each record; other fields are ignored. */
const orderedList = z
  .array(z.object({ _id: z.string(), order: z.optional(z.number()) }))
  .check(z.maxLength(10_000, 'Too many at once'))
type OrderedList = z.infer<typeof orderedList>

const listChanged = () => new HttpError(409, 'The list has changed in the meantime. Please load it again.')

/**
 * `PUT /{table}/reorder` with the whole list under the table's name. All rows get their new order, 0 to n-1, or none does. The records'
 * versions stay the same.
 */
export function reorderRoute(app: FastifyInstance, database: Database, table: Table, tag: string): void {
  app.withTypeProvider<ZodTypeProvider>().put(
    `/${table.name}/reorder`,
    {
      config: { access: 'writeContent' },
      bodyLimit: 5 * 1024 * 1024,
      schema: {
        tags: [tag],
        summary: `Reorder ${table.name}`,
        description:
          'The list must be complete: if a record is missing, unknown or listed twice, the answer is 409 and nothing changes.',
        body: z.object({ [table.name]: orderedList }),
        response: { 200: doneBody, ...errorSchemas(409) },
      },
    },
    async ({ body }) => {
      const ids = inOrder(body[table.name] ?? []).map(({ _id }) => _id)
      await changeContent(database, async (trx) => {
        const rows = await presentRows(trx, table).select(['id', 'order']).orderBy('id').forUpdate().execute()
        const stored = new Map<string, number>(rows.map(({ id, order }) => [id, order]))
        const isWhole =
          ids.length === stored.size && new Set(ids).size === ids.length && ids.every((id) => stored.has(id))
        if (!isWhole) throw listChanged()
        for (const [order, id] of ids.entries())
          if (stored.get(id) !== order) await setColumns(trx, table, id, { order })
      })
      return { message: 'The order is saved.' }
    },
  )
}

/** The order of a new record, after the last one of the list. */
export async function placeAtTheEnd(trx: Transaction, table: Table): Promise<number> {
  const { last } = await anyTable(trx)
    .selectFrom(table.name)
    .select(({ fn }) => fn.max('order').as('last'))
    .executeTakeFirstOrThrow()
  return last === null ? 0 : last + 1
}

/** Sorted by `order` when every record has one, otherwise as listed. */
const inOrder = (list: OrderedList) =>
  list.every(({ order }) => order !== undefined) ? list.toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0)) : list
