import type { Composer, ComposerParts } from '#server/mail/worker.ts'
import { contactRequests } from './contact.table.ts'

/** Tells the company of a visitor's message; an answer goes to the visitor. */
export function contactComposer({ database, config, mails }: ComposerParts): Composer {
  return {
    async compose({ contactId = '' }) {
      const row = await database.db.selectFrom('contactRequests').selectAll().where('id', '=', contactId).executeTakeFirst()
      if (!row) return { skip: 'The request was deleted' }
      const to = config.mail.contactNotify
      if (to === undefined) return { skip: 'Nobody is to be told (CONTACT_NOTIFY)' }
      const { name, email, subject, message } = contactRequests.decode(row)
      const url = `${config.publicUrl}/#/admin/contacts?search=${encodeURIComponent(email)}`
      const said = (await mails()).contactNotice({ company: config.company, request: { name, email, subject, message }, url })
      return { message: { to, subject, replyTo: { name, address: email }, headers: { 'Auto-Submitted': 'auto-generated' }, ...said } }
    },
  }
}
