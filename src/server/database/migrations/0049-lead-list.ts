import { sql } from 'kysely'
import { type Migration, makeIndexes } from './make-table.ts'

const present = '"deletedAt" is null'
const newest = ['createdAt desc', 'id desc']

/** The lists of requests that wait, and the search for a part of a name, read an index and no messages. */
export const leadList: Migration = {
  name: '0049-lead-list',
  async up(db, kind) {
    await sql`drop index "contactRequests_in_turn"`.execute(db)
    await makeIndexes(db, 'contactRequests', {
      in_turn: {
        on: ['waitsFor', ...newest, 'lastAt', 'firstAnswerAt', 'ownerId', 'status', 'deletedAt'],
        where: `${present} and "status" = 'pending'`,
      },
      answered: { on: ['firstAnswerAt', 'createdAt', 'status', 'deletedAt'], where: '"firstAnswerAt" is not null' },
      // PostgreSQL refuses an entry as long as the longest names, and reads the rows fast enough.
      ...(kind === 'sqlite' && {
        named: { on: [...newest, 'name', 'email', 'subject', 'status', 'ownerId', 'deletedAt'], where: present },
      }),
    })
  },
}
