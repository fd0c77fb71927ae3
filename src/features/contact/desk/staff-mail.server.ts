import { createHash } from 'node:crypto'
import { may } from '#contract/roles.ts'
import { type Database, type Transaction, timeIn } from '#server/database/connect.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import { count, day, minute } from '#server/security/counters.ts'
import { type InboundMessage, longestAnswer } from '../ground/desk.contract.ts'
import { addEvent, lockMatter, placeOf } from '../ground/events.shared.server.ts'
import { requestOfStaffAddress } from '../ground/reply-address.server.ts'
import { addAnswer } from './answers.server.ts'
import { queueReceivedNotice } from './desk-mail.server.ts'
import { splitQuotation } from './quotation.ts'
import { wordsOf } from './received-mail.server.ts'

/** A mail to an address that only a notice to staff has. `sender` is the colleague with the address that it came from. */
export type StaffMail = { contactId: string; sender: Colleague | undefined; refusal: string | undefined }
type Colleague = Pick<Staff, 'id' | 'name'>

/** @returns undefined for a mail to any other address */
export async function findStaffMail(
  database: Database,
  { from, to, headers = [] }: { from: string; to: string[]; headers: InboundMessage['headers'] },
): Promise<StaffMail | undefined> {
  const users = await database.db.selectFrom('users').select(['id', 'name', 'email', 'role', 'active']).execute()
  const ids = users.map(({ id }) => id)
  for (const address of to) {
    const found = await requestOfStaffAddress(database, address, ids)
    if (found === undefined) continue
    const sender = users.find(({ email }) => email.toLowerCase() === from.toLowerCase())
    const isTheirs = sender !== undefined && (found.userId === undefined || found.userId === sender.id)
    const isForged = headers.some(
      ({ name, value }) => name.toLowerCase() === 'authentication-results' && /\bdmarc=fail\b/i.test(value),
    )
    const refusal =
      !isTheirs || !sender.active || !may(sender.role, 'writeContacts')
        ? 'Its sender is not a colleague who may reply to this request.'
        : isForged
          ? 'The mail server could not verify its sender.'
          : undefined
    return { contactId: found.contactId, sender, refusal }
  }
  return undefined
}

/** A quoted line, or a part of the notice, also of one of an earlier version: where the new words cannot be told from the rest, the rest must not go to the visitor. */
const quoted =
  /^>|\/#\/admin\/|Reply to this email to answer |^View request$|Answer this message to write to |Open in the back office/m

/** How long a mail that is handed in again is recognised, in milliseconds. */
const rememberedFor = 14 * day

/**
 * Sends what a colleague has written in answer to a notice to the visitor, as an answer from the desk. A mail that cannot be sent on becomes a note, and
 * staff are told.
 */
export async function takeStaffMail(
  trx: Transaction,
  { contactId, sender, refusal }: StaffMail,
  message: InboundMessage,
  { from, messageId, auto, domain }: { from: string; messageId: string; auto: boolean; domain: string },
): Promise<void> {
  const counter = `staff mail:${createHash('sha256').update(messageId).digest('hex')}`
  const { [counter]: tally } = await count(trx, { [counter]: rememberedFor })
  if (tally && tally.count > 1) throw new HttpError(409, 'This message has already been received.')
  const whole = wordsOf(message)
  const body = splitQuotation(whole).text.trim()
  const unsent =
    refusal ??
    (auto ? 'It was sent automatically.' : undefined) ??
    (body === '' ? 'It has no text.' : undefined) ??
    (quoted.test(body) ? 'Its new text cannot be told apart from the text that it quotes.' : undefined) ??
    (body.length > longestAnswer ? 'It is too long.' : undefined) ??
    ((message.attachments ?? []).length > 0 ? 'It has attachments, which stay in your mailbox.' : undefined) ??
    (sender && (await answer(trx, contactId, body, sender, domain)))
  if (unsent === undefined) return
  const details = { unsent, ...(auto && { auto }) }
  const author = refusal === undefined && sender ? { actor: sender } : {}
  const place = placeOf(await lockMatter(trx, contactId), contactId)
  const event = await addEvent(trx, { ...place, kind: 'note', body: body || whole, from, details, ...author })
  if (!auto) await queueReceivedNotice(trx, event)
}

/** How long an answer counts as unseen by a colleague who writes mail, which names no version, in milliseconds. */
const unseenFor = 10 * minute

/** @returns why the answer was not sent */
async function answer(
  trx: Transaction,
  contactId: string,
  body: string,
  actor: Colleague,
  domain: string,
): Promise<string | undefined> {
  const input = { body, resolve: false, quote: true, sentElsewhere: false }
  const { id } = await lockMatter(trx, contactId)
  const faster = await trx
    .selectFrom('contactEvents')
    .select('by')
    .where('contactId', '=', id)
    .where('kind', '=', 'answer')
    .where('byId', 'is distinct from', actor.id)
    .where('at', '>', new Date(timeIn(trx) - unseenFor).toISOString())
    .orderBy('at', 'desc')
    .executeTakeFirst()
  if (faster) return `${faster.by ?? 'Someone'} has replied in the meantime.`
  try {
    await addAnswer(trx, id, input, { actor, domain, version: undefined, originId: contactId })
  } catch (error) {
    // It is refused before anything is written.
    if (error instanceof HttpError && error.status === 409) return error.message
    throw error
  }
}
