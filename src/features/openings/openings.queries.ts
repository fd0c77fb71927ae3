import { apiQuery } from '#web/api-query.ts'
import type { ShownOpening } from './openings.contract.ts'

/** What visitors can apply for; null while there is nothing. */
export const careersQuery = () => apiQuery<ShownOpening[] | null>('/api/careers')
