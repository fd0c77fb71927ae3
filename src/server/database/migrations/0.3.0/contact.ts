import { sql } from 'kysely'
import {
  addColumns,
  type Migration,
  makeIndexes,
  makeTables,
  oneOf,
  orderedRules,
  trash,
} from '#server/database/migrations/make-table.ts'

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

/** Where a request came from, and the wording under the form that its sender saw. */
export const consent: Migration = {
  name: '0046-consent',
  async up(db, kind) {
    await makeTables(db, kind, {
      /** A row for each wording under a form, with the version of the privacy document at that time. It never changes. */
      consentTexts: {
        key: ['id'],
        columns: { id: 'text', text: 'text', version: 'text', since: 'time' },
      },
    })
    await addColumns(db, kind, 'contactRequests', {
      page: 'text?',
      read: 'json?',
      referrer: 'text?',
      campaign: 'json?',
      phone: 'text?',
      consentText: 'text?',
    })
    await addColumns(db, kind, 'subscribers', { consentAt: 'time?', consentText: 'text?', consentPage: 'text?' })
  },
}

/** Addresses by the key that names them in paths, and the persons whose data was erased, as keyed hashes. */
export const persons: Migration = {
  name: '0048-persons',
  async up(db, kind) {
    await makeTables(db, kind, {
      persons: { key: ['key'], columns: { key: 'text', email: 'text' } },
      erasures: { key: ['hash', 'at'], columns: { hash: 'text', at: 'time', by: 'text?' } },
    })
    await makeIndexes(db, 'contactEvents', { of_sender: { on: ['lower("from")'], where: '"from" is not null' } })
  },
}

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

/**
 * Deleted colleagues keep their name, and requests the owner that they had at the time. Of those who were deleted before, the name is in what they
 * did, and their requests in the timelines.
 */
export const formerStaff: Migration = {
  name: '0062-former-staff',
  async up(db, kind) {
    await makeTables(db, kind, {
      formerStaff: { key: ['id'], columns: { id: 'text', name: 'text', leftAt: 'time' } },
    })
    await addColumns(db, kind, 'contactRequests', { formerOwnerId: 'text?' })
    await makeIndexes(db, 'contactRequests', {
      of_former_owner: { on: ['formerOwnerId', 'createdAt desc', 'id desc'], where: '"formerOwnerId" is not null' },
    })
    await sql`
      insert into "formerStaff" ("id", "name", "leftAt")
      select "byId", max("by"), max("at")
      from (select "byId", "by", "at" from "contactEvents" union all select "byId", "by", "at" from "activity") as "acts"
      where "byId" is not null and "by" is not null
        and not exists (select 1 from "users" where "users"."id" = "acts"."byId")
      group by "byId"`.execute(db)
    await sql`
      update "contactRequests" set "formerOwnerId" = (
        select "before" from "contactEvents"
        where "contactId" = "contactRequests"."id" and "kind" = 'owner' and "after" is null and "byId" is null
        order by "at" desc limit 1)
      where "ownerId" is null`.execute(db)
  },
}
