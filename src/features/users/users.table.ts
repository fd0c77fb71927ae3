import type { Role } from '#contract/roles.ts'
import { boolean, optional, type Stored, table, text, time } from '#server/database/table.ts'

/** The users of the back office. `profileId` refers to the author profile of their posts. */
export const users = table('users', {
  id: text(),
  firebaseUid: optional(text()),
  name: text(),
  email: text(),
  active: boolean(),
  role: text<Role>(),
  profileId: optional(text()),
  /** Tokens of earlier sign-ins are refused. */
  signedOutAt: optional(time()),
  /** When an owner dismissed the first steps on the dashboard. */
  firstStepsDismissedAt: optional(time()),
  createdAt: time(),
  updatedAt: time(),
})

/** The names of deleted users, for what they did and the requests that they owned. */
export const formerStaff = table('formerStaff', { id: text(), name: text(), leftAt: time() })

declare module '#server/database/schema.ts' {
  interface Schema {
    users: Stored<typeof users>
    formerStaff: Stored<typeof formerStaff>
  }
}
