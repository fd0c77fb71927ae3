import { apiQuery } from '#web/api-query.ts'
import type { Product, Service } from './catalog.contract.ts'

export const productsQuery = () => apiQuery<Product[]>('/api/products')
export const servicesQuery = () => apiQuery<Service[]>('/api/services')
