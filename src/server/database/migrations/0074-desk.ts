import { type QueryExecutorProvider, sql } from 'kysely'
import type { DatabaseKind } from '#server/database/connect.ts'
import { addColumns, type Migration, makeIndexes, makeTables } from './make-table.ts'

const present = '"deletedAt" is null'
const newest = ['createdAt desc', 'id desc']

/** Requests about the same matter are joined, and the export of a person has a link. */
export const desk: Migration = {
  name: '0074-desk',
  async up(db, kind) {
    await addColumns(db, kind, 'contactRequests', { matterId: 'text?' })
    await addColumns(db, kind, 'contactEvents', { originId: 'text?' })
    await makeIndexes(db, 'contactRequests', {
      of_matter: { on: ['matterId', 'createdAt'], where: '"matterId" is not null' },
    })
    await replaceLists(db, kind)
    await makeTables(db, kind, {
      /** A row for each request that is joined to another one, with what the other one had before and got by it. */
      contactJoins: {
        key: ['childId'],
        columns: {
          childId: 'text',
          parentId: 'text',
          at: 'time',
          by: 'text?',
          byId: 'text?',
          before: 'json',
          after: 'json',
        },
        references: { childId: 'contactRequests.id+', parentId: 'contactRequests.id+' },
        indexes: { of_parent: ['parentId'] },
      },
      /** Links with which people download what is stored about them. `person` is the key that `persons` has. */
      personLinks: {
        key: ['id'],
        columns: {
          id: 'text',
          person: 'text',
          notes: 'boolean',
          by: 'text',
          createdAt: 'time',
          expiresAt: 'time',
        },
        indexes: { of_person: ['person', 'createdAt'] },
      },
    })
  },
}

/** Lists and counts read the indexes alone, so these name the column of their new condition. */
async function replaceLists(db: QueryExecutorProvider, kind: DatabaseKind): Promise<void> {
  const lists = {
    newest: { on: [...newest, 'matterId'], where: present },
    by_status: { on: ['status', ...newest, 'matterId'], where: present },
    in_turn: {
      on: ['turn', ...newest, 'lastAt', 'firstAnswerAt', 'ownerId', 'status', 'deletedAt', 'matterId'],
      where: `${present} and "status" = 'pending'`,
    },
    answered: {
      on: ['firstAnswerAt', 'createdAt', 'status', 'deletedAt', 'matterId', 'id'],
      where: '"firstAnswerAt" is not null',
    },
    // PostgreSQL refuses an entry as long as the longest names, and reads the rows fast enough.
    ...(kind === 'sqlite' && {
      named: {
        on: [...newest, 'name', 'email', 'subject', 'status', 'ownerId', 'deletedAt', 'matterId'],
        where: present,
      },
    }),
  }
  for (const name of Object.keys(lists)) await sql.raw(`drop index "contactRequests_${name}"`).execute(db)
  await makeIndexes(db, 'contactRequests', lists)
}
