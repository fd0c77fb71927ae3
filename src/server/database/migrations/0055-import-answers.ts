import { sql } from 'kysely'
import { addColumns, type Migration, makeIndexes } from './make-table.ts'

/** Imports ask who may receive mail, take lists of people who have left, and know which of their lines are still to come. */
export const importAnswers: Migration = {
  name: '0055-import-answers',
  async up(db, kind) {
    await addColumns(
      db,
      kind,
      'imports',
      {
        everyone: 'text?',
        /** The lines that are still to be imported. */
        linesLeft: 'integer',
        stopped: 'integer',
        restored: 'integer',
        /** When it was given up: it was interrupted and not continued. */
        endedAt: 'time?',
        check: 'json?',
      },
      { linesLeft: 0, stopped: 0, restored: 0 },
    )
    await sql`
      update "imports" set "linesLeft" = (
        select count(*) from "importLines" where "importId" = "imports"."id" and "line" > "imports"."doneTo" and "reason" is null
      ) where "state" in ('open', 'applying')`.execute(db)
    // Former versions deleted lines of interrupted imports. A line has a number that is not less than the count of the lines up to it.
    await sql`
      update "imports" set "linesLeft" = "lines" - "doneTo"
      where "state" = 'applying' and "linesLeft" = 0 and "doneTo" < "lines"`.execute(db)
    /** The import that unsubscribed a subscriber, and the state before it, until the state changes again. */
    await addColumns(db, kind, 'subscribers', { stoppedBy: 'text?', beforeStop: 'json?' })
    await makeIndexes(db, 'subscribers', { stopped_by: { on: ['stoppedBy', 'id'], where: '"stoppedBy" is not null' } })
  },
}
