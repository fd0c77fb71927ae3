import * as z from 'zod/mini'
import {
  choice,
  heading,
  openStamps,
  optionalText,
  pageNumber,
  person,
  pictureAddress,
  publicListQuery,
  recordStamps,
  requiredText,
  richText,
  slug,
} from '#contract/fields.ts'
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

/** Staff see when and by whom a post was changed last, and drafts. */
const listedPost = z.extend(postSummary, { ...openStamps, updatedAt: z.string() })

/** A post as the staff's list shows it. */
const staffPostSummary = z.extend(postSummary, recordStamps)
export type StaffPostSummary = z.infer<typeof staffPostSummary>
export const staffPostList = z.object({ blogs: z.array(staffPostSummary) })

/** A post as the editor loads it. `sendNotification`: subscribers are to be told, once, when it is published. */
export const staffPost = z.extend(staffPostSummary, { content: z.string(), sendNotification: z.boolean() })
export type StaffPost = z.infer<typeof staffPost>

/** A whole post: `content` as its author typed it, `contentHtml` rendered and sanitised, ready to show. */
export const post = z.extend(listedPost, {
  content: z.string(),
  contentHtml: z.string(),
  headings: z.array(heading),
  related: z.array(postSummary),
})
export type Post = z.infer<typeof post>

export const postList = z.object({ blogs: z.array(listedPost), totalPages: z.int() })

/**
 * An unknown category is a well-formed question whose answer is empty, so it is taken as plain text. Staff who name no page get all; visitors
 * the first one.
 */
export const postListQuery = z.object({
  ...publicListQuery,
  page: z.optional(pageNumber),
  category: z.optional(z.string()),
})
export type PostListQuery = z.infer<typeof postListQuery>

/**
 * What the editor sends. What is left out stays as it is; a new post is a draft unless it says otherwise. `readTime` 0 or left out is worked
 * out from the content; an empty `imageUrl` takes the picture away. A picture itself comes as the file field `image` of a multipart body.
 * The author of a new post is whoever is signed in.
 */
export const blogInput = z.object({
  title: requiredText('Title', 300),
  slug: slug(),
  excerpt: requiredText('Excerpt', 1_000),
  content: richText('Content'),
  category: choice('Category', blogCategories),
  imageUrl: z.optional(pictureAddress()),
  imageAlt: optionalText('Alternative text', 500),
  published: z.optional(z.boolean()),
  sendNotification: z.optional(z.boolean()),
  readTime: z.optional(
    z
      .number('Read time must be a number')
      .check(
        z.int('Read time must be a whole number'),
        z.minimum(0, 'Read time must be 0 or more'),
        z.maximum(10_000, 'Read time is too long'),
      ),
  ),
})
export type BlogInput = z.infer<typeof blogInput>
