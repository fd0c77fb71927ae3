import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { type ConflictBody, conflictBody, errorBody } from '#contract/fields.ts'
import {
  constraintErrorOf,
  logFailure,
  type StorageErrorKind,
  storageErrorKind,
} from '#server/database/storage-errors.ts'
import { type ErrorDetails, HttpError, type Issues, messages } from '#server/runtime/http-error.ts'

/** The stable `code` of an error's body, by its status. */
const codes: Record<number, string> = {
  400: 'malformed',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  408: 'timeout',
  409: 'conflict',
  410: 'gone',
  413: 'too_large',
  415: 'unsupported_media_type',
  422: 'invalid',
  429: 'rate_limited',
  431: 'too_large',
  503: 'unavailable',
  507: 'storage_full',
}

const notSaved = 'What you typed has not been saved.'
/** Messages for storage errors after which it is certain that nothing was saved, unlike after a lost connection. */
const storageMessages: Partial<Record<StorageErrorKind, string>> = {
  full: `The server cannot save anything right now: its disk is full. ${notSaved}`,
  'read-only': `The server cannot save anything right now: its database is read-only. ${notSaved}`,
  gone: `The server cannot save anything right now: its database is not in its place. ${notSaved}`,
}
/** The `Retry-After` of storage errors and of an overload, in seconds. */
const storageRetryAfter = 30
const busyRetryAfter = 5

type Answer = { status: number; body: ConflictBody; retryAfter?: number }

/** The types of bodies, in words. */
const bodyTypes: Record<string, string> = {
  'application/json': 'JSON',
  'multipart/form-data': 'a form with files (multipart/form-data)',
  'application/x-www-form-urlencoded': 'a form (application/x-www-form-urlencoded)',
}
const wrongBody = ({ routeOptions }: FastifyRequest) =>
  messages[415]?.replace(
    'JSON',
    (routeOptions.schema?.consumes ?? ['application/json']).map((type) => bodyTypes[type] ?? type).join(' or '),
  )

/**
 * Translates any error into a response. Errors of the server (5xx) reveal no details.
 * @param request for a body of a wrong type: its call says which types it takes
 * @returns the HTTP status, the body, and after how many seconds a new attempt may succeed
 */
export function toErrorResponse(error: unknown, request?: FastifyRequest): Answer {
  if (error instanceof HttpError) {
    const { status, message, issues, more, retryAfter } = error
    return { ...errorResponse(status, message, issues, more), ...(retryAfter !== undefined && { retryAfter }) }
  }
  const violation = constraintErrorOf(error)
  if (violation === 'unique') return errorResponse(409, 'Something else already has this name or address.')
  if (violation === 'reference') return errorResponse(409, 'Something else still needs this.')
  if (violation === 'unstorable') return errorResponse(422, 'A text holds a character that cannot be stored.')
  const kind = storageErrorKind(error)
  if (kind) {
    const message =
      storageMessages[kind] ?? "The server's database cannot be used right now. Please try again in a moment."
    return { ...errorResponse(kind === 'full' ? 507 : 503, message), retryAfter: storageRetryAfter }
  }
  const { statusCode: status = 500, code } = error as Partial<FastifyError>
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' && request) return errorResponse(status, wrongBody(request) ?? '')
  if (status >= 400 && status < 500) return errorResponse(status, messages[status] ?? 'The request was refused.')
  if (status === 503) return errorResponse(503, messages[503] ?? '')
  return errorResponse(500, 'Something went wrong on our side. Please try again in a moment.')
}

function errorResponse(status: number, message: string, issues?: Issues, more?: ErrorDetails): Answer {
  const code = codes[status] ?? (status >= 500 ? 'internal' : 'refused')
  const isBusy = status === 503 || status === 507
  return {
    status,
    body: { message, code, ...(issues ? { issues } : {}), ...more },
    ...(isBusy && { retryAfter: busyRetryAfter }),
  }
}

/** The contracts of answers with these statuses. */
export const errorSchemas = (statuses: number[]) =>
  Object.fromEntries(statuses.map((status) => [status, status === 409 ? conflictBody : errorBody]))

/** Fastify's error handler: the one place where errors become answers. Only failures of the server itself are logged. */
export function errorHandler(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { status, body, retryAfter } = toErrorResponse(error, request)
  // A deliberate refusal without a cause is not a failure. Many of them must not hide real failures in the log.
  if (status >= 500 && !(error instanceof HttpError && error.cause === undefined)) logFailure(request.log, error)
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  return reply.code(status).headers({ 'cache-control': 'no-store', 'x-request-id': request.id }).send(body)
}

/**
 * Adds the errors that follow from a route's schema, method and access to its responses, for every route registered afterwards.
 * A route names only its own `errors`, such as 409.
 */
export function describeErrors(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { schema } = route
    if (!schema || schema.hide) return
    route.schema = { ...schema, response: { ...errorSchemas(errorsOf(route)), ...(schema.response as object) } }
  })
}

function errorsOf({ schema, config, method }: RouteOptions): number[] {
  const errors = [429, 503]
  if (config?.access !== 'public') errors.push(401, 403)
  if (schema?.params) errors.push(404)
  if (schema?.body || schema?.querystring) errors.push(400, 422)
  if (schema?.body) errors.push(413, 415)
  // Only a call that saves something notices that the disk is full.
  if (method !== 'GET') errors.push(507)
  return errors
}
