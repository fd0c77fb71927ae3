import { integer, optional, type Row, type Stored, table, text, time } from '#server/database/table.ts'

/**
 * That a post is mailed to the subscribers: once a post, ever. `recipients` is how many there were when it was decided; nothing is sent
 * before `holdUntil`, nor while `pausedAt` stands.
 */
export const notifications = table('notifications', {
  id: text(),
  blogId: text(),
  recipients: integer(),
  holdUntil: time(),
  pausedAt: optional(time()),
  createdBy: optional(text()),
  createdAt: time(),
})
export type Notification = Row<typeof notifications>

declare module '#server/database/schema.ts' {
  interface Schema {
    notifications: Stored<typeof notifications>
  }
}
