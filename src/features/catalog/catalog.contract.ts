import * as z from 'zod/mini'

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

export const service = z.object({ ...catalogItem, title: z.string(), category: z.enum(serviceCategories), icon: z.string() })
export type Service = z.infer<typeof service>
