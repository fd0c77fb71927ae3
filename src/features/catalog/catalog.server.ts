import type { Transaction } from '#server/database/connect.ts'
import { insertRow, type NewRow } from '#server/database/rows.ts'
import { orderedEntity } from '#server/resource/ordered-entity.ts'
import { product, productInput, service, serviceInput } from './catalog.contract.ts'
import { publicServices } from './catalog.shared.server.ts'
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
  linked: {
    list: '/services',
    async find(database, ids) {
      const services = (await publicServices(database)).filter(({ _id }) => ids.includes(_id))
      return new Map(services.map(({ _id, anchor }) => [_id, `/services#${anchor}`]))
    },
    async at(database, { pathname, hash }) {
      if (pathname !== '/services' || hash === '') return undefined
      return (await publicServices(database)).find(({ anchor }) => `#${anchor}` === hash)?._id
    },
  },
  copies: true,
  initial: { features: [] },
})

/** Adds an item to a catalogue; call it inside `changeContent`. */
export const createProduct = (trx: Transaction, item: NewRow<typeof products>) => insertRow(trx, products, item)
export const createService = (trx: Transaction, item: NewRow<typeof services>) => insertRow(trx, services, item)
