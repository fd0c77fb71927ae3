import * as z from 'zod/mini'
import {
  auditFields,
  choice,
  clearable,
  hasNoNul,
  heading,
  optionalAuditFields,
  optionalText,
  optionalTime,
  person,
  pictureAddress,
  recordId,
  requiredText,
  richText,
  scheduleFields,
  scheduleInput,
  slug,
} from '#contract/fields.ts'
import { coverNumbers } from '#contract/link-card.ts'
import { pageCounts, pageNumber, publicListQuery, sortBy, staffListQuery } from '#contract/lists.ts'
import { proposedMark } from '#contract/proposals.ts'
import { inReview } from '#contract/reviews.ts'
import { searchAppearance, searchAppearanceInput } from '#contract/search-appearance.ts'
import { changesWaiting, previewInfo, withWorkingCopy } from '#contract/unpublished.ts'
import { postMail } from '#features/newsletters/ground/newsletters.contract.ts'
import { blogCategories } from './blog-words.contract.ts'

export { type BlogCategory, blogCategories } from './blog-words.contract.ts'

/** A post as lists and cards show it. `createdAt` is ISO 8601 in UTC, `readTime` is in minutes. */
export const postSummary = z.object({
  _id: z.string(),
  title: z.string(),
  slug: z.string(),
  excerpt: z.string(),
  category: z.enum(blogCategories),
  imageUrl: z.optional(z.string()),
  imageAlt: z.optional(z.string()),
  /** The focal point of the picture, as CSS positions it; absent for its middle. */
  imageFocus: z.optional(z.string()),
  /** The drawn cover of a post without a picture; absent for that of its slug and category. */
  cover: z.optional(coverNumbers),
  author: person,
  published: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  readTime: z.int(),
})
export type PostSummary = z.infer<typeof postSummary>

/** The schedule of a post, for staff, and the date that its author has set: `createdAt` is then that date, else the time of publication. */
const planFields = { ...scheduleFields, dateShown: z.optional(z.string()) }

/** A post in the public list. Staff also get drafts, and the audit fields. */
export const listedPost = z.extend(postSummary, { ...optionalAuditFields, ...planFields, updatedAt: z.string() })
export const staffPostSummary = z.extend(postSummary, {
  ...auditFields,
  ...planFields,
  ...changesWaiting,
  ...inReview,
  ...proposedMark,
  /** Notify the subscribers, once, when it is published. */
  sendNotification: z.boolean(),
})
export type StaffPostSummary = z.infer<typeof staffPostSummary>
/** The staff's list; without `sort` it is newest first. */
export const staffPostListQuery = z.extend(staffListQuery, { sort: sortBy(['title', 'category', 'createdAt']) })
export const staffPostList = z.object({ blogs: z.array(staffPostSummary) })

export const staffPost = z.extend(staffPostSummary, {
  authorId: z.string(),
  content: z.string(),
  mail: z.optional(postMail),
  ...searchAppearance,
  ...withWorkingCopy,
})
export type StaffPost = z.infer<typeof staffPost>

/** A post with its content: `content` as its author typed it, `contentHtml` rendered and sanitised. */
export const post = z.extend(listedPost, {
  content: z.string(),
  contentHtml: z.string(),
  headings: z.array(heading),
  related: z.array(postSummary),
})
export type Post = z.infer<typeof post>

export const previewedPost = z.object({
  ...previewInfo,
  post: z.omit(post, { related: true, content: true, version: true, updatedBy: true }),
})
export type PreviewedPost = z.infer<typeof previewedPost>

export const postList = z.object({ blogs: z.array(listedPost), ...pageCounts })

export const highlights = z.object({ blogs: z.array(postSummary) })
export const authorList = z.array(z.object({ _id: z.string(), name: z.string() }))
export type AuthorList = z.infer<typeof authorList>

/** `category` is any text: an unknown one gives an empty list. Without `page`, staff get all posts and visitors the first page. */
export const postListQuery = z.object({
  ...publicListQuery,
  page: z.optional(pageNumber),
  category: z.optional(z.string()),
})
export type PostListQuery = z.infer<typeof postListQuery>

/**
 * A post as the editor sends it. Fields that are left out keep their values. Without a `readTime`, or with 0, it is calculated. An empty `imageUrl`
 * removes the picture; a new one is the file field `image` of a multipart body. An empty `cover`, or null, leaves the drawing to the slug and the
 * category; null for `mail` makes the message the usual one. Without an `authorId` the sender is the author of a new post.
 */
export const blogInput = z.object({
  title: requiredText('Title', 300),
  slug: slug(),
  excerpt: requiredText('Excerpt', 1_000),
  authorId: z.optional(recordId('Author')),
  content: richText('Content'),
  category: choice('Category', blogCategories),
  imageUrl: z.optional(pictureAddress()),
  imageAlt: optionalText('Alternative text', 500),
  cover: clearable(coverNumbers),
  published: z.optional(z.boolean()),
  sendNotification: z.optional(z.boolean()),
  mail: z.nullish(postMail),
  ...scheduleInput,
  dateShown: optionalTime('Publish date'),
  ...searchAppearanceInput,
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

const line = z.string().check(z.maxLength(2_000), hasNoNul)
/** A post as in the form. For a missing author or read time the message shows a likely value. */
export const announcedPost = z.object({
  title: line,
  excerpt: z.string().check(z.maxLength(20_000), hasNoNul),
  category: line,
  slug: slug(),
  imageUrl: z.exactOptional(line),
  imageAlt: z.exactOptional(line),
  cover: z.exactOptional(z.nullable(coverNumbers)),
  authorId: z.exactOptional(line),
  readTime: z.exactOptional(z.int()),
  /** How its message differs from the usual one; `content` is the text of a message with the whole of it. */
  mail: z.exactOptional(z.nullable(postMail)),
  content: z.exactOptional(z.string().check(z.maxLength(1_000_000), hasNoNul)),
})
export type AnnouncedPost = z.infer<typeof announcedPost>
/** The unsaved fields of a post, for a test of its message; other fields are as stored. */
export const typedPost = z.exactPartial(announcedPost)
export type TypedPost = z.infer<typeof typedPost>
export const announcement = z.object({ subject: z.string(), html: z.string() })
export type Announcement = z.infer<typeof announcement>
