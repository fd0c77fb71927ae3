import { type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyHttpOptions, FastifyInstance } from 'fastify'
import { HttpError, toErrorResponse } from './errors.ts'

/** How long a connection may be idle in both directions, in milliseconds: longer than any answer takes. */
const idleTimeout = 300_000

/** How often Node looks for requests that take too long, in milliseconds. */
const checkEvery = 10_000

/** The response to a request that the parser refused or that took too long, by Node's error code. */
const statuses: Record<string, [status: number, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long.'],
  HPE_HEADER_OVERFLOW: [431, 'The address or the headers of the request are too long.'],
}

/**
 * Limits how slowly a request may arrive, and answers what is not a valid request.
 * @param requestTimeout milliseconds for a whole request, its body included
 */
export const connectionLimits = (requestTimeout: number) =>
  ({
    requestTimeout,
    connectionTimeout: Math.max(idleTimeout, 2 * requestTimeout),
    // Set when the server is created: the limit that Fastify sets afterwards does not apply to slow bodies.
    http: { requestTimeout, connectionsCheckingInterval: Math.min(checkEvery, requestTimeout) },
    clientErrorHandler: refuseConnection,
  }) satisfies FastifyHttpOptions<Server>

/** Logs nothing, since anyone can cause these errors in any number. */
function refuseConnection(error: Error & { code?: string }, socket: Socket) {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const { status, body } = toErrorResponse(
    new HttpError(...(statuses[error.code ?? ''] ?? [400, 'The request could not be understood.'])),
  )
  const json = JSON.stringify(body)
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${json.length}`
  if (socket.writable) socket.write(`${head}\r\ncache-control: no-store\r\nconnection: close\r\n\r\n${json}`)
  socket.destroySoon()
}

/**
 * From the signal on, each answer is the last one on its connection, so that clients and proxies open the next one elsewhere, and no open
 * connection delays the end.
 */
export function leaveConnections(app: FastifyInstance, stopping: AbortSignal): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (stopping.aborted) reply.header('connection', 'close')
    done()
  })
}

/**
 * Accepts no more connections, and waits for the requests on the open ones. Fastify's own `close` refuses internal calls from its beginning,
 * so it comes after this: a page that is being rendered still needs the API.
 */
export async function endConnections({ server }: FastifyInstance): Promise<void> {
  // Closing resets connections that have arrived but were not accepted, and those whose request was not read yet. A busy process may have some
  // of both. Node accepts in one turn of the event loop and reads in the next; the first of three may be half over.
  for (let turn = 0; turn < 3; turn++) await nextTurn()
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
}
