import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify'
import type { Config } from '#server/config/config.ts'

/** Only these fields of an error are logged: others may quote a row of the database or the recipient of a message. */
type Failure = Error & { code?: unknown }
type ErrorLine = { type: string; message: string; stack: string; code?: unknown; cause?: ErrorLine }

/** A request without its query and the visitor's address, and with a bounded path. */
const describeRequest = ({ method, url }: { method: string; url: string }) => ({
  method,
  path: url.replace(/[?#].*$/s, '').slice(0, 200),
})

const describeError = ({ name, message, stack = '', code, cause }: Failure, depth = 0): ErrorLine => ({
  type: name,
  message,
  stack,
  ...(code !== undefined && { code }),
  ...(cause instanceof Error && depth < 3 && { cause: describeError(cause, depth + 1) }),
})

/** Every repetition is bounded, so that the time for a long hostile line grows with its length only. */
const secrets: [RegExp, string][] = [
  // The query of an address, which may contain search terms or the token of a link in a message.
  [/(?<=[^\s"])\?[^\s"\\]+/g, '?[removed]'],
  [/\bBearer +[^\s"\\]+/gi, 'Bearer [removed]'],
  // The secret of a program or an assistant (`identity/tokens.ts`), or of a webhook, also a part of one.
  [/(?<![0-9A-Za-z])(?:at[racf]_[0-9A-Za-z]|whsec_[0-9A-Za-z+/=])[0-9A-Za-z+/=]{7,100}/g, '[token]'],
  // The token of a preview link, and any other made by `createToken`, which has capitals unlike a slug.
  [/(?<=(?:[":\s]|\/api)\/previews?\/)[^\s"\\?#]+/g, '[token]'],
  [/(?<![\w-])(?=[\w-]{0,42}[A-Z])[\w-]{43}(?![\w-])/g, '[token]'],
  // A token made by `signToken`, and a JSON Web Token.
  [/(?<![\w-])[\w-]{1,100}\.[0-9a-z]{1,12}\.[\w-]{22}(?![\w-])/g, '[token]'],
  [/\beyJ[\w-]{1,4000}\.[\w-]{1,4000}\.[\w-]{0,4000}/g, '[token]'],
  // An email address, plain or as a URL encodes it.
  [/[^\s"\\<>()[\],:;/?&=@]{1,64}(?:@|%40)[\p{L}\p{N}_-]{1,63}(?:\.[\p{L}\p{N}_-]{1,63}){0,8}/gu, '[address]'],
]

/** Removes credentials and personal data from one line of the log. */
export const withoutSecrets = (line: string): string =>
  secrets.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line)

/** Whether the log of this level has a line for each request. */
export const logsRequests = (level: string): boolean => level === 'info' || level === 'debug'

/** The logger's options: JSON lines on standard output, each filtered again when it is written, regardless of its source. */
export const logTo = (level: string): NonNullable<FastifyServerOptions['logger']> =>
  level !== 'silent' && {
    level,
    serializers: { req: describeRequest, err: (error: Failure) => describeError(error) },
    hooks: { streamWrite: withoutSecrets },
  }

/** Logs each request in one line, when it has ended. The framework would write two. */
export class RequestLog extends Fastify.LogController {
  override incomingRequest() {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply) {
    const line = { req: request, res: reply, responseTime: reply.elapsedTime }
    if (error) reply.log.error({ ...line, err: error }, 'request errored')
    else reply.log.info(line, 'request completed')
  }
}

/** The form of proxies' ids: UUIDs and hexadecimal numbers. Others are ignored, because the id is written to the log. */
const wellFormed = /^[\w-]{8,64}$/

/** Names each request in the log: by the `X-Request-Id` of a trusted proxy, otherwise by our own id. */
export const requestIds =
  ({ trustProxy }: Pick<Config, 'trustProxy'>) =>
  ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
    const given = headers['x-request-id']
    return trustProxy > 0 && typeof given === 'string' && wellFormed.test(given) ? given : randomUUID()
  }

/**
 * Sends the id with the answers to writes, and `errorHandler` with errors: answers that someone may report.
 * Cacheable answers have none, because it would name another visitor's request.
 */
export function sendRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.method !== 'GET') reply.header('x-request-id', request.id)
    done()
  })
}
