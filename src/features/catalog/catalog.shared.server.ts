import { isLive, isPresent } from '#server/database/lifecycle.ts'
import { deleteRow } from '#server/database/rows.ts'
import type { TrashKind } from '#server/resource/trash.ts'
import { products, services } from './catalog.table.ts'

/** The conditions that a product or service is not in the trash, and that visitors see it. */
export const isPresentProduct = isPresent(products)
export const isPresentService = isPresent(services)
export const isPublicService = (now: string) => isLive(services, 'active', now)

export const productTrash: TrashKind = {
  table: products,
  label: 'Product',
  nameColumn: 'name',
  isPublic: true,
  erase: (trx, id) => deleteRow(trx, products, id),
}
export const serviceTrash: TrashKind = {
  table: services,
  label: 'Service',
  nameColumn: 'title',
  isPublic: true,
  erase: (trx, id) => deleteRow(trx, services, id),
}
