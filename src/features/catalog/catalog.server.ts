import * as z from 'zod/mini'
import { activeFlag } from '#contract/fields.ts'
import type { Transaction } from '#server/database/connect.ts'
import { insertRow, type NewRow } from '#server/database/rows.ts'
import type { FeatureRoutes } from '#server/feature.ts'
import { placeAtTheEnd, reorderRoute } from '#server/resource/reorder-route.ts'
import { resourceRoutes } from '#server/resource/resource-routes.ts'
import { rowResource, toListItem } from '#server/resource/row-resource.ts'
import type { Stamped } from '#server/resource/versions.ts'
import {
  listedProduct,
  listedService,
  productInput,
  serviceInput,
  staffProduct,
  staffService,
} from './catalog.contract.ts'
import { products, services } from './catalog.table.ts'

/** Products and services are one thing twice; what they differ in stands here. */
type Catalog = {
  table: typeof products | typeof services
  tag: string
  word: string
  listed: z.ZodMiniType
  input: z.ZodMiniType<object>
  record: z.ZodMiniType<Stamped>
}

/** The calls of one catalogue, at the name of its table. */
const catalogRoutes =
  ({ table, tag, word, listed, input, record }: Catalog): FeatureRoutes =>
  async (app, { database }) => {
    app.get(
      `/${table.name}`,
      {
        config: { access: 'open' },
        schema: {
          tags: [tag],
          summary: `The active ${table.name}, in their order`,
          description: 'Staff get the inactive ones too.',
          response: { 200: z.array(listed) },
        },
      },
      async ({ staff }) => {
        let items = database.db.selectFrom(table.name).selectAll()
        if (!staff) items = items.where('active', '=', true)
        const rows = await items.orderBy('order').orderBy('id').execute()
        return rows.map((row) => toListItem(staff, table.decode(row)))
      },
    )

    reorderRoute(app, database, table, tag)
    resourceRoutes(app, database, {
      path: `/${table.name}`,
      tag,
      word,
      input,
      record,
      flags: activeFlag,
      ...rowResource(database, table, async (trx) => ({
        features: [],
        active: true,
        order: await placeAtTheEnd(trx, table),
      })),
    })
  }

export const productRoutes = catalogRoutes({
  table: products,
  tag: 'Products',
  word: 'Product',
  listed: listedProduct,
  input: productInput,
  record: staffProduct,
})
export const serviceRoutes = catalogRoutes({
  table: services,
  tag: 'Services',
  word: 'Service',
  listed: listedService,
  input: serviceInput,
  record: staffService,
})

/** Adds an item to a catalogue; call it inside `changeContent`. */
export const createProduct = (trx: Transaction, item: NewRow<typeof products>) => insertRow(trx, products, item)
export const createService = (trx: Transaction, item: NewRow<typeof services>) => insertRow(trx, services, item)
