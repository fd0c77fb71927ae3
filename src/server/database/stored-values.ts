import type { Database, Transaction } from './connect.ts'

type Db = Database['db'] | Transaction

/** A value that the program keeps for itself under a name, in the table `settings`; undefined when there is none. */
export async function readStoredValue(db: Db, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value
}

/** Keeps a value under a name, in the place of the one before. */
export async function storeValue(db: Db, name: string, value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
