/** The texts above the list of posts as shipped. */
export const blogWords = {
  title: 'What we learn while building',
  lead: 'Decisions, figures and mistakes from our work on cloud, data, security and AI, written down by the people who made them.',
}

/** Apart from the schemas, so that pages can list them without loading a validator. */
export const blogCategories = ['Digital Transformation', 'Security', 'Cloud', 'AI & ML', 'Development'] as const
export type BlogCategory = (typeof blogCategories)[number]
