import type { PublicPerson } from '#features/published/published-content.shared.server.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { deleteRow, insertRow, type NewRow, updateRow } from '#server/database/rows.ts'
import type { Row } from '#server/database/table.ts'
import { authorProfiles } from './blog.table.ts'
import { postContent } from './blog-queries.server.ts'

type Author = Row<typeof authorProfiles>

export const createAuthor = (trx: Transaction, author: NewRow<typeof authorProfiles>) =>
  insertRow(trx, authorProfiles, author)

export async function readAuthor({ db }: { db: Database['db'] | Transaction }, id: string): Promise<Author> {
  const row = await db.selectFrom('authorProfiles').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return authorProfiles.decode(row)
}

/** Reads an author and keeps the row from other changes until the transaction ends. */
export async function lockAuthor(trx: Transaction, id: string): Promise<Author> {
  const rows = trx.selectFrom('authorProfiles').selectAll().where('id', '=', id).forUpdate()
  return authorProfiles.decode(await rows.executeTakeFirstOrThrow())
}

/** The caller bumps the content version, since posts show their author. */
export const changeAuthor = (
  trx: Transaction,
  id: string,
  change: Partial<Pick<Author, 'name' | 'bio' | 'avatarUrl'>>,
) => updateRow(trx, authorProfiles, id, change)

/** Gives the authors with the company's name another one, unless it is the name of the person whose profile it is. */
export const renameDefaultAuthorProfiles = (trx: Transaction, from: string, to: string) =>
  trx
    .updateTable('authorProfiles')
    .set({ name: to, updatedAt: new Date().toISOString() })
    .where('name', '=', from)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('users')
            .select('users.id')
            .whereRef('users.profileId', '=', 'authorProfiles.id')
            .whereRef('users.name', '=', 'authorProfiles.name'),
        ),
      ),
    )
    .execute()

export const deleteAuthor = (trx: Transaction, id: string) => deleteRow(trx, authorProfiles, id)

/** The authors of published posts with the newest one of each, most recent first. */
export const publicAuthors = (database: Database, limit: number): Promise<PublicPerson[]> =>
  postContent.newestFirst(postContent.publicPeople(database)).limit(limit).execute()
