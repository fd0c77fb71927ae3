import { sql } from 'kysely'
import { addColumns, type Migration, makeIndexes, makeTables, oneOf, orderedRules, trash } from './make-table.ts'

const open = `"deletedAt" is null and "status" = 'pending'`

const replies = orderedRules({ name: 'text', body: 'text' })

/** Requests have an owner, a day for following up and a timeline with notes and answers. Texts of answers can be saved. */
export const leadDesk: Migration = {
  name: '0045-lead-desk',
  async up(db, kind) {
    const columns = {
      ownerId: 'text?',
      followUpOn: 'text?',
      firstAnswerAt: 'time?',
      lastAt: 'time',
      waitsFor: 'text',
      answerTo: 'text?',
      courseId: 'text?',
      version: 'integer',
    } as const
    const defaults = { lastAt: '1970-01-01T00:00:00.000Z', waitsFor: 'us', version: 1 }
    await addColumns(db, kind, 'contactRequests', columns, defaults)
    await sql`update "contactRequests" set "lastAt" = "createdAt"`.execute(db)
    await makeIndexes(db, 'contactRequests', {
      of_owner: { on: ['ownerId', 'createdAt desc', 'id desc'], where: '"deletedAt" is null' },
      in_turn: { on: ['waitsFor', 'lastAt'], where: open },
      to_follow_up: { on: ['followUpOn'], where: '"followUpOn" is not null' },
      of_email: ['lower("email")', 'createdAt desc'],
    })
    await makeTables(db, kind, {
      contactEvents: {
        key: ['id'],
        columns: {
          id: 'text',
          contactId: 'text',
          at: 'time',
          kind: 'text',
          by: 'text?',
          byId: 'text?',
          body: 'text?',
          before: 'text?',
          after: 'text?',
          /** The Message-ID of an answer or a received message, without its angle brackets. */
          messageId: 'text?',
          /** The address that a received message came from. */
          from: 'text?',
          details: 'json?',
        },
        references: { contactId: 'contactRequests.id+' },
        checks: {
          kind: oneOf('kind', ['note', 'answer', 'received', 'status', 'owner', 'followUp']),
          texts: `"kind" not in ('note', 'answer', 'received') or "body" is not null`,
        },
        indexes: {
          of_request: ['contactId', 'at', 'id'],
          of_message: { on: ['messageId'], unique: true, where: '"messageId" is not null' },
        },
      },
      savedReplies: {
        ...replies,
        columns: { ...replies.columns, ...trash.columns },
        indexes: { ...replies.indexes, ...trash.indexes },
      },
    })
  },
}
