import { mediaItems } from '#media/media.table.ts'
import { noteRecord } from '#server/activity/activity.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { changeContent } from '#server/database/content-version.ts'
import { deleteRow } from '#server/database/rows.ts'
import type { AppContext } from '#server/feature.ts'
import type { Staff } from '#server/identity/staff.ts'
import { moveToTrash } from '#server/record/trash.ts'
import { lockRow } from '#server/record/versions.ts'
import { HttpError, notFound } from '#server/runtime/http-error.ts'
import { describeUses, type Use, usesOf } from './media-uses.server.ts'

type Parts = Pick<AppContext, 'database' | 'entities'>

/** How many records a refusal names. */
const mostNamed = 20

export const unknownMedia = () => notFound('This is not in the media library.')

/**
 * Moves an item to the trash. Every process serves it from memory until the content changes, so this is such a change.
 * @throws HttpError 409 `in_use` while records use it, with their names
 */
export async function trashMedia(parts: Parts, id: string, by: Staff): Promise<void> {
  const { database } = parts
  let uses: Use[] = []
  await changeContent(database, async (trx) => {
    uses = (await lockWithUses(trx, id)).uses
    if (uses.length > 0) throw new Error('in use')
    await moveToTrash(trx, mediaItems, id, { by, at: database.now() })
  }).catch(async (error) => {
    // The records are named after the transaction.
    throw uses.length > 0 ? await inUse(parts, uses) : error
  })
}

/**
 * Deletes an item for good, past the trash.
 * @param allowUsed called when records still use it; it throws if the caller may not delete such an item
 */
export const eraseMedia = (database: Database, id: string, allowUsed: () => void): Promise<void> =>
  changeContent(database, async (trx) => {
    const { name, uses } = await lockWithUses(trx, id)
    if (uses.length > 0) allowUsed()
    noteRecord(trx, { entity: mediaItems.name, recordId: id, named: { name } })
    await eraseItem(trx, id)
  })

/** Deletes the row of an item and its picture. */
export async function eraseItem(trx: Transaction, id: string): Promise<void> {
  await trx.deleteFrom('images').where('hash', '=', id).execute()
  await deleteRow(trx, mediaItems, id)
}

async function lockWithUses(trx: Transaction, id: string): Promise<{ name: string; uses: Use[] }> {
  const row = await lockRow(trx, mediaItems, id)
  if (!row) throw unknownMedia()
  return { name: String(row['name']), uses: await usesOf(trx, id) }
}

/** The refusal to delete an item in use. */
async function inUse(parts: Parts, uses: Use[]): Promise<HttpError> {
  const issues = (await describeUses(parts, uses.slice(0, mostNamed))).map(({ _id, entity, label, name }) => ({
    path: `${entity}/${_id}`,
    message: `${label} “${name}”`,
  }))
  const where = uses.length === 1 ? (issues[0]?.message ?? '') : `${uses.length} places`
  const message = `This is used in ${where}, so it cannot be deleted. You can replace it.`
  return new HttpError(409, message, issues, { code: 'in_use' })
}
