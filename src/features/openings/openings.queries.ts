import { apiQuery } from '#web/api-query.ts'
import type { ShownOpening } from './openings.contract.ts'

/** The open positions; null if there are none. */
export const careersQuery = () => apiQuery<ShownOpening[] | null>('/api/careers')
