import type { Transaction } from '#server/database/connect.ts'
import { insertRow, type NewRow } from '#server/database/rows.ts'
import { orderedRoutes } from '#server/resource/ordered-routes.ts'
import {
  listedProduct,
  listedService,
  productInput,
  serviceInput,
  staffProduct,
  staffService,
} from './catalog.contract.ts'
import { products, services } from './catalog.table.ts'

export const productRoutes = orderedRoutes({
  table: products,
  tag: 'Products',
  label: 'Product',
  listed: listedProduct,
  input: productInput,
  record: staffProduct,
  nameField: 'name',
  initial: { features: [] },
})
export const serviceRoutes = orderedRoutes({
  table: services,
  tag: 'Services',
  label: 'Service',
  listed: listedService,
  input: serviceInput,
  record: staffService,
  nameField: 'title',
  initial: { features: [] },
})

/** Adds an item to a catalogue; call it inside `changeContent`. */
export const createProduct = (trx: Transaction, item: NewRow<typeof products>) => insertRow(trx, products, item)
export const createService = (trx: Transaction, item: NewRow<typeof services>) => insertRow(trx, services, item)
