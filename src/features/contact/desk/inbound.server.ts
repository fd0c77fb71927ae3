import { addressParser } from 'postal-mime'
import { withAsciiDomain } from '#contract/addresses.ts'
import { doneBody } from '#contract/fields.ts'
import { type Database, nowIn, type Transaction, timeIn } from '#server/database/connect.ts'
import { feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import { day, minute } from '#server/security/counters.ts'
import { acceptSignedBodies, refuseRepetition } from '#server/security/signed-bodies.ts'
import { type InboundMessage, inboundMessage } from '../ground/desk.contract.ts'
import { addEvent, findMatter, lockMatter, placeOf, setStatus, updateTurn } from '../ground/events.shared.server.ts'
import { requestOfAddress } from '../ground/reply-address.server.ts'
import { queueReceivedNotice } from './desk-mail.server.ts'
import { attachmentNames, isAutomatic, makeMessageId, wordsOf } from './received-mail.server.ts'
import { findStaffMail, takeStaffMail } from './staff-mail.server.ts'

/** The largest message, in bytes. */
const largestMessage = 2 * 1024 * 1024
/** The longest Message-ID and address that are stored. */
const longestId = 500
/** The longest header that is read, in characters: a stranger decides how long it is. */
const longestHeader = 10_000
/** A message arrives within this time, or its way was long; mail servers give up after the longest one. In milliseconds. */
const [shortWay, longestWay] = [5 * minute, 7 * day]
/** The most attachments whose names are stored. */
const mostNames = 20

export const inboundRoutes = feature('Contact', async (app, { config, database, mailService }) => {
  acceptSignedBodies(app, { bodyLimit: largestMessage, secret: config.mail.inboundSecret })
  const ownAddresses = addressesIn([config.mail.from, config.mail.replyTo ?? '']).map((own) => own.toLowerCase())

  route(app, 'POST /mail/inbound', {
    access: 'public',
    summary: 'Hand in a received message',
    description:
      'Signed with the secret of `MAIL_INBOUND_SECRET`, as bounce reports are with theirs. A message that answers one of ours, or was sent to the address of a request, is added to the timeline of that request. Any other is answered with 404, and a message that was handed in before with 409. See docs/operating.md.',
    input: inboundMessage,
    answer: { 201: doneBody },
    errors: [401, 404, 409],
    handler: async ({ body, headers, log }) => {
      // Before the sender is read: servers often name themselves without an address.
      if (body.report && (await mailService.applyReport(body.report)))
        return { message: 'The message is marked as not delivered.' }
      const from = addressesIn(body.from)[0]
      if (from === undefined) {
        log.warn('A received message has no sender. It is in the mailbox only.')
        throw new HttpError(422, 'The message has no sender, so it is in the mailbox only.')
      }
      // Nothing that comes back from our own address opens a request or tells its owner.
      const auto = isFromProgram(body, from) || ownAddresses.includes(from.toLowerCase())
      const messageId = idsIn(body.messageId)[0] ?? makeMessageId({ ...body, auto })
      const staffMail = await findStaffMail(database, { from, to: addressesIn(body.to), headers: body.headers })
      if (staffMail) {
        const about = { from, messageId, auto, domain: config.company.domain }
        await database.transaction(async (trx) => {
          if (!(await findMatter(trx, staffMail.contactId))) throw noRequest()
          await takeStaffMail(trx, staffMail, body, about)
        })
        return { message: 'The message was added to its request.' }
      }
      const addressed = await requestInAddresses(database, body.to)
      await database.transaction(async (trx) => {
        // The token is signed; a Message-ID can be known to others than the visitor.
        const contactId = addressed ?? (await requestOfThread(trx, body))
        if (contactId === undefined || !(await findMatter(trx, contactId))) throw noRequest()
        await refuseRepetition(trx, 'inbound', headers)
        await addReceived(trx, contactId, { ...body, auto }, { from, messageId })
      })
      return { message: 'The message was added to its request.' }
    },
  })
})

const noRequest = () => new HttpError(404, 'No request belongs to this message.', undefined, { code: 'no_request' })

/** Whether a program has sent a message, as the sender of the call or the message itself says. */
function isFromProgram({ auto, headers = [], subject = '', attachments = [] }: InboundMessage, from: string): boolean {
  const types = attachments.flatMap((one) => (typeof one === 'string' ? [] : (one.contentType ?? [])))
  return auto || isAutomatic({ headers, from, subject, types })
}

async function addReceived(
  trx: Transaction,
  originId: string,
  message: InboundMessage,
  { from, messageId }: { from: string; messageId: string },
): Promise<void> {
  const matter = await lockMatter(trx, originId)
  const { id: contactId, status, createdAt } = matter
  const known = trx.selectFrom('contactEvents').select('id').where('messageId', '=', messageId)
  if (await known.executeTakeFirst()) throw new HttpError(409, 'This message has already been received.')
  const { subject, auto, attachments = [], html = '' } = message
  const text = wordsOf(message)
  const names = attachmentNames(attachments, text === '' ? '' : html)
  const sentAt = await sentTime(trx, contactId, message, createdAt)
  const details = {
    ...(sentAt !== undefined && { receivedAt: nowIn(trx) }),
    ...(subject?.trim() && { subject: subject.trim().slice(0, 300) }),
    ...(auto && { auto }),
    ...(names.length > 0 && { attachments: names.slice(0, mostNames).map((name) => name.slice(0, 200)) }),
  }
  const received = { ...placeOf(matter, originId), kind: 'received' as const, body: text, from, messageId, details }
  const event = await addEvent(trx, { ...received, ...(sentAt && { at: sentAt }) })
  if (auto) return
  if (status === 'resolved') await setStatus(trx, contactId, 'pending')
  await updateTurn(trx, contactId)
  if (status !== 'spam') await queueReceivedNotice(trx, event)
}

/**
 * When a message was sent that was on its way for long; undefined for one that has just been sent. The clock of its sender may be wrong, so a time
 * counts only after the message that it answers.
 */
async function sentTime(
  trx: Transaction,
  contactId: string,
  { date = '', inReplyTo }: InboundMessage,
  createdAt: string,
): Promise<string | undefined> {
  const sent = Date.parse(date)
  const now = timeIn(trx)
  if (Number.isNaN(sent) || sent > now - shortWay || sent < now - longestWay) return undefined
  const answered = trx
    .selectFrom('contactEvents')
    .select('at')
    .where('contactId', '=', contactId)
    .where('messageId', 'in', [...idsIn(inReplyTo), ''])
    .orderBy('at', 'desc')
  const after = (await answered.executeTakeFirst())?.at ?? createdAt
  return sent > Date.parse(after) ? new Date(sent).toISOString() : undefined
}

/** The request of the message that a message answers, or of the newest one in its conversation that is known here, whatever the subject. */
async function requestOfThread(
  trx: Transaction,
  { inReplyTo, references }: InboundMessage,
): Promise<string | undefined> {
  const ids = [...idsIn(inReplyTo), ...idsIn(references).reverse()]
  if (ids.length === 0) return undefined
  const found = trx
    .selectFrom('contactEvents')
    .select(['messageId', ({ fn }) => fn.coalesce('originId', 'contactId').as('requestId')])
    .where('messageId', 'in', ids)
  const events = await found.execute()
  const known = new Map(events.map(({ messageId, requestId }) => [messageId, requestId]))
  return known.get(ids.find((id) => known.has(id)) ?? '')
}

/** The request that one of the addresses of a message names. */
async function requestInAddresses(database: Database, to: InboundMessage['to']): Promise<string | undefined> {
  for (const address of addressesIn(to)) {
    const id = await requestOfAddress(database, address)
    if (id !== undefined) return id
  }
  return undefined
}

const joined = (texts: string | string[] | undefined, separator: string) => [texts ?? ''].flat().join(separator)

/** The Message-IDs in a header, the newest ones of a long one. Nothing else of a stranger's text gets into the headers of our answers. */
const idsIn = (texts: string | string[] | undefined): string[] =>
  joined(texts, ' ')
    .slice(-longestHeader)
    .split(/[\s<>,;"\\]+/)
    .filter((id) => /^[^@].*@./.test(id) && id.length <= longestId)

/** The addresses in a header such as `Asha Nair <asha@example.net>, info@example.com`. An address in a displayed name is none. */
const addressesIn = (texts: string | string[] | undefined): string[] =>
  addressParser(joined(texts, ', ').slice(0, longestHeader), { flatten: true }).flatMap(({ address = '' }) =>
    /^[^\s@]+@[^\s@]+$/.test(address) && address.length <= 254 ? [withAsciiDomain(address)] : [],
  )
