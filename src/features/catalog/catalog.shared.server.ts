import type { Database, Transaction } from '#server/database/connect.ts'
import { isLive, isPresent } from '#server/database/lifecycle.ts'
import { insertRow, type NewRow } from '#server/database/rows.ts'
import { orderedEntity } from '#server/resource/ordered-entity.ts'
import { withPublicId } from '#server/resource/resource.ts'
import { product, productInput, service, serviceInput } from './catalog.contract.ts'
import { products, services } from './catalog.table.ts'
import { withAnchors } from './service-anchors.contract.ts'

/** The conditions that a product or service is not in the trash, and that visitors see it. */
export const isPresentProduct = isPresent(products)
export const isPresentService = isPresent(services)
export const isPublicService = (now: string) => isLive(services, 'active', now)

type PublicService = { _id: string; title: string; category: string; anchor: string }

/** The services that visitors see, with the ids that they have on their page. */
export async function publicServices({ db, now }: Database): Promise<PublicService[]> {
  const rows = await db
    .selectFrom('services')
    .selectAll()
    .where(isPublicService(now()))
    .orderBy('order')
    .orderBy('id')
    .execute()
  const found = rows.map((row) => withPublicId(services.decode(row)))
  return withAnchors(found).map(({ service: { _id, title, category }, id }) => ({ _id, title, category, anchor: id }))
}

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
