import { randomUUIDv7 } from 'node:crypto'
import type { DeleteResult, InsertResult, Kysely, UpdateResult } from 'kysely'
import { clockSkew } from '#server/runtime/clock.ts'
import { type Database, type Db, listenerOf, nowIn, type Transaction } from './connect.ts'
import type { Row, Table } from './table.ts'

type AutomaticField = 'id' | 'version' | 'createdAt' | 'updatedAt'
/** The values of a new row. Its id, version and times are generated when they are left out. */
export type NewRow<T> = Omit<Row<T>, AutomaticField> & Partial<Pick<Row<T>, AutomaticField & keyof Row<T>>>

// These functions work on any table, which Kysely's types cannot express. Each feature's own queries are fully typed.
// biome-ignore lint/suspicious/noExplicitAny: see above
export const anyTable = (db: Db) => db as unknown as Kysely<any>

/** Inserts a row. @returns the row as it is stored */
export async function insertRow<T extends Table>(trx: Transaction, table: T, values: NewRow<T>): Promise<Row<T>> {
  const row = await addRow(trx, table, values)
  await listenerOf(trx).rowWritten(trx, table, (row as unknown as { id: string }).id, row, { before: {} })
  return row
}

/**
 * Updates fields, and with them the row's version and `updatedAt`. A field that is undefined becomes NULL.
 * @returns false when the row does not exist
 */
export async function updateRow<T extends Table>(
  trx: Transaction,
  table: T,
  id: string,
  changes: Partial<Omit<Row<T>, AutomaticField>>,
): Promise<boolean> {
  const updated = await writeRow(trx, table, id, changes, { isEdit: true })
  if (updated) await listenerOf(trx).rowWritten(trx, table, id, changes)
  return updated !== undefined
}

/** Sets only these columns; the row's version and `updatedAt` stay the same. */
export async function setColumns(trx: Transaction, table: Table, id: string, values: object): Promise<void> {
  await writeRow(trx, table, id, values)
  await listenerOf(trx).rowWritten(trx, table, id, values)
}

/** Inserts a row, without the steps of `createRecord`. @returns the row as it is stored */
export async function addRow<T extends Table>(trx: Transaction, table: T, values: NewRow<T>): Promise<Row<T>> {
  const now = nowIn(trx)
  const { createdAt } = values as { createdAt?: string }
  const defaults = { id: randomUUIDv7(), version: 1, createdAt: now, updatedAt: createdAt ?? now }
  const row = await anyTable(trx)
    .insertInto(table.name)
    .values(table.encode({ ...onlyColumns(table, defaults), ...values }))
    .returningAll()
    .executeTakeFirstOrThrow()
  return table.decode(row) as Row<T>
}

/**
 * Updates columns of a row, without the steps of `changeRecord`.
 * @param isEdit whether this makes a new version
 * @returns the row as it is stored, or undefined when it does not exist
 */
export async function writeRow<T extends Table>(
  trx: Transaction,
  table: T,
  id: string,
  values: object,
  { isEdit = false } = {},
): Promise<Row<T> | undefined> {
  const auditFields = isEdit ? onlyColumns(table, { updatedAt: nowIn(trx) }) : {}
  const row = await anyTable(trx)
    .updateTable(table.name)
    .set(table.encode({ ...values, ...auditFields }))
    .$if(isEdit && 'version' in table.columns, (query) => query.set((row) => ({ version: row('version', '+', 1) })))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && (table.decode(row) as Row<T>)
}

/** Deletes a row. @returns false when the row does not exist */
export async function deleteRow(trx: Transaction, table: Table, id: string): Promise<boolean> {
  const deleted = await affectsRows(anyTable(trx).deleteFrom(table.name).where('id', '=', id))
  await listenerOf(trx).recordDeleted(trx, { table, id })
  return deleted
}

type Writing = { executeTakeFirstOrThrow(): Promise<InsertResult | UpdateResult | DeleteResult> }

/** Runs a statement. @returns how many rows it inserted, updated or deleted */
export async function countAffected(statement: Writing): Promise<number> {
  const counts: Partial<InsertResult & UpdateResult & DeleteResult> = await statement.executeTakeFirstOrThrow()
  return Number(counts.numUpdatedRows ?? counts.numDeletedRows ?? counts.numInsertedOrUpdatedRows ?? 0n)
}

/** Runs a statement. @returns whether it inserted, updated or deleted a row */
export const affectsRows = async (statement: Writing): Promise<boolean> => (await countAffected(statement)) > 0

const onlyColumns = (table: Table, values: object) =>
  Object.fromEntries(Object.entries(values).filter(([column]) => column in table.columns))

/** A named value of the program in the table `settings`; undefined if there is none. */
export async function readStoredValue(db: Db, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value
}

/** Stores a named value, in place of the previous one. */
export async function storeValue(db: Db, name: string, value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/**
 * Claims work for this process for some milliseconds, by a named value with the end of the claim. That of a killed process expires.
 * @param now by the clock of the database (`database.clock`), since other machines compare it with theirs
 * @returns false when another process has it
 */
export async function claimWork(db: Db, name: string, lifetime: number, now: number): Promise<boolean> {
  const inTime = (milliseconds: number) => new Date(now + milliseconds).toISOString()
  const value = inTime(lifetime)
  const claim = db.insertInto('settings').values({ name, value })
  return affectsRows(
    claim.onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ value })
        // A claim that ends later than any can was made while the clock was ahead. One a little later is that of another process, which read
        // its clock after this one.
        .where(({ or, eb }) =>
          or([eb('settings.value', '<', inTime(0)), eb('settings.value', '>', inTime(lifetime + clockSkew))]),
        ),
    ),
  )
}

/**
 * Does work that one process at a time may do, and renews the claim until the work has ended.
 * @returns its result; undefined when another process has the claim
 */
export async function whileClaimed<Result>(
  { db, clock }: Pick<Database, 'db' | 'clock'>,
  name: string,
  lifetime: number,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  if (!(await claimWork(db, name, lifetime, clock()))) return undefined
  let renewed: Promise<unknown> = Promise.resolve()
  const renewing = setInterval(() => {
    renewed = storeValue(db, name, new Date(clock() + lifetime).toISOString()).catch(() => {})
  }, lifetime / 3).unref()
  try {
    return await work()
  } finally {
    clearInterval(renewing)
    await renewed
    await db.deleteFrom('settings').where('name', '=', name).execute()
  }
}

/** Whether some process has claimed work. */
export async function isClaimed({ db, clock }: Pick<Database, 'db' | 'clock'>, name: string): Promise<boolean> {
  return ((await readStoredValue(db, name)) ?? '') > new Date(clock()).toISOString()
}
