import type { Database, Transaction } from '#server/database/connect.ts'
import { deleteRow, insertRow, type NewRow, updateRow } from '#server/database/rows.ts'
import type { Row } from '#server/database/table.ts'
import { authorProfiles } from './blog.table.ts'

type Author = Row<typeof authorProfiles>

export const createAuthor = (trx: Transaction, author: NewRow<typeof authorProfiles>) =>
  insertRow(trx, authorProfiles, author)

export async function readAuthor({ db }: Database, id: string): Promise<Author> {
  const row = await db.selectFrom('authorProfiles').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return authorProfiles.decode(row)
}

/** The caller bumps the content version, since posts show their author. */
export const changeAuthor = (
  trx: Transaction,
  id: string,
  change: Partial<Pick<Author, 'name' | 'bio' | 'avatarUrl'>>,
) => updateRow(trx, authorProfiles, id, change)

export const deleteAuthor = (trx: Transaction, id: string) => deleteRow(trx, authorProfiles, id)
