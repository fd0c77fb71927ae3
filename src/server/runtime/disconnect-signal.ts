import type { FastifyReply } from 'fastify'

/** Ends a call whose client has disconnected. It is neither logged as a failure nor read by anyone. */
class ClientDisconnected extends Error {
  override name = 'ClientDisconnected'
  statusCode = 499
}

/**
 * Aborts when the connection closes before the answer is sent, so that work for a client that has left can stop. Fastify's own
 * `request.signal` does not serve here: it aborts as soon as the request's body has been read.
 */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  const onClose = () => raw.writableFinished || controller.abort(new ClientDisconnected('The client has disconnected'))
  if (raw.destroyed) onClose()
  raw.once('close', onClose)
  return controller.signal
}
