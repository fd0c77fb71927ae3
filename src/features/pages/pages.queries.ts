import { apiQuery } from '#web/api-query.ts'
import type { ShownPage } from './pages.contract.ts'

/** A public page by its path without the first slash; null where there is none. */
export const pageQuery = (path: string) => apiQuery<ShownPage | null>(`/api/pages/by-path/${encodeURIComponent(path)}`)
