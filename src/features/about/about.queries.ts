import type * as z from 'zod/mini'
import { apiQuery } from '#web/api-query.ts'
import type { peopleList } from './about.contract.ts'

/** The authors and instructors; a page is complete without them. */
export const peopleQuery = apiQuery<z.infer<typeof peopleList>>('/api/people', { optional: true })
