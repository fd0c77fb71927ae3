/** Apart from the schemas, so that pages can list them without loading a validator. */
export const blogCategories = ['Digital Transformation', 'Security', 'Cloud', 'AI & ML', 'Development'] as const
export type BlogCategory = (typeof blogCategories)[number]
