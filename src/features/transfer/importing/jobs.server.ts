import { withoutActivity } from '#server/activity/activity.ts'
import type { Database, Db } from '#server/database/connect.ts'
import { forEachRecord } from '#server/database/each-record.ts'
import type { Job } from '#server/database/jobs.ts'
import { isClaimed, whileClaimed } from '#server/database/rows.ts'
import type { Log } from '#server/database/storage-errors.ts'
import type { AppContext } from '#server/feature.ts'
import type { Retention } from '#server/record/retention.ts'
import type { Resources } from '#server/resource/resource.ts'
import { contentImports } from '../ground/transfer.table.ts'
import { applyImport } from './apply-import.server.ts'
import type { ImportContext } from './context.server.ts'
import { openDays, reportDays, undoFor, yieldToEventLoop } from './import-store.server.ts'
import { giveUp } from './pending-items.server.ts'
import { claimTime, readingClaim, wasStopped } from './reading.server.ts'
import { ImportEnded, isPassing } from './save-record.server.ts'
import { undoImport } from './undo-import.server.ts'
import { deleteOldUploads } from './upload.server.ts'

/** One process at a time, of a server or a command, applies or undoes imports. */
export const workClaim = 'content imports'

/** The descriptions of all entities exist once the calls are declared. */
const registered = new WeakMap<Database, Resources>()
export const registerResources = (database: Database, resources: Resources) => void registered.set(database, resources)

export const contextOf = (context: Omit<ImportContext, 'resources'>): ImportContext => ({
  config: context.config,
  database: context.database,
  entities: context.entities,
  pathOwner: context.pathOwner,
  pagePaths: context.pagePaths,
  fetchOutside: context.fetchOutside,
  resources: registered.get(context.database) ?? new Map(),
})

type Context = Omit<ImportContext, 'resources'> & Pick<AppContext, 'mailService'>

/** How soon an import that waits is looked at again, in milliseconds. */
const lookAgain = 5_000

/** Goes on with imports that are applied or undone, and says of readings whose process has ended that they failed. */
export const contentImportJob: Job<Context> = {
  name: 'Import content',
  once: 'process',
  every: 60_000,
  /** A killed process keeps its claim for some seconds. */
  next: async ({ database }) =>
    (await nextImport(database.db, [])) ? new Date(database.clock() + lookAgain).toISOString() : null,
  work: (context, log) => withoutActivity(() => goOn(contextOf(context), context.mailService.stopping, log)),
}

async function goOn(context: ImportContext, signal: AbortSignal, log: Log): Promise<void> {
  const { database } = context
  await failReadings(context)
  if (!(await nextImport(database.db, []))) return
  await whileClaimed(database, workClaim, claimTime, async () => {
    const tried: string[] = []
    for (
      let next = await nextImport(database.db, tried);
      next && !signal.aborted;
      next = await nextImport(database.db, tried)
    ) {
      const { id } = next
      tried.push(id)
      await forEachRecord(log, 'An import of content was interrupted', [id], () => workOn(context, id, { signal, log }))
    }
  })
}

/** How often a fault of the program has stopped an import in this process, by its id; and how often it is tried. */
const faults = new Map<string, number>()
const mostFaults = 3

/** An undo may be asked for while an import is applied. A fault that each attempt meets ends both. */
async function workOn(
  context: ImportContext,
  id: string,
  { signal, log }: { signal: AbortSignal; log: Log },
): Promise<void> {
  try {
    await applyImport(context, id, { signal, log }).catch((error) => {
      if (!(error instanceof ImportEnded)) throw error
    })
    await undoImport(context, id, signal)
    faults.delete(id)
  } catch (error) {
    if (signal.aborted) return
    if (!isPassing(error)) faults.set(id, (faults.get(id) ?? 0) + 1)
    if (faults.get(id) === mostFaults) {
      await giveUp(context, id)
      faults.delete(id)
    }
    throw error
  }
}

/** The oldest import that waits. One that was begun at the command line is applied there, where its files are, and undone here too. */
async function nextImport(db: Db, tried: string[]) {
  return db
    .selectFrom('contentImports')
    .select('id')
    .where(({ eb, or, and }) =>
      or([eb('state', '=', 'undoing'), and([eb('state', '=', 'applying'), eb('origin', 'is', null)])]),
    )
    .$if(tried.length > 0, (some) => some.where('id', 'not in', tried))
    .orderBy('at')
    .limit(1)
    .executeTakeFirst()
}

async function failReadings({ database, config }: ImportContext): Promise<void> {
  const reading = await database.db.selectFrom('contentImports').select('id').where('state', '=', 'reading').execute()
  for (const { id } of reading) {
    if (await isClaimed(database, readingClaim(id))) continue
    const row = database.db
      .updateTable('contentImports')
      .set(contentImports.encode({ state: 'failed', reason: wasStopped }))
    await row.where('id', '=', id).where('state', '=', 'reading').execute()
    await deleteData(database.db, id)
  }
  await deleteOldUploads(config.dataDir, async (id) => isClaimed(database, readingClaim(id)))
}

const deletedAtOnce = 200

/** Deletes the items of an import and the files that they need. */
async function deleteData(db: Db, importId: string): Promise<void> {
  await db.deleteFrom('contentFiles').where('importId', '=', importId).execute()
  const { last } = await db
    .selectFrom('contentItems')
    .where('importId', '=', importId)
    .select(({ fn }) => fn.max<number | null>('place').as('last'))
    .executeTakeFirstOrThrow()
  for (let to = deletedAtOnce; to < (last ?? 0) + deletedAtOnce; to += deletedAtOnce) {
    await db.deleteFrom('contentItems').where('importId', '=', importId).where('place', '<=', to).execute()
    await yieldToEventLoop()
  }
}

/** Deletes an import that writes nothing. Its records stay. */
export async function deleteImport({ db }: Pick<Database, 'db'>, id: string): Promise<void> {
  await deleteData(db, id)
  await db.deleteFrom('contentImports').where('id', '=', id).execute()
}

const old = (db: Db, states: ('open' | 'failed' | 'applied' | 'applying' | 'undone')[], time: string) =>
  db.selectFrom('contentImports').select('id').where('state', 'in', states).where('at', '<', time).execute()

export const contentImportRetentions: Retention[] = [
  {
    name: 'Uploads of content that were never imported',
    keep: { days: openDays },
    async erase({ database }, { time }) {
      const found = await old(database.db, ['open', 'failed'], time)
      for (const { id } of found) await deleteImport(database, id)
      return found.length
    },
  },
  {
    name: 'Former values of imported content',
    keep: { days: undoFor / (24 * 60 * 60_000) },
    async erase({ database: { db } }, { time }) {
      const ended = db.selectFrom('contentImports').select('id').where('appliedAt', '<', time)
      const items = db.updateTable('contentItems').set({ before: null }).where('before', 'is not', null)
      return Number((await items.where('importId', 'in', ended).executeTakeFirstOrThrow()).numUpdatedRows)
    },
  },
  {
    name: 'Reports of imported content',
    keep: { days: reportDays },
    async erase({ database }, { time }) {
      const found = await old(database.db, ['applied', 'applying', 'undone'], time)
      for (const { id } of found) await deleteImport(database, id)
      return found.length
    },
  },
]
