import { reviewNeeded } from '#contract/reviews.ts'
import { may, onlyDrafts } from '#contract/roles.ts'
import { mediaItems } from '#media/media.table.ts'
import { eraseItem } from '#media/server/media-store.ts'
import { recordUses } from '#media/server/media-uses.ts'
import { noteRecord } from '#server/activity/activity.ts'
import { signedAs } from '#server/activity/signed-as.ts'
import type { Database, Db, Transaction } from '#server/database/connect.ts'
import { changeContent } from '#server/database/content-version.ts'
import { anyTable, updateRow } from '#server/database/rows.ts'
import type { Row } from '#server/database/table.ts'
import type { AppContext } from '#server/feature.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { changeRecord } from '#server/record/change-record.ts'
import { isSeen } from '#server/record/publishing.ts'
import { moveToTrash } from '#server/record/trash.ts'
import { isVersionMismatch, type LockedRow, lockRow } from '#server/record/versions.ts'
import { changeCopy } from '#server/record/working-copies.ts'
import type { Resources } from '#server/resource/resource.ts'
import { HttpError, notFound, roleForbidden } from '#server/runtime/http-error.ts'
import { addressOf, describeUses, findMediaRow, isColumn, type Use, usesOf } from './library-queries.server.ts'

type Item = Row<typeof mediaItems>
type Rewrite = <Value>(value: Value) => Value
type Change = { apply: (trx: Transaction, actor: Staff) => Promise<void> }

/** Replaces one item by another. The published history keeps the old address, which leads to the new item. The old one goes to the trash. */
export async function replaceMedia(
  database: Database,
  resources: Resources,
  old: Item,
  nextId: string,
  actor: Staff,
): Promise<void> {
  const next = await findMediaRow(database, nextId)
  if (!next) return
  const rewrite = rewriterOf(old, next)
  // Texts are rendered before the transaction.
  const changes: Change[] = []
  for (const { entity, recordId, parts } of await usesOf(database.db, old.id)) {
    const columns = parts.filter(isColumn)
    const resource = resources.get(entity)
    if (columns.length > 0) changes.push(await changeOf(database, resource, entity, recordId, columns, rewrite))
    if (resource && parts.includes('copy'))
      changes.push({ apply: (trx) => changeCopy(trx, { table: resource.table, id: recordId }, rewrite) })
  }
  await changeContent(database, async (trx) => {
    for (const { apply } of changes) await apply(trx, actor)
    await trx.updateTable('mediaAliases').set({ target: nextId }).where('target', '=', old.id).execute()
    await trx.deleteFrom('mediaAliases').where('id', '=', nextId).execute()
    await trx
      .insertInto('mediaAliases')
      .values({ id: old.id, target: nextId })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ target: nextId }))
      .execute()
    await describeLike(trx, old, next, actor)
    await moveToTrash(trx, mediaItems, old.id, { by: actor, at: database.now() })
  })
}

/** Replaces the addresses of an item in a value of any shape. */
function rewriterOf(old: Item, next: Item): Rewrite {
  const address = addressOf(next)
  const pattern =
    old.kind === 'picture'
      ? new RegExp(`/media/${old.id}-\\d+(x\\d+)?\\.(webp|avif)`, 'g')
      : new RegExp(`/files/${old.id}/[\\w-]+\\.pdf`, 'g')
  const rewrite = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(pattern, address)
    if (Array.isArray(value)) return value.map(rewrite)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, rewrite(one)]))
  }
  return rewrite as Rewrite
}

/** The change of one row. For an entity with calls, it is a regular save with history. */
async function changeOf(
  database: Database,
  resource: ReturnType<Resources['get']>,
  entity: string,
  id: string,
  columns: string[],
  rewrite: Rewrite,
): Promise<Change> {
  const stored = await resource?.find(id)
  const read = anyTable(database.db).selectFrom(entity).select(columns).where('id', '=', id)
  const row: Record<string, unknown> = (await read.executeTakeFirst()) ?? {}
  if (!resource || !stored) {
    // A profile, or a record in the trash, which is rendered again when it is saved next.
    return { apply: (trx) => setTexts(trx, entity, id, rewrite(row)) }
  }
  const { table } = resource
  const draft = await resource.prepare(rewrite(table.decode(row)), { stored, upload: undefined, isDraft: false })
  return {
    async apply(trx, by) {
      const columns = async (before: LockedRow) => ({ ...(await resource.changes(trx, draft, before, by)) })
      const options = { version: stored.version, draft }
      await changeRecord(trx, { ...resource, id }, by, columns, options).catch((error) => {
        if (error instanceof HttpError && error.more?.code === reviewNeeded)
          throw new HttpError(409, needsReview(stored), undefined, error.more)
        if (!isVersionMismatch(error)) throw error
        throw new HttpError(409, 'A colleague has just saved something that uses this. Please try again.')
      })
      await raiseCopy(trx, entity, id, stored.version)
    },
  }
}

async function setTexts(trx: Transaction, entity: string, id: string, columns: Record<string, unknown>) {
  await anyTable(trx).updateTable(entity).set(columns).where('id', '=', id).execute()
  await recordUses(trx, { table: { name: entity }, id }, columns)
}

const needsReview = ({ title, name = title }: { title?: string; name?: string }) =>
  `“${name}” uses this, and its changes need the approval of a second person. Change it there, and ask for a review.`

/** A working copy of the version before stays publishable, because the record has no other change. */
async function raiseCopy(trx: Transaction, entity: string, id: string, version: number): Promise<void> {
  const { version: now } = await anyTable(trx)
    .selectFrom(entity)
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('workingCopies')
    .set({ version: now })
    .where('entity', '=', entity)
    .where('recordId', '=', id)
    .where('version', '=', version)
    .execute()
}

async function describeLike(trx: Transaction, old: Item, next: Item, actor: Staff): Promise<void> {
  const copied = (['alt', 'caption', 'credit'] as const).filter((field) => next[field] === '' && old[field] !== '')
  const name = old.name === '' ? {} : { name: old.name }
  const changes = {
    ...name,
    ...Object.fromEntries(copied.map((field) => [field, old[field]])),
    updatedBy: signedAs(actor),
  }
  await updateRow(trx, mediaItems, next.id, changes)
}

type Context = Pick<AppContext, 'database' | 'entities'>

const mostNamed = 20

export const unknownMedia = () => notFound('This is not in the media library.')

/** Moves an item to the trash. Processes serve it from memory until the content changes. @throws HttpError 409 `in_use` with the records that use it */
export async function trashMedia(context: Context, id: string, actor: Staff): Promise<void> {
  const { database } = context
  let uses: Use[] = []
  await changeContent(database, async (trx) => {
    uses = (await lockWithUses(trx, id)).uses
    if (uses.length > 0) throw new Error('in use')
    await moveToTrash(trx, mediaItems, id, { by: actor, at: database.now() })
  }).catch(async (error) => {
    // The records are named after the transaction.
    throw uses.length > 0 ? await inUse(context, uses) : error
  })
}

/** Whether someone may change the description of an item: that of one which more than drafts use is public. */
export async function mayDescribe(
  { entities }: Pick<Context, 'entities'>,
  db: Db,
  id: string,
  by: Staff,
): Promise<boolean> {
  if (!onlyDrafts(by)) return may(by, 'publish')
  for (const { entity, recordId, parts } of await usesOf(db, id)) {
    if (!parts.some(isColumn)) continue
    const kind = entities.find(({ table }) => table.name === entity)
    const stored = await anyTable(db).selectFrom(entity).selectAll().where('id', '=', recordId).executeTakeFirst()
    if (!kind || !stored || (await isSeen(db, kind, kind.table.decode(stored) as LockedRow))) return false
  }
  return true
}

/** @throws HttpError 403 */
export async function expectMayDescribe(...of: Parameters<typeof mayDescribe>): Promise<void> {
  if (await mayDescribe(...of)) return
  throw roleForbidden('More than drafts use this, so only colleagues who can publish may change it.')
}

/** Deletes an item for good, past the trash. @param allowUsed throws if the caller may not delete one that records still use */
export const eraseMedia = (database: Database, id: string, allowUsed: () => void): Promise<void> =>
  changeContent(database, async (trx) => {
    const { name, uses } = await lockWithUses(trx, id)
    if (uses.length > 0) allowUsed()
    noteRecord(trx, { entity: mediaItems.name, recordId: id, named: { name } })
    await eraseItem(trx, id)
  })

async function lockWithUses(trx: Transaction, id: string): Promise<{ name: string; uses: Use[] }> {
  const row = await lockRow(trx, mediaItems, id)
  if (!row) throw unknownMedia()
  return { name: String(row['name']), uses: await usesOf(trx, id) }
}

async function inUse(context: Context, uses: Use[]): Promise<HttpError> {
  const issues = (await describeUses(context, uses.slice(0, mostNamed))).map(({ _id, entity, label, name }) => ({
    path: `${entity}/${_id}`,
    message: `${label} “${name}”`,
  }))
  const where = uses.length === 1 ? (issues[0]?.message ?? '') : `${uses.length} places`
  const message = `This is used in ${where}, so it cannot be deleted. You can replace it.`
  return new HttpError(409, message, issues, { code: 'in_use' })
}
