import { adminQuery } from '#admin/api/queries.ts'
import type { ImportStatus } from './imports.contract.ts'

export const importCall = (id: string) => `/api/newsletter/imports/${id}`
export const importPath = (id: string) => `/admin/subscribers/imports/${id}`
export const importQuery = (id: string) => adminQuery<ImportStatus>(importCall(id))
