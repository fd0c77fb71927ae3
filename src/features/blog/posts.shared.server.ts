import type { Transaction } from '#server/database/connect.ts'
import { isLive, isPresent } from '#server/database/lifecycle.ts'
import { setColumns } from '#server/database/rows.ts'
import type { Row } from '#server/database/table.ts'
import type { Staff } from '#server/identity/staff.ts'
import { withRevision } from '#server/record/revisions.ts'
import { blogs } from './blog.table.ts'

/** The condition that visitors see a post at a time. */
export const isPublicPost = (now: string) => isLive(blogs, 'published', now)

/** The condition that a post is not in the trash. */
export const isPresentPost = isPresent(blogs)

/** Sets the columns of a post whose row the caller has locked, as a save of this person in its history. */
export const savePostColumns = (
  trx: Transaction,
  id: string,
  by: Staff,
  columns: Partial<Row<typeof blogs>>,
): Promise<unknown> => withRevision(trx, { table: blogs, id }, by, () => setColumns(trx, blogs, id, columns))
