import type { Transaction } from '#server/database/connect.ts'
import { manyContentChanges } from '#server/database/content-version.ts'
import type { Log } from '#server/database/storage-errors.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { createWorkQueue } from '#server/runtime/work-queue.ts'
import type { SourceFiles } from '../ground/source.ts'
import type { Note } from '../ground/transfer.contract.ts'
import type { ContentImportRow, ContentItemRow, ItemData } from '../ground/transfer.table.ts'
import { oldSiteOf } from './addresses.ts'
import { applyExported } from './apply-record.server.ts'
import type { ImportContext } from './context.server.ts'
import { fillTexts } from './fill-texts.server.ts'
import { indexOf } from './find-files.server.ts'
import { authorsOf, createAuthors } from './import-authors.server.ts'
import {
  changeImport,
  changeItem,
  currentChoices,
  findImport,
  rememberSource,
  sourceKey,
  yieldToEventLoop,
} from './import-store.server.ts'
import { makePlan } from './make-plan.server.ts'
import type { MediaFolder } from './media-folder.server.ts'
import { uniqueNotes } from './notes.server.ts'
import { endImport, isBegun, pendingItems, placesWithoutRecord } from './pending-items.server.ts'
import { addressOf } from './plan.server.ts'
import { ImportEnded, isPassing, type Saved, saveRecord } from './save-record.server.ts'
import { exportedFiles } from './store-former-media.server.ts'
import { createMedia } from './store-media.server.ts'
import { storeRedirects } from './store-redirects.server.ts'

export type Applying = {
  signal: AbortSignal
  /** The files of an import that was begun at the command line. */
  files?: SourceFiles | undefined
  media?: MediaFolder | undefined
  onProgress?: (done: number) => void
  log?: Log
}

/** Items under way at the same time: one is rendered while another is written. The records of an export of this program need those before them. */
const together = 2

/**
 * Creates and changes the records of an import. Each item is one transaction, which also says that it is done: so an import that was interrupted goes on
 * where it was, and no item counts twice.
 * @throws ImportEnded when it is not being applied any more, or the signal's reason
 */
export async function applyImport(
  context: ImportContext,
  id: string,
  { signal, files, media, onProgress, log }: Applying,
): Promise<void> {
  const { database } = context
  const { db } = database
  const row = await findImport(db, id)
  const { actor } = row
  if (row.state !== 'applying' || !actor) return
  // Another import, or a colleague, may have changed the site since the report.
  if (!(await isBegun(context, id))) await makePlan(context, id)
  const choices = await currentChoices(db, row)
  const index = await indexOf(db, row)
  const shared = { row, actor, signal, index, pictures: choices.pictures, files, media }
  const stored = createMedia(context, shared)
  await createAuthors(context, row, { media: stored, signal })
  const missing = await placesWithoutRecord(context, id)
  const parts = { index, media: stored, site: oldSiteOf(row), exists: (place: number) => !missing.has(place) }
  const authors = await authorsOf(context, row)
  const readFile = exportedFiles(database, id, files)
  const { change, end } = manyContentChanges(database)
  // A second process that renders would take 130 MB, and those who write want a preview meanwhile.
  const busyMessage = 'Another text is being rendered.'
  const inTurn = createWorkQueue({ concurrency: 1, queueLimit: together, busyMessage })
  let done = 0

  const saveItem = async (item: ContentItemRow) => {
    const { data } = item
    if (data && 'entity' in data) {
      const alongside = (trx: Transaction, saved: Saved) => finishItem(trx, row, item, saved)
      return applyExported(context, data.entity, { actor, importId: id, signal, readFile, alongside, change })
    }
    const saving = await savingOf(item)
    const alongside = (trx: Transaction, saved: Saved, notes: Note[]) =>
      finishItem(trx, row, item, saved, [...saving.notes, ...notes])
    const saved = await saveRecord(context, actor, saving, alongside)
    return { ...saved, notes: [...saving.notes, ...saved.notes] }
  }

  /** A fault of the program costs one item. */
  const failed = (item: ContentItemRow) => (error: unknown) => {
    if (signal.aborted || error instanceof ImportEnded || isPassing(error)) throw error
    log?.error(error, `An item of an import could not be saved (${id}, ${item.place})`)
    return {
      outcome: 'failed' as const,
      reason: 'It cannot be saved, because of a fault of this program.',
      notes: [],
      saved: undefined,
    }
  }

  const work = async (item: ContentItemRow) => {
    signal.throwIfAborted()
    const { saved, notes, outcome, reason } = await saveItem(item).catch(failed(item))
    const all = uniqueNotes([...item.notes, ...notes])
    if (!saved)
      await changeItem(db, item, {
        outcome: outcome ?? 'failed',
        reason,
        done: true,
        content: undefined,
        plan: shownPlan(item),
      })
    if (all.length > item.notes.length) await changeItem(db, item, { notes: all, noted: true })
    onProgress?.(++done)
    await yieldToEventLoop()
  }

  async function savingOf({ entity = '', recordId = '', data, content = '', plan, kind, outcome }: ContentItemRow) {
    const record = { entity, id: recordId, version: outcome === 'changed' ? plan?.version : undefined }
    const {
      content: text,
      notes,
      ...addresses
    } = await fillTexts(data as Extract<ItemData, { record: unknown }>, content, parts)
    const body: Record<string, unknown> = { ...plan?.body, ...addresses }
    if (kind === 'page') {
      body['sections'] = text.trim() === '' ? [] : [{ kind: 'text', content: text }]
      delete body['imageUrl']
    } else {
      body['content'] = text
      const author = plan?.authorItem === undefined ? plan?.author : authors.get(plan.authorItem)
      if (author) body['authorId'] = author
    }
    // A record that is public here is not withdrawn, since only new ones become drafts.
    if (outcome === 'changed' && choices.status === 'drafts')
      for (const name of ['published', 'active', 'publishAt']) delete body[name]
    return { ...record, body, notes, change, inTurn }
  }

  const items = pendingItems(context, id)
  const runNext = async () => {
    for (let next = await items.next(); !next.done; next = await items.next()) await work(next.value)
  }
  const failures = (
    await Promise.allSettled(Array.from({ length: row.source === 'atrium' ? 1 : together }, runNext))
  ).filter(({ status }) => status === 'rejected')
  await end()
  const [failure] = failures as PromiseRejectedResult[]
  if (failure) throw failure.reason
  await storeRedirects(context, row, index)
  await endImport(context, row)
}

/** Without what only the writing of an item needs. */
const shownPlan = ({ plan: { status, date, from, to } = {} }: Pick<ContentItemRow, 'plan'>, address?: string) => ({
  ...(status && { status }),
  ...(date && { date }),
  ...(from !== undefined && { from }),
  ...((address ?? to) !== undefined && { to: address ?? to }),
})

async function finishItem(
  trx: Transaction,
  row: ContentImportRow,
  item: ContentItemRow,
  saved: Saved,
  more: Note[] = [],
): Promise<void> {
  const { state } = await trx
    .selectFrom('contentImports')
    .select('state')
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow()
  if (state !== 'applying') throw new ImportEnded()
  const { kind, sourceId, entity = '', recordId = '', hash } = item
  const to =
    saved.address === undefined
      ? undefined
      : kind === 'record'
        ? item.plan?.to
        : addressOf(kind as 'post' | 'page', saved.address)
  await changeItem(trx, item, {
    ...{ done: true, content: undefined, version: saved.version, before: saved.before },
    ...(more.length > 0 && { notes: uniqueNotes([...item.notes, ...more]), noted: true }),
    plan: shownPlan(item, to),
  })
  await rememberSource(trx, {
    source: sourceKey(row),
    sourceId,
    entity,
    recordId,
    hash,
    version: saved.version,
    importId: row.id,
  })
}

/** Begins to apply an import. @param expect refuses other states than the right one */
export async function beginToApply(
  { database }: Pick<ImportContext, 'database'>,
  id: string,
  actor: Staff,
  expect: (row: ContentImportRow) => void,
): Promise<void> {
  await database.transaction(async (trx) => {
    const row = await findImport(trx, id)
    expect(row)
    const { id: userId, uid, name, email, role, profileId } = actor
    await changeImport(trx, id, {
      state: 'applying',
      startedAt: database.now(),
      actor: { id: userId, uid, name, email, role, profileId },
    })
  })
}
