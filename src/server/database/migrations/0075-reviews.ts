import { sql } from 'kysely'
import { addColumns, type Migration, makeTables, oneOf } from './make-table.ts'

const roles = ['owner', 'marketing', 'editor', 'sales', 'writer', 'viewer', 'trainer']
const states = ['asked', 'approved', 'changes', 'withdrawn', 'returned']
const ofRecord = { entity: 'text', recordId: 'text' } as const

/** Writers publish nothing: colleagues and guests review versions of records, and remark on their words. */
export const reviews: Migration = {
  name: '0075-reviews',
  async up(db, kind) {
    await makeTables(db, kind, {
      reviews: {
        key: ['id'],
        columns: {
          id: 'text',
          ...ofRecord,
          /** The reviewed version: a digest of its content, its fields, and who wrote it. */
          digest: 'text',
          fields: 'bytes',
          writtenById: 'text?',
          askedAt: 'time',
          askedBy: 'text',
          askedById: 'text?',
          note: 'text?',
          /** A colleague by id, or a guest. */
          ofId: 'text?',
          ofName: 'text',
          ofEmail: 'text?',
          /** The message to a guest, and why it did not arrive. */
          deliveryId: 'text?',
          undelivered: 'text?',
          /** The review that this one repeats for the same guest. */
          afterId: 'text?',
          state: 'text',
          settledAt: 'time?',
          settledBy: 'text?',
          settledById: 'text?',
          answer: 'text?',
          counts: 'boolean',
        },
        defaults: { state: 'asked', counts: false },
        checks: { state: oneOf('state', states) },
        indexes: {
          of_record: ['entity', 'recordId', 'askedAt'],
          /** Someone has one open review of a record. */
          open: { on: ['entity', 'recordId', 'ofId'], unique: true, where: `"state" = 'asked'` },
          of_colleague: ['ofId', 'state'],
          of_asker: ['askedById', 'state'],
          of_guest: { on: ['lower("ofEmail")'], where: '"ofEmail" is not null' },
          of_delivery: { on: ['deliveryId'], where: '"deliveryId" is not null' },
        },
      },
      remarks: {
        key: ['id'],
        columns: {
          id: 'text',
          ...ofRecord,
          parentId: 'text?',
          /** The marked words with the text around them, and since when they are gone. */
          anchor: 'json?',
          lostAt: 'time?',
          text: 'text',
          at: 'time',
          by: 'text',
          byId: 'text?',
          editedAt: 'time?',
          doneAt: 'time?',
          doneBy: 'text?',
        },
        references: { parentId: 'remarks.id+' },
        indexes: {
          of_record: { on: ['entity', 'recordId', 'at', 'id'], where: '"parentId" is null' },
          of_parent: { on: ['parentId', 'at', 'id'], where: '"parentId" is not null' },
          /** Those that follow their words. */
          anchored: { on: ['entity', 'recordId'], where: '"anchor" is not null and "doneAt" is null' },
        },
      },
      /** The texts to which the anchors of remarks belong, until these are moved to the present texts. */
      remarkedTexts: {
        key: ['entity', 'recordId', 'field'],
        columns: { ...ofRecord, field: 'text', text: 'bytes' },
      },
    })
    await addColumns(db, kind, 'previewLinks', { reviewId: 'text?' })
    /** An owner has published it without the approval of a second person. */
    await addColumns(db, kind, 'revisions', { alone: 'boolean?' })
    for (const statement of [
      'alter table "users" drop constraint "users_role"',
      `alter table "users" add constraint "users_role" check (${oneOf('role', roles)})`,
    ])
      await sql.raw(statement).execute(db)
  },
}
