import type { Transaction } from '#server/database/connect.ts'
import type { Staff } from '#server/identity/accounts.ts'
import type { SourceFiles } from '../ground/source.ts'
import { type ContentImportRow, type ContentItemRow, contentItems, type ItemData } from '../ground/transfer.table.ts'
import { applyExported } from './apply-record.server.ts'
import type { ImportContext } from './context.server.ts'
import { fillTexts } from './fill-texts.server.ts'
import { indexOf } from './find-files.server.ts'
import { authorsOf, createAuthors } from './import-authors.server.ts'
import {
  batch,
  changeImport,
  changeItem,
  currentChoices,
  findImport,
  rememberSource,
  sourceKey,
  yieldToEventLoop,
} from './import-store.server.ts'
import type { MediaFolder } from './media-folder.server.ts'
import { addNotes, countNotes, uniqueNotes } from './notes.ts'
import { addressOf } from './plan.server.ts'
import { ImportEnded, type Saved, saveRecord } from './save-record.server.ts'
import { exportedFiles } from './store-former-media.server.ts'
import { createMedia } from './store-media.server.ts'
import { storeRedirects } from './store-redirects.server.ts'

export type Applying = {
  signal: AbortSignal
  /** The files of an import that was begun at the command line. */
  files?: SourceFiles | undefined
  media?: MediaFolder | undefined
  onProgress?: (done: number) => void
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
  { signal, files, media, onProgress }: Applying,
): Promise<void> {
  const { database } = context
  const { db } = database
  const row = await findImport(db, id)
  const { actor } = row
  if (row.state !== 'applying' || !actor) return
  const choices = await currentChoices(db, row)
  const index = await indexOf(db, row)
  const shared = { row, actor, signal, index, pictures: choices.pictures, files, media }
  const stored = createMedia(context, shared)
  await createAuthors(context, row, { media: stored, signal })
  const missing = await placesWithoutRecord(context, id)
  const parts = { index, media: stored, site: row.site?.address, exists: (place: number) => !missing.has(place) }
  const authors = await authorsOf(context, row)
  const readFile = exportedFiles(database, id, files)
  let done = 0

  const saveItem = async (item: ContentItemRow, alongside: (trx: Transaction, saved: Saved) => Promise<unknown>) => {
    const { data } = item
    if (data && 'entity' in data)
      return applyExported(context, data.entity, { actor, importId: id, signal, readFile, alongside })
    const saving = await savingOf(item)
    const saved = await saveRecord(context, actor, saving, alongside)
    return { ...saved, notes: [...saving.notes, ...saved.notes] }
  }

  const work = async (item: ContentItemRow) => {
    signal.throwIfAborted()
    const alongside = (trx: Transaction, saved: Saved) => finishItem(trx, row, item, saved)
    const { saved, notes, outcome, reason } = await saveItem(item, alongside)
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
    return { ...record, body, notes }
  }

  const items = pendingItems(context, id)
  const runNext = async () => {
    for (let next = await items.next(); !next.done; next = await items.next()) await work(next.value)
  }
  const failures = (
    await Promise.allSettled(Array.from({ length: row.source === 'atrium' ? 1 : together }, runNext))
  ).filter(({ status }) => status === 'rejected')
  const [failure] = failures as PromiseRejectedResult[]
  if (failure) throw failure.reason
  await storeRedirects(context, row, index)
  await endImport(context, row)
}

/** The items that are still to be written, each once: several callers share it. */
async function* pendingItems({ database: { db } }: ImportContext, id: string): AsyncGenerator<ContentItemRow> {
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('contentItems')
      .selectAll()
      .where('importId', '=', id)
      .where('kind', 'in', ['post', 'page', 'record'])
      .where('outcome', 'in', ['new', 'changed'])
      .where('done', '=', false)
      .where('place', '>', last)
      .orderBy('place')
      // Each has its text.
      .limit(4)
      .execute()
    if (rows.length === 0) return
    for (const item of rows) yield contentItems.decode(item) as ContentItemRow
    last = rows.at(-1)?.place ?? last
  }
}
/** Without what only the writing of an item needs. */
const shownPlan = ({ plan: { status, date, from, to } = {} }: Pick<ContentItemRow, 'plan'>, address?: string) => ({
  ...(status && { status }),
  ...(date && { date }),
  ...(from !== undefined && { from }),
  ...((address ?? to) !== undefined && { to: address ?? to }),
})

async function finishItem(trx: Transaction, row: ContentImportRow, item: ContentItemRow, saved: Saved) {
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

/** The items whose links would lead nowhere. */
async function placesWithoutRecord({ database: { db } }: ImportContext, id: string): Promise<Set<number>> {
  const rows = await db
    .selectFrom('contentItems')
    .select('place')
    .where('importId', '=', id)
    .where('kind', 'in', ['post', 'page'])
    .where('outcome', 'in', ['leftOut', 'failed'])
    .execute()
  return new Set(rows.map(({ place }) => place))
}

/** Only the report stays, and what an undo needs. */
async function endImport({ database }: ImportContext, { id, found }: ContentImportRow): Promise<void> {
  const { db } = database
  const counts: Parameters<typeof addNotes>[0] = new Map()
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('contentItems')
      .select(['place', 'notes'])
      .where('importId', '=', id)
      .where('noted', '=', true)
      .where('place', '>', last)
      .orderBy('place')
      .limit(batch)
      .execute()
    for (const one of rows) addNotes(counts, contentItems.decode(one).notes)
    if (rows.length === 0) break
    last = rows.at(-1)?.place ?? last
  }
  await database.transaction(async (trx) => {
    await trx.updateTable('contentItems').set({ data: null, content: null }).where('importId', '=', id).execute()
    await trx.deleteFrom('contentFiles').where('importId', '=', id).execute()
    await changeImport(trx, id, {
      state: 'applied',
      appliedAt: database.now(),
      ...(found && { found: { ...found, notes: countNotes(counts) } }),
    })
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
