import type * as z from 'zod/mini'
import { apiQuery, listPath } from '#web/api-query.ts'
import { type ListAddress, readListAddress } from '#web/list-params.ts'
import type { postList } from './blog.contract.ts'
import { blogCategories } from './blog-words.contract.ts'

/** Blog page size (section 9). */
const pageSize = 6

export const postFilters = { category: blogCategories }
type PostListAddress = ListAddress<keyof typeof postFilters>

/** The page, search and filters of an address, to load the list before the page is rendered. */
export const readPostListAddress = (search: URLSearchParams): PostListAddress => readListAddress(search, postFilters)

/** One page of the published posts, newest first. */
export const postListQuery = ({ page, search, filters }: PostListAddress) =>
  apiQuery<z.infer<typeof postList>>(
    listPath('/api/blogs', { page, limit: pageSize, search, category: filters.category }),
  )
