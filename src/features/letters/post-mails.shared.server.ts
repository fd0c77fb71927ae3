import type { Database, Transaction } from '#server/database/connect.ts'
import type { PostMail } from './letters.contract.ts'
import { postMails } from './letters.table.ts'

/** How the message about a post differs from the usual one; undefined when it does not. */
export async function readPostMail(db: Database['db'] | Transaction, blogId: string): Promise<PostMail | undefined> {
  const row = await db.selectFrom('postMails').selectAll().where('blogId', '=', blogId).executeTakeFirst()
  if (!row) return undefined
  const { blogId: _, audience, ...mail } = postMails.decode(row)
  return { ...mail, audience: audience ?? undefined }
}

/** Stores it with a save of the post: `undefined` keeps it, null or one with nothing in it makes the message the usual one. */
export async function storePostMail(trx: Transaction, blogId: string, mail: PostMail | null | undefined) {
  if (mail === undefined) return
  const { subject, preheader, greeting, whole = false, audience = null } = mail ?? {}
  const texts = Object.fromEntries(
    Object.entries({ subject, preheader, greeting }).map(([name, text]) => [name, text?.trim() || undefined]),
  )
  const isUsual = Object.values(texts).every((text) => text === undefined) && !whole && audience === null
  if (isUsual) {
    await trx.deleteFrom('postMails').where('blogId', '=', blogId).execute()
    return
  }
  const row = postMails.encode({ blogId, ...texts, whole, audience })
  await trx
    .insertInto('postMails')
    .values(row)
    .onConflict((conflict) => conflict.column('blogId').doUpdateSet(row))
    .execute()
}
