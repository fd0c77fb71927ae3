import { boolean, integer, json, optional, type Stored, table, text, time } from '#server/database/table.ts'
import type { productCategories, serviceCategories } from './catalog.contract.ts'

const item = {
  id: text(),
  description: text(),
  features: json<string[]>(),
  active: boolean(),
  order: integer(),
  version: integer(),
  createdAt: time(),
  updatedAt: time(),
  updatedBy: optional(text()),
}

export const products = table('products', {
  ...item,
  name: text(),
  category: text<(typeof productCategories)[number]>(),
})

export const services = table('services', {
  ...item,
  title: text(),
  category: text<(typeof serviceCategories)[number]>(),
  icon: text(),
})

declare module '#server/database/schema.ts' {
  interface Schema {
    products: Stored<typeof products>
    services: Stored<typeof services>
  }
}
