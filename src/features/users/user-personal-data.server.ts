import { isAddress, type PersonalData } from '#server/record/personal-data.ts'
import { users } from './users.table.ts'

/** The accounts of colleagues. An erasure is refused for their addresses, so nothing is erased here. */
export const userPersonalData: PersonalData = {
  tables: ['users'],
  async read(db, email) {
    const rows = await db.selectFrom('users').selectAll().where(isAddress('email', email)).execute()
    return rows.map((row) => {
      const { firebaseUid: _, ...user } = users.decode(row)
      const { name, role, active, createdAt } = user
      return {
        at: createdAt,
        kind: 'account',
        title: name,
        name,
        facts: [
          { name: 'Role', value: role },
          { name: 'Active', value: active ? 'Yes' : 'No' },
        ],
        record: { ...user },
      }
    })
  },
  erase: async () => [],
  addresses: async (db) =>
    (await db.selectFrom('users').select('email').execute()).map(({ email }) => email.toLowerCase()),
}
