import { type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyHttpOptions } from 'fastify'
import { HttpError, toAnswer } from './errors.ts'

/** How long a connection may be silent in both directions, in milliseconds: longer than any answer is waited for. */
const silentFor = 300_000

/** How often Node looks for requests that take too long, in milliseconds. */
const checkEvery = 10_000

/** What a request that the parser refused or that took too long is answered with, by Node's word for the reason. */
const statuses: Record<string, [status: number, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long.'],
  HPE_HEADER_OVERFLOW: [431, 'The address or the headers of the request are too long.'],
}

/**
 * Limits on how slowly a request may arrive, and the answer to what is no request at all.
 * @param requestTimeout milliseconds for a whole request, its body included
 */
export const connectionLimits = (requestTimeout: number) =>
  ({
    requestTimeout,
    connectionTimeout: Math.max(silentFor, 2 * requestTimeout),
    // Node keeps to the limit that it is created with; what Fastify sets afterwards spares slow bodies.
    http: { requestTimeout, connectionsCheckingInterval: Math.min(checkEvery, requestTimeout) },
    clientErrorHandler: refuseConnection,
  }) satisfies FastifyHttpOptions<Server>

/** Nothing is logged: anybody can cause this as often as they like. */
function refuseConnection(error: Error & { code?: string }, socket: Socket) {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const { status, body } = toAnswer(
    new HttpError(...(statuses[error.code ?? ''] ?? [400, 'The request could not be understood.'])),
  )
  const json = JSON.stringify(body)
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${json.length}`
  if (socket.writable) socket.write(`${head}\r\ncache-control: no-store\r\nconnection: close\r\n\r\n${json}`)
  socket.destroySoon()
}
