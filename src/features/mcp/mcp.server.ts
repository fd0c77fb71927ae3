import * as z from 'zod/mini'
import { isObject } from '#contract/lookup.ts'
import { maxUploadBytes } from '#contract/media-library.ts'
import { may } from '#contract/roles.ts'
import { connectionSettings } from '#features/connections/ground/connection-settings.contract.ts'
import { feature } from '#server/feature.ts'
import { withoutOutside } from '#server/http/fetch-outside.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import { asTool } from '#server/identity/acting-as.ts'
import { HttpError, notFound } from '#server/runtime/http-error.ts'

/** The largest message, in bytes: a picture in base64. */
const longestMessage = Math.ceil((maxUploadBytes * 4) / 3) + 512 * 1024
/** The largest of those that bring no picture. */
const longestOther = 5 * 1024 * 1024

/** A body that is no JSON, which the protocol answers in its own form. */
class Unreadable {}
type Sent = { message: unknown; length: number }

/** An error as the protocol has it, for a message without an id. */
const protocolError = (code: number, message: string) => ({ jsonrpc: '2.0', error: { code, message }, id: null })

/** The endpoint at which assistants connect: the Model Context Protocol over HTTP, without sessions. */
export const mcpRoutes = feature('Assistants', async (app, context) => {
  const { config, site } = context
  const { origin } = new URL(config.publicUrl)

  app.removeContentTypeParser('application/json')
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    parse(request, body, (error, message) =>
      done(null, { message: error ? new Unreadable() : message, length: body.length } satisfies Sent),
    ),
  )

  // After the guard, so that a stranger learns how to connect, as at every call.
  app.addHook('preParsing', async ({ headers }) => {
    if (!connectionSettings.of(await site.now()).assistants) throw notFound()
    // A page of another site, whose name suddenly leads here, calls with its own origin.
    if (headers.origin !== undefined && headers.origin !== origin)
      throw new HttpError(403, 'Pages of other sites cannot call this address.')
  })

  route(app, 'POST /mcp', {
    access: 'staff',
    assistants: true,
    activity: 'step',
    bodyLimit: longestMessage,
    summary: 'Send a message of the Model Context Protocol',
    description:
      'For assistants: Streamable HTTP without sessions. A message is JSON-RPC 2.0; a request is answered with JSON, a notification with 202. Tools read, and write drafts and unpublished changes; none publishes, sends or deletes. 404 unless an owner has switched assistants on.',
    input: z.unknown(),
    answer: { 200: z.unknown(), 202: z.void() },
    errors: [404, 406],
    handler: async (request, reply) => {
      const { message, length } = (request.body ?? { message: new Unreadable(), length: 0 }) as Sent
      const asJson = (status: number, body: string) =>
        reply
          .code(status as 200)
          .header('content-type', 'application/json; charset=utf-8')
          .send(body)
      const refuse = (code: number, words: string) => asJson(400, JSON.stringify(protocolError(code, words)))
      const staff = staffOf(request)
      if (!staff.via) return refuse(-32_600, 'A session is not for assistants. Connect with a token, or by OAuth.')
      if (message instanceof Unreadable) return refuse(-32_700, 'This is not JSON.')
      if (Array.isArray(message)) return refuse(-32_600, 'Send one message at a time.')
      if (length > longestOther && !bringsPicture(message))
        throw new HttpError(413, 'The message is too large: at most 5 MB, except for upload_picture.')
      const caller = asTool(staff)
      // All that only assistants need, the library of the protocol first, is loaded with the first message.
      const { serveMessage } = await import('./serve-message.server.ts')
      const serve = () => serveMessage(message, { app, context, request, staff: caller })
      // Words of contacts must not leave by the address of a picture or a link.
      const answer = await (may(caller, 'readContacts') ? withoutOutside(serve) : serve())
      return answer.status === 202 ? reply.code(202).send() : asJson(answer.status, await answer.text())
    },
  })

  for (const method of ['GET', 'DELETE'] as const)
    route(app, `${method} /mcp`, {
      access: 'public',
      summary: `Say that assistants have no ${method === 'GET' ? 'stream of messages' : 'session to end'}`,
      description: 'Always 405, which the protocol asks for, or 404 while assistants are off.',
      errors: [404, 405],
      handler: async (_request, reply) => {
        reply.header('allow', 'POST')
        throw new HttpError(405, 'There are no streams and no sessions here. Send messages with POST.')
      },
    })
})

const bringsPicture = (message: unknown) =>
  isObject(message) && isObject(message['params']) && message['params']['name'] === 'upload_picture'
