import { boolean, optional, type Stored, table, text, time } from '#server/database/table.ts'

/** Accounts of the staff. `profileId` leads to the byline of what they write. */
export const users = table('users', {
  id: text(),
  firebaseUid: optional(text()),
  name: text(),
  email: text(),
  active: boolean(),
  profileId: optional(text()),
  /** Tokens of sign-ins before this moment are no longer good. */
  signedOutAt: optional(time()),
  createdAt: time(),
  updatedAt: time(),
})

declare module '#server/database/schema.ts' {
  interface Schema {
    users: Stored<typeof users>
  }
}
