import { doneBody } from '#contract/fields.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { feature } from '#server/feature.ts'
import { errorSchemas } from '#server/http/errors.ts'
import { HttpError, notFound } from '#server/runtime/http-error.ts'
import { acceptSignedBodies, refuseRepetition, requireSignature } from '#server/security/signed-bodies.ts'
import { isPresentRequest } from '../requests.shared.server.ts'
import { lockRequest } from './answers.server.ts'
import { queueReceivedNotice } from './desk-mail.server.ts'
import { addEvent, setStatus, updateTurn } from './events.shared.server.ts'
import { type InboundMessage, inboundMessage } from './inbound.contract.ts'
import { requestOfAddress } from './reply-address.server.ts'

/** The largest message, in bytes. */
const largestMessage = 2 * 1024 * 1024
/** The longest Message-ID and address that are stored. */
const longestId = 500
/** The most Message-IDs of a message that are looked up, from the newest on. */
const mostIds = 50
/** The most attachments whose names are stored. */
const mostNames = 20

export const inboundRoutes = feature('Contact', async (app, { config, database }) => {
  acceptSignedBodies(app, largestMessage)

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
      const messageId = idsIn(body.messageId)[0]
      if (from === undefined || messageId === undefined) throw new HttpError(422, 'from and messageId are required')
      const addressed = await requestInAddresses(database, body.to)
      await database.transaction(async (trx) => {
        const contactId = (await requestOfThread(trx, body)) ?? addressed
        if (contactId === undefined || !(await isPresent(trx, contactId)))
          throw notFound('No request belongs to this message.')
        await refuseRepetition(trx, 'inbound', headers)
        await addReceived(trx, contactId, body, { from, messageId })
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
  await queueReceivedNotice(trx, event)
}

/** The request of the newest of our messages, or of received ones, that a message refers to. The subject says nothing about it. */
async function requestOfThread(
  trx: Transaction,
  { inReplyTo, references }: Pick<InboundMessage, 'inReplyTo' | 'references'>,
): Promise<string | undefined> {
  const ids = [...idsIn(inReplyTo), ...idsIn(references)].slice(-mostIds)
  if (ids.length === 0) return undefined
  const event = await trx
    .selectFrom('contactEvents')
    .select('contactId')
    .where('messageId', 'in', ids)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return event?.contactId
}

const isPresent = async (trx: Transaction, id: string) =>
  (await trx
    .selectFrom('contactRequests')
    .select('id')
    .where('id', '=', id)
    .where(isPresentRequest)
    .executeTakeFirst()) !== undefined

/** The request that one of the addresses of a message names. */
async function requestInAddresses(database: Database, to: InboundMessage['to']): Promise<string | undefined> {
  for (const address of addressesIn(to)) {
    const id = await requestOfAddress(database, address)
    if (id !== undefined) return id
  }
  return undefined
}

const joined = (texts: string | string[] | undefined) => [texts ?? ''].flat().join(' ')

/** The Message-IDs in a header. Nothing else of a stranger's text gets into the headers of our answers. */
const idsIn = (texts: string | string[] | undefined): string[] =>
  (joined(texts).match(/[^\s<>,;"\\]+@[^\s<>,;"\\]+/g) ?? []).filter((id) => id.length <= longestId)

/** The addresses in a header such as `Asha Nair <asha@example.net>, info@example.com`. */
const addressesIn = (texts: string | string[] | undefined): string[] =>
  (joined(texts).match(/[^\s<>,;:"()\\]+@[^\s<>,;:"()@\\]+/g) ?? []).filter((address) => address.length <= 254)
