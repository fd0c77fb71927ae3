import { boolean, integer, optional, type Stored, table, text, time } from '#server/database/table.ts'

/** Exactly one instructor is the default, for courses that name no existing one. */
export const instructors = table('instructors', {
  id: text(),
  name: text(),
  avatarUrl: optional(text()),
  bio: text(),
  isDefault: boolean(),
  version: integer(),
  createdAt: time(),
  updatedAt: time(),
  updatedBy: optional(text()),
})

declare module '#server/database/schema.ts' {
  interface Schema {
    instructors: Stored<typeof instructors>
  }
}
