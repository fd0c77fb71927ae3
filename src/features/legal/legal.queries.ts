import { apiQuery } from '#web/api-query.ts'
import type { LegalDocument } from './legal.contract.ts'

/** A legal document by the last part of its path: `privacy`, `terms` or `cookies`. */
export const legalQuery = (name: string) => apiQuery<LegalDocument | null>(`/api/legal/${name}`)
