import type { FastifyReply } from 'fastify'

/** What a call ends with whose caller has left: nobody reads the answer, and it is no fault of ours. */
class CallerLeft extends Error {
  override name = 'CallerLeft'
  statusCode = 499
}

/**
 * Aborts when the connection of a call closes before its answer is sent, so that nobody works for a caller who has left. Fastify's own
 * `request.signal` is no use for this: it aborts as soon as a request's body has been read.
 */
export function callerLeft({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController()
  const leave = () => raw.writableFinished || leaving.abort(new CallerLeft('The caller has left'))
  if (raw.destroyed) leave()
  raw.once('close', leave)
  return leaving.signal
}
