import type { UpdateQueryBuilder, UpdateResult } from 'kysely'
import type { Transaction } from '#server/database/connect.ts'
import { databaseTime } from '#server/database/dialect.ts'
import type { Schema } from '#server/database/schema.ts'
import { noteDue } from '#server/mail/queue.ts'
import type { TestApp } from './start-app.ts'

type Update = UpdateQueryBuilder<Schema, 'deliveries', 'deliveries', UpdateResult>

/** Makes queued messages due now, as if their time had come. @param choose narrows which @returns how many */
export const makeDue = ({ database }: Pick<TestApp, 'database'>, choose: (all: Update) => Update): Promise<number> =>
  database.transaction(async (trx: Transaction) => {
    noteDue(trx)
    const all = trx.updateTable('deliveries').set({ dueAt: databaseTime(trx, 0) })
    return Number((await choose(all as Update).executeTakeFirstOrThrow()).numUpdatedRows)
  })
