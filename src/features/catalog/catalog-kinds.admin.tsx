import { choice, flag, rows, scheduleFields, text, textArea } from '#admin/fields/fields.ts'
import { type FormResource, namesOf } from '#admin/forms/form-resource.ts'
import type { OrderedResource } from '#admin/lists/ordered-list.tsx'
import {
  type Product,
  productCategories,
  productInput,
  type Service,
  serviceCategories,
  serviceIcons,
  serviceInput,
} from './catalog.contract.ts'

/** The form's values of both kinds: a product has a name, a service a title and an icon. */
type CatalogValues = {
  name?: string
  title?: string
  icon?: string
  category: string
  description: string
  features: string[]
  active: boolean
  publishAt: string
  unpublishAt: string
}

/** The differences between products and services. Everything else of their screens is in the shared list and form. */
export type CatalogKind = FormResource<CatalogValues> &
  OrderedResource & {
    /** The field with the name of a record. */
    nameField: 'name' | 'title'
  }

/** The name of a record of either kind. */
export const catalogName = (item: Product | Service): string => ('name' in item ? item.name : item.title)

const sharedFields = (one: string, categories: readonly string[]) => ({
  category: choice('Category', categories),
  description: textArea('Description', { attributes: { rows: 4 } }),
  features: rows('Features', 'Feature'),
  active: flag('Active', { initial: true, hint: `Visitors see an active ${one}.` }),
  ...scheduleFields,
})

export const products: CatalogKind = {
  ...namesOf('product'),
  copies: true,
  nameField: 'name',
  contract: productInput,
  fields: { name: text('Product Name'), ...sharedFields('product', productCategories) },
}

export const services: CatalogKind = {
  ...namesOf('service'),
  copies: true,
  nameField: 'title',
  contract: serviceInput,
  fields: {
    title: text('Service Title'),
    icon: choice('Icon', serviceIcons, 'Code'),
    ...sharedFields('service', serviceCategories),
  },
}
