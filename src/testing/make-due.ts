import type { UpdateQueryBuilder, UpdateResult } from 'kysely'
import type { Transaction } from '#server/database/connect.ts'
import { databaseTime } from '#server/database/dialect.ts'
import type { Schema } from '#server/database/schema.ts'
import { noteDue } from '#server/mail/queue.ts'
import type { TestApp } from './start-app.ts'

type Update = UpdateQueryBuilder<Schema, 'deliveries', 'deliveries', UpdateResult>

/** Makes waiting messages due now, as if their hold had ended. @param choose narrows which @returns how many */
export const makeDue = (
  { database }: Pick<TestApp, 'database'>,
  choose: (all: Update) => Update = (all) => all,
): Promise<number> =>
  database.transaction(async (trx: Transaction) => {
    noteDue(trx)
    const waiting = trx
      .updateTable('deliveries')
      .set({ dueAt: databaseTime(trx, 0) })
      .where('state', '=', 'waiting')
    return Number((await choose(waiting as Update).executeTakeFirstOrThrow()).numUpdatedRows)
  })
