import { renderingColumns } from '#content/render/stored-rendering.ts'
import { boolean, integer, optional, type Stored, table, text, time } from '#server/database/table.ts'
import type { BlogCategory } from './blog.contract.ts'

/**
 * `readTime` is in minutes. `content` is as its author typed it, and too long for lists to load, as is what stands
 * behind it: SQLite would have to read past it.
 */
export const blogs = table('blogs', {
  id: text(),
  title: text(),
  slug: text(),
  excerpt: text(),
  category: text<BlogCategory>(),
  imageUrl: optional(text()),
  imageAlt: optional(text()),
  authorId: text(),
  published: boolean(),
  sendNotification: boolean(),
  readTime: integer(),
  version: integer(),
  createdAt: time(),
  updatedAt: time(),
  content: text(),
  updatedBy: optional(text()),
  ...renderingColumns,
})

/** Slugs that a post had before: their addresses lead to the post. */
export const blogPastSlugs = table('blogPastSlugs', { slug: text(), blogId: text() })

/** Who a post is by. A profile outlives the account it came from. */
export const authorProfiles = table('authorProfiles', {
  id: text(),
  name: text(),
  avatarUrl: optional(text()),
  bio: text(),
  createdAt: time(),
  updatedAt: time(),
})

declare module '#server/database/schema.ts' {
  interface Schema {
    blogs: Stored<typeof blogs>
    blogPastSlugs: Stored<typeof blogPastSlugs>
    authorProfiles: Stored<typeof authorProfiles>
  }
}
