import { apiQuery, partQuery } from '#web/api-query.ts'
import type { CaseSummary, ShownCase } from './cases.contract.ts'

/** All case studies; null while there is none. */
export const workQuery = () => apiQuery<CaseSummary[] | null>('/api/work')
export const caseQuery = (slug: string) => apiQuery<ShownCase | null>(`/api/work/${encodeURIComponent(slug)}`)
/** The case studies and the services that they used. */
export const serviceCasesQuery = () => partQuery<CaseSummary[]>('/api/cases')
