import { trashColumns } from '#server/database/lifecycle.ts'
import { boolean, integer, json, optional, type Row, type Stored, table, text, time } from '#server/database/table.ts'
import type { Audience } from './letters.contract.ts'

/** Letters that are no posts. Without a `preheader` mail programs show the first words; `sendAt` is absent for at once. */
export const letters = table('letters', {
  id: text(),
  title: text(),
  subject: text(),
  preheader: optional(text()),
  greeting: optional(text()),
  body: text(),
  audience: json<Audience>(),
  sendAt: optional(time()),
  version: integer(),
  createdAt: time(),
  updatedAt: time(),
  updatedBy: optional(text()),
  ...trashColumns,
})
export type StoredLetter = Row<typeof letters>

/** How the message about a post differs from the usual one. `whole`: it has the whole text of the post; `audience` is null for the usual one. */
export const postMails = table('postMails', {
  blogId: text(),
  subject: optional(text()),
  preheader: optional(text()),
  greeting: optional(text()),
  whole: boolean(),
  audience: json<Audience | null>(),
})

declare module '#server/database/schema.ts' {
  interface Schema {
    letters: Stored<typeof letters>
    postMails: Stored<typeof postMails>
  }
}
