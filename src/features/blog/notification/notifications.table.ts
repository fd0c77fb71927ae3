import { integer, optional, type Row, type Stored, table, text, time } from '#server/database/table.ts'

/**
 * The notification about a post, at most one for each post. `recipients` is how many there were when it was queued; nothing is sent before
 * `holdUntil`, nor while `pausedAt` is set.
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
