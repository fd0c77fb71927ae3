import { sql } from 'kysely'
import {
  addColumns,
  type Migration,
  makeIndexes,
  makeTables,
  oneOf,
  trash,
} from '#server/database/migrations/make-table.ts'

/** Files of addresses that staff import in steps, and where each subscriber comes from. */
export const imports: Migration = {
  name: '0047-imports',
  async up(db, kind) {
    await makeTables(db, kind, {
      imports: {
        key: ['id'],
        columns: {
          id: 'text',
          at: 'time',
          by: 'text?',
          fileName: 'text?',
          state: 'text',
          lines: 'integer',
          columns: 'json',
          mode: 'text',
          agreed: 'text?',
          agreedOn: 'text?',
          /** The last line that was imported, so that another process can go on. */
          doneTo: 'integer',
          added: 'integer',
          known: 'integer',
          unsubscribed: 'integer',
          erased: 'integer',
          unreadable: 'integer',
          repeated: 'integer',
          appliedAt: 'time?',
          /** While its subscribers are asked to confirm: the last one that was. */
          asking: 'boolean',
          askedTo: 'text?',
          undoneAt: 'time?',
          taken: 'integer',
          kept: 'json?',
        },
        checks: {
          state: oneOf('state', ['open', 'applying', 'applied', 'undone']),
          mode: oneOf('mode', ['confirmed', 'ask']),
        },
        indexes: { newest: ['at desc', 'id desc'] },
      },
      /** The lines of a file, as JSON of their cells, until it is imported. Afterwards those that were left out, with the reason. */
      importLines: {
        key: ['importId', 'line'],
        columns: { importId: 'text', line: 'integer', text: 'text', reason: 'text?' },
        references: { importId: 'imports.id+' },
      },
    })
    await addColumns(db, kind, 'subscribers', {
      name: 'text?',
      source: 'text?',
      sourceDetail: 'text?',
      importId: 'text?',
    })
    await makeIndexes(db, 'subscribers', { of_import: { on: ['importId', 'id'], where: '"importId" is not null' } })
  },
}

/** Letters that are no posts, and a notification about a post or a letter. Subscribers choose topics, pause, and may say why they left. */
export const letters: Migration = {
  name: '0052-letters',
  async up(db, kind) {
    await makeTables(db, kind, {
      letters: {
        key: ['id'],
        columns: {
          id: 'text',
          title: 'text',
          subject: 'text',
          preheader: 'text?',
          greeting: 'text?',
          body: 'text',
          audience: 'json',
          sendAt: 'time?',
          version: 'integer',
          createdAt: 'time',
          updatedAt: 'time',
          updatedBy: 'text?',
          ...trash.columns,
        },
        indexes: { newest: ['createdAt desc', 'id desc'], ...trash.indexes },
      },
      /** How the message about a post differs from the usual one. */
      postMails: {
        key: ['blogId'],
        columns: {
          blogId: 'text',
          subject: 'text?',
          preheader: 'text?',
          greeting: 'text?',
          whole: 'boolean',
          audience: 'json',
        },
        references: { blogId: 'blogs.id+' },
      },
    })

    // SQLite cannot make a column nullable.
    await sql`create temporary table "formerNotifications" as select * from "notifications"`.execute(db)
    await sql`drop table "notifications"`.execute(db)
    await makeTables(db, kind, {
      notifications: {
        key: ['id'],
        columns: {
          id: 'text',
          blogId: 'text?',
          letterId: 'text?',
          code: 'text?',
          audience: 'json?',
          content: 'json?',
          recipients: 'integer',
          holdUntil: 'time',
          fixedAt: 'time?',
          pausedAt: 'time?',
          createdBy: 'text?',
          createdAt: 'time',
        },
        unique: ['blogId', 'letterId', 'code'],
        references: { blogId: 'blogs.id+', letterId: 'letters.id+' },
        checks: { subject: '("blogId" is null) <> ("letterId" is null)' },
        indexes: { unfixed: { on: ['holdUntil'], where: '"fixedAt" is null' } },
      },
    })
    await sql`
      insert into "notifications" ("id", "blogId", "recipients", "holdUntil", "fixedAt", "pausedAt", "createdBy", "createdAt")
      select "id", "blogId", "recipients", "holdUntil", "createdAt", "pausedAt", "createdBy", "createdAt" from "formerNotifications"`.execute(
      db,
    )
    await sql`drop table "formerNotifications"`.execute(db)

    await addColumns(db, kind, 'subscribers', {
      topics: 'json?',
      pausedUntil: 'time?',
      leftBy: 'text?',
      leftReason: 'text?',
      cameFrom: 'json?',
    })
  },
}

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

/** The page of a letter that was sent can be corrected. */
export const correctedLetters: Migration = {
  name: '0063-corrected-letters',
  up: (db, kind) => addColumns(db, kind, 'letters', { correctedAt: 'time?' }),
}
