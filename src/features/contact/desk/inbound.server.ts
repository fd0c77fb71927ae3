import { addressParser } from 'postal-mime'
import { doneBody } from '#contract/fields.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { feature } from '#server/feature.ts'
import { errorSchemas } from '#server/http/errors.ts'
import { HttpError, notFound } from '#server/runtime/http-error.ts'
import { acceptSignedBodies, refuseRepetition, requireSignature } from '#server/security/signed-bodies.ts'
import { requestOfAddress } from './answer-mail.server.ts'
import { type InboundMessage, inboundMessage } from './desk.contract.ts'
import { queueReceivedNotice } from './desk-mail.server.ts'
import { addEvent, findRequest, lockRequest, setStatus, updateTurn } from './events.shared.server.ts'

/** The largest message, in bytes. */
const largestMessage = 2 * 1024 * 1024
/** The longest Message-ID and address that are stored. */
const longestId = 500
/** The longest header that is read, in characters: a stranger decides how long it is. */
const longestHeader = 10_000
/** The most attachments whose names are stored. */
const mostNames = 20

export const inboundRoutes = feature('Contact', async (app, { config, database }) => {
  acceptSignedBodies(app, largestMessage)
  const ownAddresses = addressesIn([config.mail.from, config.mail.replyTo ?? '']).map((own) => own.toLowerCase())

  app.post(
    '/mail/inbound',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Hand in a received message',
        description:
          'Signed with the secret of `MAIL_INBOUND_SECRET`, as bounce reports are with theirs. A message that answers one of ours, or was sent to the address of a request, is added to the timeline of that request. Any other is answered with 404, and a message that was handed in before with 409. See docs/operating.md.',
        body: inboundMessage,
        response: { 201: doneBody, ...errorSchemas(401, 404, 409) },
      },
      // Before the body is validated, so that only signed requests learn about the contract.
      preValidation: async (request) => requireSignature(request, config.mail.inboundSecret),
    },
    async ({ body, headers }, reply) => {
      const from = addressesIn(body.from)[0]
      // Nothing that comes back from our own address opens a request or tells its owner.
      const auto = body.auto || (from !== undefined && ownAddresses.includes(from.toLowerCase()))
      const messageId = idsIn(body.messageId)[0]
      if (from === undefined || messageId === undefined) throw new HttpError(422, 'from and messageId are required')
      const addressed = await requestInAddresses(database, body.to)
      await database.transaction(async (trx) => {
        // The token is signed; a Message-ID can be known to others than the visitor.
        const contactId = addressed ?? (await requestOfThread(trx, body))
        if (contactId === undefined || !(await findRequest(trx, contactId)))
          throw notFound('No request belongs to this message.')
        await refuseRepetition(trx, 'inbound', headers)
        await addReceived(trx, contactId, { ...body, auto }, { from, messageId })
      })
      return reply.code(201).send({ message: 'The message was added to its request.' })
    },
  )
})

async function addReceived(
  trx: Transaction,
  contactId: string,
  { subject, text, auto, attachments = [] }: InboundMessage,
  { from, messageId }: { from: string; messageId: string },
): Promise<void> {
  const { status } = await lockRequest(trx, contactId)
  const known = trx.selectFrom('contactEvents').select('id').where('messageId', '=', messageId)
  if (await known.executeTakeFirst()) throw new HttpError(409, 'This message has already been received.')
  const names = attachments.map((one) => (typeof one === 'string' ? one : (one.name ?? one.filename ?? 'attachment')))
  const details = {
    ...(subject?.trim() && { subject: subject.trim().slice(0, 300) }),
    ...(auto && { auto }),
    ...(names.length > 0 && { attachments: names.slice(0, mostNames).map((name) => name.slice(0, 200)) }),
  }
  const body = (text ?? '').replaceAll('\r\n', '\n').trim()
  const event = await addEvent(trx, { contactId, kind: 'received', body, from, messageId, details })
  if (auto) return
  if (status === 'resolved') await setStatus(trx, contactId, 'pending')
  await updateTurn(trx, contactId)
  if (status !== 'spam') await queueReceivedNotice(trx, event)
}

/**
 * The request of the message that a message answers, or of the newest one in its conversation that is known here. The subject says nothing about
 * it.
 */
async function requestOfThread(
  trx: Transaction,
  { inReplyTo, references }: Pick<InboundMessage, 'inReplyTo' | 'references'>,
): Promise<string | undefined> {
  const ids = [...idsIn(inReplyTo), ...idsIn(references).reverse()]
  if (ids.length === 0) return undefined
  const events = await trx
    .selectFrom('contactEvents')
    .select(['messageId', 'contactId'])
    .where('messageId', 'in', ids)
    .execute()
  const known = new Map(events.map(({ messageId, contactId }) => [messageId, contactId]))
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
    /^[^\s@]+@[^\s@]+$/.test(address) && address.length <= 254 ? [address] : [],
  )
