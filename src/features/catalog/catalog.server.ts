import type { Transaction } from '#server/database/connect.ts'
import { insertRow, type NewRow } from '#server/database/rows.ts'
import { orderedEntity } from '#server/resource/ordered-entity.ts'
import {
  listedProduct,
  listedService,
  productInput,
  serviceInput,
  staffProduct,
  staffService,
} from './catalog.contract.ts'
import { products, services } from './catalog.table.ts'

export const productEntity = orderedEntity(products, {
  label: 'Product',
  listed: listedProduct,
  input: productInput,
  record: staffProduct,
  copies: true,
  initial: { features: [] },
})
export const serviceEntity = orderedEntity(services, {
  label: 'Service',
  listed: listedService,
  input: serviceInput,
  record: staffService,
  copies: true,
  initial: { features: [] },
})

/** Adds an item to a catalogue; call it inside `changeContent`. */
export const createProduct = (trx: Transaction, item: NewRow<typeof products>) => insertRow(trx, products, item)
export const createService = (trx: Transaction, item: NewRow<typeof services>) => insertRow(trx, services, item)
