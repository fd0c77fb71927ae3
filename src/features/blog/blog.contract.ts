import * as z from 'zod/mini'
import { heading, person, publicListQuery } from '#contract/common.ts'
import { blogCategories } from './blog-categories.contract.ts'

export { type BlogCategory, blogCategories } from './blog-categories.contract.ts'

/** A post as lists and cards show it. `createdAt` is ISO 8601 in UTC, `readTime` is in minutes. */
const postSummary = z.object({
  _id: z.string(),
  title: z.string(),
  slug: z.string(),
  excerpt: z.string(),
  category: z.enum(blogCategories),
  imageUrl: z.optional(z.string()),
  imageAlt: z.optional(z.string()),
  author: person,
  published: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  readTime: z.int(),
})
export type PostSummary = z.infer<typeof postSummary>

/** A whole post: `content` as its author typed it, `contentHtml` rendered and sanitised, ready to show. */
export const post = z.extend(postSummary, {
  content: z.string(),
  contentHtml: z.string(),
  headings: z.array(heading),
  related: z.array(postSummary),
})
export type Post = z.infer<typeof post>

export const postList = z.object({ blogs: z.array(postSummary), totalPages: z.int() })

/** An unknown category is a well-formed question whose answer is empty, so it is taken as plain text. */
export const postListQuery = z.object({ ...publicListQuery, category: z.optional(z.string()) })
export type PostListQuery = z.infer<typeof postListQuery>
