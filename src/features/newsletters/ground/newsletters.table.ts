import { trashColumns } from '#server/database/lifecycle.ts'
import { boolean, integer, json, optional, type Row, type Stored, table, text, time } from '#server/database/table.ts'
import type { Audience, NewsletterContent } from './newsletters.contract.ts'

/**
 * Newsletters that are no posts. Without a `preheader` mail programs show the first words; `sendAt` is absent for at once. Once a newsletter is sent, `title`
 * and `body` are those of its page, and `correctedAt` is when staff changed them.
 */
export const newsletters = table('newsletters', {
  id: text(),
  title: text(),
  subject: text(),
  preheader: optional(text()),
  greeting: optional(text()),
  body: text(),
  audience: json<Audience>(),
  sendAt: optional(time()),
  correctedAt: optional(time()),
  version: integer(),
  createdAt: time(),
  updatedAt: time(),
  updatedBy: optional(text()),
  ...trashColumns,
})
export type StoredNewsletter = Row<typeof newsletters>

/** How the message about a post differs from the usual one. `whole`: it has the whole text of the post; `audience` is null for the usual one. */
export const postMails = table('postMails', {
  blogId: text(),
  subject: optional(text()),
  preheader: optional(text()),
  greeting: optional(text()),
  whole: boolean(),
  audience: json<Audience | null>(),
})

/**
 * The sending of a post or a newsletter, at most one for each. `code` names it in links (`?via=`); rows of earlier versions have none. `audience` is
 * absent for everyone, `content` is the newsletter as it was when it was confirmed; a post is sent as it is now.
 * `fixedAt` is when its recipients became deliveries; `recipients` is how many there were. Nothing is sent before `holdUntil`, nor while `pausedAt`
 * is set. `triedAt` is when the message had been tried for all of them.
 */
export const notifications = table('notifications', {
  id: text(),
  blogId: optional(text()),
  newsletterId: optional(text()),
  code: optional(text()),
  audience: optional(json<Audience>()),
  content: optional(json<NewsletterContent>()),
  recipients: integer(),
  holdUntil: time(),
  fixedAt: optional(time()),
  pausedAt: optional(time()),
  triedAt: optional(time()),
  createdBy: optional(text()),
  createdAt: time(),
})
export type Notification = Row<typeof notifications>

export type MailedRecord = { blogId: string } | { newsletterId: string }

declare module '#server/database/schema.ts' {
  interface Schema {
    newsletters: Stored<typeof newsletters>
    postMails: Stored<typeof postMails>
    notifications: Stored<typeof notifications>
  }
}
