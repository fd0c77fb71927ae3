import type { FastifyReply } from 'fastify'
import type { ConflictBody, ErrorBody } from '#contract/fields.ts'

export type ErrorDetails = Partial<Pick<ConflictBody, 'code' | 'conflict' | 'trashed'>>
export type Issues = NonNullable<ErrorBody['issues']>

/** The message for a person when the error has none. */
export const messages: Record<number, string> = {
  400: 'The request could not be understood.',
  404: 'There is nothing here.',
  413: 'The request is too large.',
  415: 'This kind of content is not accepted here; send JSON.',
  429: 'Too many requests. Please wait a moment and try again.',
  503: 'The service is busy. Please try again in a moment.',
}

/**
 * An error for the caller. `message` is for a person, `issues` names the fields at fault; `more` adds to the body, and can
 * replace its `code`. A new attempt may succeed after `retryAfter` seconds.
 */
export class HttpError extends Error {
  override name = 'HttpError'
  status: number
  issues: Issues | undefined
  more: ErrorDetails | undefined
  retryAfter?: number
  constructor(status: number, message: string, issues?: Issues, more?: ErrorDetails) {
    super(message)
    this.status = status
    this.issues = issues
    this.more = more
  }
}

/** For a formerly public record in the trash: API clients only know 404, and the page at its address answers 410. */
export const gone = (message: string) => new HttpError(404, message, undefined, { code: 'gone' })

/** Refuses what a role may not do. The caller stays signed in. */
export const roleForbidden = (message: string) => new HttpError(403, message, undefined, { code: 'role_forbidden' })

/** A value that cannot be stored, with its field. */
export const invalid = (path: string, message: string) => new HttpError(422, message, [{ path, message }])

/** The message of an error with several issues. A single one is its own summary. */
export const summaryOf = ([first, second]: { message: string }[]): string =>
  first && !second ? first.message : 'Please check the highlighted fields.'

/** @param retryAfter in seconds */
export const tooMany = (retryAfter: number, message: string) =>
  Object.assign(new HttpError(429, message), { retryAfter })

export const notFound = (message = messages[404] ?? '') => new HttpError(404, message)

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
