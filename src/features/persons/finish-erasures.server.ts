import type { Log } from '#server/database/after-commit.ts'
import { overwriteDeleted } from '#server/database/overwrite.ts'
import { readStoredValue, storeValue } from '#server/database/rows.ts'
import { logFailure } from '#server/database/storage-errors.ts'
import type { AppContext } from '#server/feature.ts'
import { deleteMessageFiles } from '#server/mail/mail.ts'
import { appendErased, erasedTables } from './erasures.shared.server.ts'

type Parts = Pick<AppContext, 'config' | 'database' | 'personalData'>

/** The addresses whose traces may still be in the files. A restart forgets them. */
const erasedIn = new WeakMap<AppContext['database'], Set<string>>()

/** The stored value with the number of erasures whose data is overwritten. */
const overwrittenName = 'erasures overwritten'

/**
 * Finishes erasures after their transactions: the hashes in `DATA_DIR/erased`, the overwriting, and the message files.
 * @returns finishes all that are not finished, and that of the given address in any case. It never rejects: what fails is done by the next call.
 */
export function erasureFinisher(
  { config: { dataDir }, database, personalData }: Parts,
  log: Log,
  unfinished = erasedIn.getOrInsertComputed(database, () => new Set()),
) {
  const { db } = database

  const succeeds = (work: Promise<unknown>) =>
    work.then(
      (result) => result !== false,
      (error) => {
        logFailure(log, error, 'An erasure could not be finished; this is tried again within the hour')
        return false
      },
    )

  async function countErasures(): Promise<string> {
    const { count } = await db
      .selectFrom('erasures')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return String(count)
  }

  /** @returns whether nothing is left to do */
  async function overwrite(): Promise<boolean> {
    const count = await countErasures()
    if (unfinished.size === 0 && count === ((await readStoredValue(db, overwrittenName)) ?? '0')) return true
    const emails = [...unfinished]
    if ((await overwriteDeleted(database, erasedTables(personalData), emails)) === false) return false
    // Last, since a message may have been on its way to its file. After a restart only the file without a delivery tells whose it was.
    const rows = emails.length === 0 ? await db.selectFrom('deliveries').select('id').execute() : []
    const queued = new Set(rows.map(({ id }) => id))
    await deleteMessageFiles(dataDir, (texts, id) =>
      emails.length === 0 ? !queued.has(id) : texts.some((text) => emails.some((email) => text.includes(email))),
    )
    await storeValue(db, overwrittenName, count)
    for (const email of emails) unfinished.delete(email)
    return true
  }

  return async (email?: string): Promise<boolean> => {
    if (email !== undefined) unfinished.add(email)
    await succeeds(appendErased(database, dataDir))
    return succeeds(overwrite())
  }
}
