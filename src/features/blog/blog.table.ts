import { renderingColumns } from '#content/render/stored-rendering.ts'
import { type CoverNumbers, coverToText, textToCover } from '#contract/cover.ts'
import { scheduleColumns, trashColumns } from '#server/database/lifecycle.ts'
import { boolean, type Column, integer, optional, type Stored, table, text, time } from '#server/database/table.ts'
import { appearanceColumns, publicationColumns } from '#server/record/publication.ts'
import type { BlogCategory } from './blog.contract.ts'

const cover = (): Column<CoverNumbers, string> => ({
  encode: coverToText,
  decode: (stored) => textToCover(stored) as CoverNumbers,
})

/**
 * `readTime` is in minutes. `content` is as its author typed it, and too long to load in lists. The columns after it are not loaded there
 * either, since SQLite would have to read past it, except `cover`: it costs nothing where it is empty. `createdAt` is the date that readers
 * see: `dateShown` where an author has set one, else `publishedAt`.
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
  ...trashColumns,
  ...scheduleColumns,
  dateShown: optional(time()),
  ...publicationColumns,
  ...appearanceColumns,
  cover: optional(cover()),
})

/** The slug history: requests for a former slug are redirected to the post. */
export const blogPastSlugs = table('blogPastSlugs', { slug: text(), blogId: text() })

/** The author of a post. A profile remains when its account is deleted. */
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
