import { scheduleColumns, trashColumns } from '#server/database/lifecycle.ts'
import { json, orderedTable, type Stored, text } from '#server/database/table.ts'
import type { productCategories, serviceCategories } from './catalog.contract.ts'

const item = { description: text(), features: json<string[]>(), ...trashColumns, ...scheduleColumns }

export const products = orderedTable('products', {
  ...item,
  name: text(),
  category: text<(typeof productCategories)[number]>(),
})

export const services = orderedTable('services', {
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
