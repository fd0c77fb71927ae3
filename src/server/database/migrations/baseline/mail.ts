import { filled, oneOf, type TableRules, trash } from '#server/database/migrations/make-table.ts'

const present = '"deletedAt" is null'
const newest = ['createdAt desc', 'id desc']

/** Messages from visitors, subscribers, and the queue of messages to them. */
export const mail: Record<string, TableRules> = {
  contactRequests: {
    key: ['id'],
    columns: {
      id: 'text',
      name: 'text',
      email: 'text',
      subject: 'text',
      status: 'text',
      createdAt: 'time',
      flood: 'boolean?',
      /** The delivery of the digest that lists it. */
      digestId: 'text?',
      ...trash.columns,
      message: 'text',
    },
    checks: {
      filled: filled('name', 'email', 'subject', 'message'),
      status: oneOf('status', ['pending', 'resolved', 'spam']),
    },
    indexes: {
      newest: { on: newest, where: present },
      by_status: { on: ['status', ...newest], where: present },
      of_flood: { on: newest, where: '"flood" is not null' },
      of_digest: { on: ['digestId'], where: '"digestId" is not null' },
      ...trash.indexes,
    },
  },
  subscribers: {
    key: ['id'],
    columns: {
      id: 'text',
      email: 'text',
      subscribedAt: 'time',
      state: 'text',
      stateSince: 'time?',
      stateReason: 'text?',
    },
    defaults: { state: 'confirmed' },
    unique: ['email'],
    checks: {
      email: `${filled('email')} and "email" = lower("email")`,
      state: oneOf('state', ['pending', 'confirmed', 'unsubscribed', 'bounced']),
    },
    indexes: {
      newest: ['subscribedAt desc', 'id desc'],
      by_state: ['state', 'subscribedAt desc', 'id desc'],
    },
  },
  /** The newsletter about a post, of which each post has at most one. */
  notifications: {
    key: ['id'],
    columns: {
      id: 'text',
      blogId: 'text',
      recipients: 'integer',
      holdUntil: 'time',
      pausedAt: 'time?',
      createdBy: 'text?',
      createdAt: 'time',
    },
    unique: ['blogId'],
    references: { blogId: 'blogs.id+' },
  },
  /** A row for every message. It names its subject and recipient without a foreign key, so a new kind of message changes no table. */
  deliveries: {
    key: ['id'],
    columns: {
      id: 'text',
      kind: 'text',
      subjectId: 'text?',
      recipientId: 'text?',
      payload: 'text?',
      state: 'text',
      priority: 'integer',
      attempts: 'integer',
      dueAt: 'time',
      claimedBy: 'text?',
      claimedUntil: 'time?',
      settledAt: 'time?',
      reason: 'text?',
      createdAt: 'time',
    },
    checks: {
      state: oneOf('state', ['waiting', 'sending', 'sent', 'skipped', 'failed']),
      /** The data of a sent message is deleted, so the table contains no personal data of it. */
      payload: '"settledAt" is null or "payload" is null',
      claim: `("state" = 'sending') = ("claimedBy" is not null) and ("claimedBy" is null) = ("claimedUntil" is null)`,
      settled: `("state" in ('sent', 'skipped', 'failed')) = ("settledAt" is not null)`,
    },
    indexes: {
      next: ['state', 'priority', 'dueAt', 'id'],
      of_subject: ['kind', 'subjectId', 'state'],
      of_recipient: { on: ['recipientId'], where: '"recipientId" is not null' },
    },
  },
}
