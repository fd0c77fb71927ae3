import type { Transaction } from '#server/database/connect.ts'
import type { Delivery } from './deliveries.table.ts'
import { type Mail, readFailure } from './mail.ts'
import type { MailDraft } from './mail-kind.ts'
import type { Sender } from './send-loop.ts'
import { noteSent, noteServerFailure } from './server-state.ts'

/** Sends mail, and notes whether the mail server works. @param domain that of every Message-ID */
export const mailSender = (mail: Mail, domain: string): Sender<MailDraft> => ({
  downMessage: 'A message could not be handed to the mail server',
  lane: 'mail',
  async send(message, delivery) {
    try {
      await mail.send({ ...message, messageId: messageId(delivery, domain) })
      return { also: noteSent }
    } catch (error) {
      const { reason, permanent, addressRefused: refused, serverFailed: down } = readFailure(error)
      const also = down ? (trx: Transaction) => noteServerFailure(trx, reason) : undefined
      return { failure: { reason, permanent, refused, down }, also }
    }
  },
})

/** The same for every attempt, so that mail servers recognise a repeated message. */
const messageId = ({ id }: Pick<Delivery, 'id'>, domain: string) => `<${id}@${domain}>`
