import * as z from 'zod/mini'
import { choice, requiredText, scheduleInput, textList } from '#contract/fields.ts'

export const productCategories = [
  'Startup Acceleration Tools',
  'Cloud Management & Optimization',
  'AI & Automation Solutions',
  'Data & Analytics Frameworks',
] as const

export const serviceCategories = [
  'Cloud',
  'Data Analytics',
  'Development',
  'Productivity & Collaboration Solutions',
  'Consulting',
  'Generative AI',
  'Support',
] as const

export const serviceIcons = [
  'Code',
  'Globe',
  'Cpu',
  'Smartphone',
  'Shield',
  'Headphones',
  'Database',
  'Server',
  'Users',
  'Settings',
  'HandCoins',
  'Bot',
  'CheckCircle',
] as const

const catalogItem = {
  _id: z.string(),
  description: z.string(),
  features: z.array(z.string()),
  active: z.boolean(),
  order: z.int(),
}

export const product = z.object({ ...catalogItem, name: z.string(), category: z.enum(productCategories) })
export type Product = z.infer<typeof product>

export const service = z.object({
  ...catalogItem,
  title: z.string(),
  category: z.enum(serviceCategories),
  icon: z.string(),
})
export type Service = z.infer<typeof service>

/** Fields that are left out keep their values; a new item is active and has no features. */
const catalogItemInput = {
  description: requiredText('Description', 5_000),
  features: z.optional(textList('Features')),
  active: z.optional(z.boolean()),
  ...scheduleInput,
}

export const productInput = z.object({
  name: requiredText('Product name', 200),
  category: choice('Category', productCategories),
  ...catalogItemInput,
})

export const serviceInput = z.object({
  title: requiredText('Service title', 200),
  category: choice('Category', serviceCategories),
  icon: choice('Icon', serviceIcons),
  ...catalogItemInput,
})
