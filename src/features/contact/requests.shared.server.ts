import { isPresent } from '#server/database/lifecycle.ts'
import type { Stored } from '#server/database/table.ts'
import { withPublicId } from '#server/resource/row-resource.ts'
import { contactRequests } from './contact.table.ts'

/** The condition that a request is not in the trash. */
export const isPresentRequest = isPresent(contactRequests)

export const toRequest = (row: Stored<typeof contactRequests>) => withPublicId(contactRequests.decode(row))
