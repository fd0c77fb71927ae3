import * as z from 'zod/mini'
import { postSummary } from '#features/blog/blog.contract.ts'
import { blogCategories } from '#features/blog/blog-words.contract.ts'
import { choice, number, optional } from './fields.contract.ts'
import { defineSection } from './section.contract.ts'

export const mostArticles = 6

export const kind = defineSection('articles', {
  words: {
    name: 'Articles',
    about: 'The newest articles of the blog, or those of one category.',
    also: 'blog posts news',
    none: 'No such article is published',
  },
  fields: {
    category: optional(choice('Category', blogCategories, { hint: 'Leave blank for all.' })),
    count: number('Number of articles', 1, mostArticles),
  },
  shown: { articles: z.array(postSummary) },
})
