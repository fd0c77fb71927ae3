import { isLive, isPresent } from '#server/database/lifecycle.ts'
import { rowTrash } from '#server/resource/trash.ts'
import { products, services } from './catalog.table.ts'

/** The conditions that a product or service is not in the trash, and that visitors see it. */
export const isPresentProduct = isPresent(products)
export const isPresentService = isPresent(services)
export const isPublicService = (now: string) => isLive(services, 'active', now)

export const productTrash = rowTrash(products, 'Product', 'name')
export const serviceTrash = rowTrash(services, 'Service', 'title')
