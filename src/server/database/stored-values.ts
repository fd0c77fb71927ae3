import type { Database, Transaction } from './connect.ts'

type Db = Database['db'] | Transaction

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
