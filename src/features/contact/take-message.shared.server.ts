import type { FastifyReply } from 'fastify'
import type { FormSignals } from '#contract/bot-signals.ts'
import { asLine } from '#contract/visit.ts'
import { consentOf } from '#features/consent/consent.shared.server.ts'
import type { Transaction } from '#server/database/connect.ts'
import type { AppContext } from '#server/feature.ts'
import { queueDelivery } from '#server/mail/queue.ts'
import { senderOf } from '#server/security/counters.ts'
import { countMessage, countNotice, likenessOf } from './contact-limits.shared.server.ts'
import { addToDigest } from './contact-notice.server.ts'
import { addRequest } from './desk/events.shared.server.ts'
import { looksLikeSpam } from './spam-score.server.ts'

type Parts = Pick<AppContext, 'config' | 'database' | 'site'>
type Message = { name: string; email: string; subject: string; message: string }
type Signals = FormSignals & { consent?: string | undefined }

const longestPhone = 60

/** A phone number as it is stored. */
export const phoneOf = (text: string | undefined) => asLine(text, longestPhone)

/** A message from a public form, as it is judged before it is stored. */
export type Judged = Awaited<ReturnType<typeof judgeMessage>>

/**
 * Judges a message, before the transaction that stores it.
 * @param form the name under which its sender is counted
 */
export async function judgeMessage(
  { config, database, site }: Parts,
  { message, signals, ip, form }: { message: Message; signals: Signals; ip: string; form: string },
) {
  const [spam, consentText, sender] = await Promise.all([
    looksLikeSpam(database, { ...message, ...signals }),
    consentOf({ database, site }, 'contact', signals.consent),
    config.rateLimit ? senderOf(database, form, ip) : null,
  ])
  const likeness = sender && (await likenessOf(database, sender, message))
  return { message, spam, consentText, sender, likeness }
}

/**
 * Counts a message against its sender.
 * @returns whether it is part of a flood
 * @throws HttpError 429 if the limit is reached
 */
export const countJudged = async (trx: Transaction, { sender, likeness, message }: Judged, reply: FastifyReply) =>
  sender !== null && likeness !== null && (await countMessage(trx, sender, likeness, message, reply))

type More = Omit<Parameters<typeof addRequest>[1], keyof Message | 'status' | 'flood' | 'consentText'>

/** Counts and stores a message as a contact request, and queues the notice to the company. @returns its id */
export async function storeMessage(
  trx: Transaction,
  { config }: Pick<Parts, 'config'>,
  judged: Judged,
  more: More,
  reply: FastifyReply,
): Promise<string> {
  const { message, spam, consentText, sender } = judged
  const flood = await countJudged(trx, judged, reply)
  const status = spam ? ('spam' as const) : ('pending' as const)
  const id = await addRequest(trx, { ...message, ...more, consentText, status, flood: flood || undefined })
  if (spam || !config.mail.contactNotify) return id
  if (flood || (sender && (await countNotice(trx)))) await addToDigest(trx, id)
  else await queueDelivery(trx, 'contact', { subjectId: id })
  return id
}
