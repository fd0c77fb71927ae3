import type { IncomingMessage, Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { FastifyHttpOptions, FastifyInstance } from 'fastify'
import { HttpError } from '#server/runtime/http-error.ts'
import { nodeHttp } from '#server/runtime/node-http.ts'
import { toErrorResponse } from './errors.ts'

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
 * Limits how slowly a request may arrive, and answers invalid requests.
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
  const head = `HTTP/1.1 ${status} ${nodeHttp.STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${json.length}`
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

/** How long a client may keep sending a body that is already answered, in milliseconds. */
const lingerFor = 2_000

/** How much of a body is read after its answer, in bytes: more than any upload has, so that its sender receives the answer on the same connection. */
const mostUnread = 16 * 1024 * 1024

/**
 * If an answer closes the connection while the body is still arriving, such as one that is too large, the rest is read
 * and dropped for a while. Closing at once would reset the connection, and a client that reads only after sending
 * everything would lose the answer. Node would read other bodies to their end, which may never come.
 */
export function answerBeforeClosing(app: FastifyInstance): void {
  app.addHook('onSend', ({ raw }, reply, _payload, done) => {
    if (isArriving(raw)) {
      if (raw.method === 'GET' || Number(raw.headers['content-length']) > mostUnread)
        reply.header('connection', 'close')
      if (reply.getHeader('connection') === 'close') lingerAfter(raw)
      else endIfLong(raw)
    }
    done()
  })
}

/** A request without a body is not complete either while it is answered at once. One that this process makes to itself has no connection. */
const isArriving = ({ complete, headers }: IncomingMessage) =>
  complete === false && (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined)

function endIfLong(request: IncomingMessage): void {
  const { socket } = request
  const most = socket.bytesRead + mostUnread
  const checking = setInterval(() => socket.bytesRead > most && socket.destroy(), 500)
  request.once('close', () => clearInterval(checking))
}

/** Keeps a connection that the answer closes for a while, if the body is still arriving. */
export function lingerAfter(request: IncomingMessage): void {
  const { socket } = request
  // Node calls it after sending the last answer on a connection.
  socket.destroySoon = () => {
    const timer = setTimeout(() => socket.destroy(), lingerFor)
    socket.once('close', () => clearTimeout(timer))
    socket.end()
    request.once('end', () => socket.destroy()).resume()
  }
}

/** How long open connections stay after the server stops accepting new ones, in milliseconds: a load balancer may still use them. */
export const closeGracePeriod = 200

/**
 * Accepts no more connections, and waits for the requests on the open ones. Fastify's own `close` refuses internal calls from its beginning,
 * so it comes after this: a page that is being rendered still needs the API.
 * @param grace how long connections without a request stay open meanwhile, in milliseconds: a load balancer that is refused a new connection
 * stops using the others, which could otherwise be closed just as it sends a request
 */
export async function endConnections({ server }: FastifyInstance, grace = 0): Promise<void> {
  // Closing resets connections that have arrived but were not accepted, and those whose request was not read yet. A busy process may have some
  // of both. Node accepts in one turn of the event loop and reads in the next, so it ends after two turns in which none arrived.
  let arrived = 0
  const count = () => void arrived++
  server.on('connection', count)
  for (let quiet = 0, turns = 0; quiet < 2 && turns < 1_000; turns++) {
    const before = arrived
    await nextTurn()
    quiet = arrived === before ? quiet + 1 : 0
  }
  server.off('connection', count)
  // The `close` of HTTP servers would also close the connections without a request.
  const ended = new Promise<void>((resolve) => {
    NetServer.prototype.close.call(server, () => resolve())
  })
  if (grace > 0) await Promise.race([ended, wait(grace)])
  server.closeIdleConnections()
  await ended
}
