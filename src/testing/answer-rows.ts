import { addAnswer } from '#features/contact/desk/answers.server.ts'
import { addRequest } from '#features/contact/ground/events.shared.server.ts'
import { users } from '#features/users/users.table.ts'
import type { Database } from '#server/database/connect.ts'
import { insertRow } from '#server/database/rows.ts'

/** Adds a request from an address, and an answer to it that leaves after its hold. */
export const addAnsweredRequest = (database: Database, email: string): Promise<unknown> =>
  database.transaction(async (trx) => {
    const account = { name: 'Sales', email: `sales-${email}`, active: true, role: 'sales' as const }
    const actor = { ...(await insertRow(trx, users, account)), role: account.role, uid: '', profileId: '' }
    const values = { name: 'Asha', email, subject: 'A question', message: 'Hello', status: 'pending' as const }
    const id = await addRequest(trx, values)
    const input = { body: 'Gladly', resolve: false, quote: true, sentElsewhere: false }
    return addAnswer(trx, id, input, { actor, domain: 'example.com', version: undefined })
  })
