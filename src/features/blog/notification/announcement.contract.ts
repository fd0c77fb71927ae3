import * as z from 'zod/mini'
import { coverNumbers } from '#contract/cover-numbers.ts'
import { hasNoNul, slug } from '#contract/fields.ts'
import { postMail } from '#features/letters/letters.contract.ts'

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
