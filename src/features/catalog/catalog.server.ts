import type { Transaction } from '#server/database/connect.ts'
import { insertRow, type NewRow } from '#server/database/rows.ts'
import { orderedEntity } from '#server/resource/ordered-entity.ts'
import { product, productInput, service, serviceInput } from './catalog.contract.ts'
import { products, services } from './catalog.table.ts'

export const productEntity = orderedEntity(products, {
  label: 'Product',
  record: product,
  input: productInput,
  copies: true,
  initial: { features: [] },
})
export const serviceEntity = orderedEntity(services, {
  label: 'Service',
  record: service,
  input: serviceInput,
  copies: true,
  initial: { features: [] },
})

/** Adds an item to a catalogue; call it inside `changeContent`. */
export const createProduct = (trx: Transaction, item: NewRow<typeof products>) => insertRow(trx, products, item)
export const createService = (trx: Transaction, item: NewRow<typeof services>) => insertRow(trx, services, item)
