import type * as z from 'zod/mini'
import { apiQuery, listPath } from '#site/api-query.ts'
import { type ListAddress, readListAddress } from '#site/list-address.ts'
import type { Post, postList } from './blog.contract.ts'

/** Blog page size (section 9). */
const pageSize = 6

export const postFilters = ['category'] as const
type PostListAddress = ListAddress<(typeof postFilters)[number]>

/** Where the list of an address stands, for what asks before the page is there. */
export const readPostListAddress = (search: URLSearchParams): PostListAddress => readListAddress(search, postFilters)

/** One page of the published posts, newest first. */
export const postListQuery = ({ page, search, filters }: PostListAddress) =>
  apiQuery<z.infer<typeof postList>>(listPath('/api/blogs', { page, limit: pageSize, search, category: filters.category }))

/** A post as pages have it: rendered, without what its author typed. */
export type ShownPost = Omit<Post, 'content'>

/** One published post by its slug (an old one too, or its id), or null. */
export const postQuery = (slug: string) => apiQuery<ShownPost | null>(`/api/blogs/${encodeURIComponent(slug)}`, { omit: ['content'] })
