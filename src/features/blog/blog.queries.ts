import { apiQuery } from '#web/api-query.ts'
import type { Post } from './blog.contract.ts'

/** A post as pages load it: without the content as typed, only rendered. */
export type ShownPost = Omit<Post, 'content'>

/** A published post by its current slug, a former one or its id; or null. */
export const postQuery = (slug: string) =>
  apiQuery<ShownPost | null>(`/api/blogs/${encodeURIComponent(slug)}`, { omit: ['content'] })
