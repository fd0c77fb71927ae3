import { apiQuery } from '#web/api-query.ts'
import type { Post } from './blog.contract.ts'

/** A post as pages have it: rendered, without what its author typed. */
export type ShownPost = Omit<Post, 'content'>

/** One published post by its slug (an old one too, or its id), or null. */
export const postQuery = (slug: string) =>
  apiQuery<ShownPost | null>(`/api/blogs/${encodeURIComponent(slug)}`, { omit: ['content'] })
