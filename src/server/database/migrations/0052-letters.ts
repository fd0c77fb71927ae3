import { sql } from 'kysely'
import { addColumns, type Migration, makeTables, trash } from './make-table.ts'

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
