import { isLive, isPresent } from '#server/database/lifecycle.ts'
import { blogs } from './blog.table.ts'

/** The condition that visitors see a post at a time. */
export const isPublicPost = (now: string) => isLive(blogs, 'published', now)

/** The condition that a post is not in the trash. */
export const isPresentPost = isPresent(blogs)
