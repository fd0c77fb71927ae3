import type { FormResource } from '#admin/forms/form-resource.ts'
import type { OrderedResource } from '#admin/lists/ordered-list.tsx'
import {
  type Product,
  productCategories,
  productInput,
  type Service,
  type StaffProduct,
  type StaffService,
  serviceCategories,
  serviceInput,
} from './catalog.contract.ts'

/** The form's values of either kind; `icon` is the services' alone. */
type CatalogValues = {
  name?: string
  title?: string
  category: string
  icon?: string
  description: string
  features: string[]
  active: boolean
}

/** What products and services differ in. All else of their screens stands once, in the list and the form. */
export type CatalogKind<Stored extends StaffProduct | StaffService> = FormResource<CatalogValues, Stored> &
  OrderedResource & {
    many: 'products' | 'services'
    /** The field that names one, and its label. */
    nameField: 'name' | 'title'
    nameLabel: string
    categories: readonly string[]
    hasIcon: boolean
  }

/** What any of them is called. */
export const catalogName = (item: Product | Service): string => ('name' in item ? item.name : item.title)

const begin = { category: '', description: '', features: [''], active: true }
const shared = [
  { name: 'description', label: 'Description' },
  { name: 'features', label: 'Features' },
  { name: 'active', label: 'Active' },
] as const

export const products: CatalogKind<StaffProduct> = {
  api: '/api/products',
  one: 'product',
  many: 'products',
  heading: 'Product',
  list: '/admin/products',
  nameField: 'name',
  nameLabel: 'Product Name',
  categories: productCategories,
  hasIcon: false,
  defaults: { name: '', ...begin },
  toValues: ({ name, category, description, features, active }) => ({ name, category, description, features, active }),
  contract: productInput,
  toInput: (values) => values,
  fields: [{ name: 'name', label: 'Product Name' }, { name: 'category', label: 'Category' }, ...shared],
}

export const services: CatalogKind<StaffService> = {
  api: '/api/services',
  one: 'service',
  many: 'services',
  heading: 'Service',
  list: '/admin/services',
  nameField: 'title',
  nameLabel: 'Service Title',
  categories: serviceCategories,
  hasIcon: true,
  defaults: { title: '', icon: 'Code', ...begin },
  toValues: ({ title, category, icon, description, features, active }) => ({
    title,
    category,
    icon,
    description,
    features,
    active,
  }),
  contract: serviceInput,
  toInput: (values) => values,
  fields: [
    { name: 'title', label: 'Service Title' },
    { name: 'category', label: 'Category' },
    { name: 'icon', label: 'Icon' },
    ...shared,
  ],
}
