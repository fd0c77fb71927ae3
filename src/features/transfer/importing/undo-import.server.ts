import { deleteAuthor } from '#features/blog/blog.shared.server.ts'
import { removeRedirects } from '#features/redirects/redirects.shared.server.ts'
import { eraseItem } from '#media/server/media-store.ts'
import type { Transaction } from '#server/database/connect.ts'
import { changeContent } from '#server/database/content-version.ts'
import { anyTable } from '#server/database/rows.ts'
import { tellNothing } from '#server/hooks/emit.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { changeRecord } from '#server/record/change-record.ts'
import type { Entity } from '#server/record/entity.ts'
import { deleteHistory } from '#server/record/revisions.ts'
import type { LockedRow } from '#server/record/versions.ts'
import type { AnyResource } from '#server/resource/resource.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import type { ContentImport } from '../ground/transfer.contract.ts'
import { type ContentImportRow, type ContentItemRow, contentItems } from '../ground/transfer.table.ts'
import type { ImportContext } from './context.server.ts'
import { batch, changeImport, changeItem, findImport, undoUntil, yieldToEventLoop } from './import-store.server.ts'
import { isNeeded, takeBackExported } from './take-back-exported.server.ts'

type Kept = NonNullable<ContentImport['kept']>[number]

const tooLate = 'This import can no longer be undone. Delete what you do not want to keep.'

/** Begins to undo an import, also one that is half applied. @throws HttpError 404, 409 */
export async function beginToUndo({ database }: Pick<ImportContext, 'database'>, id: string): Promise<void> {
  await database.transaction(async (trx) => {
    const row = await findImport(trx, id)
    if (row.state === 'undone' || row.state === 'undoing')
      throw new HttpError(409, 'This import has been undone already.')
    if (row.state !== 'applied' && row.state !== 'applying')
      throw new HttpError(409, 'Nothing of this import has been applied.')
    if ((undoUntil(row) ?? '') <= database.now()) throw new HttpError(409, tooLate)
    await changeImport(trx, id, { state: 'undoing', kept: row.kept ?? [], reason: undefined })
  })
}

/**
 * Takes back what an import has written and nobody has edited since, in slices: each is one transaction, so an undo that was interrupted goes on where it
 * was.
 * @throws the signal's reason
 */
export async function undoImport(context: ImportContext, id: string, signal: AbortSignal): Promise<void> {
  const { database } = context
  const row = await findImport(database.db, id)
  if (row.state !== 'undoing') return
  // Records before the pictures that they show and the profiles that they name.
  for (const kinds of [['post', 'page', 'record'], ['file'], ['author']] as const)
    for (;;) {
      signal.throwIfAborted()
      const stored = await database.db
        .selectFrom('contentItems')
        .selectAll()
        .where('importId', '=', id)
        .where('kind', 'in', [...kinds])
        .where('outcome', 'in', ['new', 'changed'])
        .where('done', '=', true)
        // The last one first: what names others came after them.
        .orderBy('place', 'desc')
        .limit(batch)
        .execute()
      if (stored.length === 0) break
      const items = stored.map((item) => contentItems.decode(item) as ContentItemRow)
      await changeContent(database, async (trx) => {
        tellNothing(trx)
        const { kept = [] } = await findImport(trx, id)
        const known = kept.length
        for (const item of items) {
          const left = await takeBack(context, trx, row, item)
          // A picture of an export is an item of the library too.
          if (left && !kept.some(({ _id }) => _id === left._id)) kept.push(left)
          await changeItem(trx, item, { done: false, before: undefined })
        }
        if (kept.length > known) await changeImport(trx, id, { kept })
      })
      await yieldToEventLoop()
    }
  await indexChanged(context, id, signal)
  await changeContent(database, async (trx) => {
    await removeRedirects(trx, id)
    await trx.deleteFrom('contentFiles').where('importId', '=', id).execute()
    await trx.updateTable('contentItems').set({ data: null, content: null }).where('importId', '=', id).execute()
    await changeImport(trx, id, { state: 'undone', undoneAt: database.now() })
  })
}

/** The search has the words of records that were changed, and have their former ones again. */
async function indexChanged(
  { database, config, entities }: ImportContext,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const rows = database.db.selectFrom('contentItems').select('entity').distinct().where('importId', '=', id)
  const changed = await rows.where('outcome', '=', 'changed').execute()
  for (const { entity } of changed)
    await entities.find(({ table }) => table.name === entity)?.reindex?.(database, config, signal)
}

/** @returns the record, if it stays */
async function takeBack(
  context: ImportContext,
  trx: Transaction,
  row: ContentImportRow,
  item: ContentItemRow,
): Promise<Kept | undefined> {
  const { kind, recordId, entity, title: name } = item
  if (recordId === undefined || entity === undefined || !row.actor) return undefined
  if (kind !== 'file' && kind !== 'author')
    return takeBackRecord(context, trx, { item, actor: row.actor, entity, recordId })
  if (kind === 'file' && !(await isOwn(trx, recordId, row))) return undefined
  const isKept = kind === 'file' ? await isUsed(trx, recordId) : await isNeeded(trx, entity, recordId)
  if (isKept) return { entity, _id: recordId, name }
  await (kind === 'file' ? eraseItem(trx, recordId) : deleteAuthor(trx, recordId))
  await forget(trx, item)
  return undefined
}

type Taken = { item: ContentItemRow; actor: Staff; entity: string; recordId: string }

async function takeBackRecord(
  context: ImportContext,
  trx: Transaction,
  { item, actor, entity, recordId }: Taken,
): Promise<Kept | undefined> {
  const kind = context.entities.find(({ table }) => table.name === entity)
  const resource = context.resources.get(entity)
  if (!kind || !resource) {
    const key = await takeBackExported(context, trx, item)
    if (key !== undefined) return { entity, _id: key, name: item.title }
    await forget(trx, item)
    return undefined
  }
  const { table, nameColumn } = kind
  const stored = await anyTable(trx)
    .selectFrom(table.name)
    .selectAll()
    .where('id', '=', recordId)
    .forUpdate()
    .executeTakeFirst()
  if (!stored) {
    await forget(trx, item)
    return undefined
  }
  const record = table.decode(stored) as LockedRow
  const kept = { entity, _id: recordId, name: String(record[nameColumn]) }
  const known = trx
    .selectFrom('importedFrom')
    .select('version')
    .where('entity', '=', entity)
    .where('recordId', '=', recordId)
  // A later import may have changed it, and have been undone.
  if (record.version !== (await known.executeTakeFirst())?.version || (await hasCopy(trx, entity, recordId)))
    return kept
  if (item.outcome === 'changed') {
    if (!item.before) return undefined
    const {
      id: _,
      version: __,
      updatedAt: ___,
      updatedBy: ____,
      ...columns
    } = table.decode(item.before) as Record<string, unknown>
    const changed = await changeRecord(trx, { ...resource, id: recordId }, actor, () => columns, {
      version: record.version,
    })
    if (changed)
      await trx
        .updateTable('importedFrom')
        .set({ version: changed.after.version, hash: '' })
        .where('entity', '=', entity)
        .where('recordId', '=', recordId)
        .execute()
    return undefined
  }
  // The date of a page goes with it.
  if (entity === 'cohorts' && record['pageId' as keyof typeof record] !== undefined) return undefined
  if (!(await isErased(trx, kind, resource, record, actor))) return kept
  await forget(trx, item)
  return undefined
}

/** Deletes a record for good, as from the trash. @returns false if another record needs it */
async function isErased(
  trx: Transaction,
  kind: Entity,
  { beforeRemoval }: Pick<AnyResource, 'beforeRemoval'>,
  record: LockedRow,
  actor: Staff,
): Promise<boolean> {
  try {
    await kind.refuseErasure?.(trx, record.id)
    await beforeRemoval?.(trx, record, actor)
  } catch (error) {
    if (error instanceof HttpError) return false
    throw error
  }
  await kind.erase(trx, record.id)
  await deleteHistory(trx, { table: kind.table, id: record.id })
  return true
}

const hasCopy = async (trx: Transaction, entity: string, recordId: string) =>
  (await trx
    .selectFrom('workingCopies')
    .select('recordId')
    .where('entity', '=', entity)
    .where('recordId', '=', recordId)
    .executeTakeFirst()) !== undefined

/** Whether an import has stored an item of the library that is still there. */
async function isOwn(trx: Transaction, id: string, { startedAt = '' }: ContentImportRow): Promise<boolean> {
  const items = trx.selectFrom('mediaItems').select('createdAt').where('id', '=', id)
  const item = await items.forUpdate().executeTakeFirst()
  return item !== undefined && item.createdAt >= startedAt
}

async function isUsed(trx: Transaction, id: string): Promise<boolean> {
  const replaced = trx.selectFrom('mediaAliases').select('id').where('target', '=', id)
  const uses = trx
    .selectFrom('mediaUses')
    .select('mediaId')
    .where(({ or, eb }) => or([eb('mediaId', '=', id), eb('mediaId', 'in', replaced)]))
  return (await uses.limit(1).executeTakeFirst()) !== undefined
}

const forget = (trx: Transaction, { entity = '', recordId = '' }: ContentItemRow) =>
  trx.deleteFrom('importedFrom').where('entity', '=', entity).where('recordId', '=', recordId).execute()
