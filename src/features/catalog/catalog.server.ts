import * as z from 'zod/mini'
import { insertRow, type NewRow } from '#server/crud.ts'
import type { Transaction } from '#server/database/connect.ts'
import { errorAnswers } from '#server/errors.ts'
import type { Feature } from '#server/feature.ts'
import { listedProduct, listedService } from './catalog.contract.ts'
import { products, services } from './catalog.table.ts'

/** Products and services are one thing twice; what they differ in stands here. */
type Catalog = { table: typeof products | typeof services; tag: string; item: z.ZodMiniType }

/** The calls of one catalogue, at the name of its table. */
const catalogRoutes =
  ({ table, tag, item }: Catalog): Feature =>
  async (app, { database }) => {
    app.get(
      `/${table.name}`,
      {
        config: { access: 'open' },
        schema: {
          tags: [tag],
          summary: `The active ${table.name}, in their order`,
          response: { 200: z.array(item), ...errorAnswers(429) },
        },
      },
      async () => {
        const active = database.db.selectFrom(table.name).selectAll().where('active', '=', true)
        const rows = await active.orderBy('order').orderBy('id').execute()
        return rows.map((row) => {
          const { id, version: _, updatedAt: __, updatedBy: ___, ...rest } = table.decode(row)
          return { _id: id, ...rest }
        })
      },
    )
  }

export const productRoutes = catalogRoutes({ table: products, tag: 'Products', item: listedProduct })
export const serviceRoutes = catalogRoutes({ table: services, tag: 'Services', item: listedService })

/** Adds an item to a catalogue; call it inside `changeContent`. */
export const createProduct = (trx: Transaction, item: NewRow<typeof products>) => insertRow(trx, products, item)
export const createService = (trx: Transaction, item: NewRow<typeof services>) => insertRow(trx, services, item)
