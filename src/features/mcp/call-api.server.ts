import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ConflictBody } from '#contract/fields.ts'
import { internalHeaders } from '#server/http/rate-limits.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { actAs } from '#server/identity/acting-as.ts'

/** A refusal in words that an assistant can act on. */
export class ToolError extends Error {
  override name = 'ToolError'
}

// biome-ignore lint/suspicious/noExplicitAny: the contract of each call says what it answers
type Json = any
type Sent = {
  body?: object | FormData
  query?: Record<string, unknown>
  /** The version that a change is based on. */
  version?: number | undefined
  /** The choices of the fields that an error names. */
  choices?: (path: string) => string[] | undefined
}
/** Calls our API below `/api`. @throws ToolError for a refusal */
export type Call = (method: 'GET' | 'POST' | 'PUT', path: string, sent?: Sent) => Promise<Json>

/** Makes calls in someone's name, from the address and the device of their request. */
export const callAs =
  (app: FastifyInstance, request: FastifyRequest, staff: Staff): Call =>
  async (method, path, { body, query = {}, version, choices } = {}) => {
    const sent = body instanceof FormData ? new Response(body) : undefined
    const values = Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    )
    const answer = await app.inject({
      method,
      url: `/api${path}${values.length > 0 ? `?${new URLSearchParams(values)}` : ''}`,
      remoteAddress: request.ip,
      headers: {
        ...actAs(staff),
        'user-agent': request.headers['user-agent'] ?? '',
        ...(version !== undefined && { 'if-match': `"${version}"` }),
        ...(body && { 'content-type': sent?.headers.get('content-type') ?? 'application/json' }),
      },
      ...(body && { payload: sent ? Buffer.from(await sent.arrayBuffer()) : JSON.stringify(body) }),
    })
    if (answer.statusCode < 300) return answer.json()
    throw new ToolError(refusalOf(answer.statusCode, answer.json(), choices))
  }

/** Whether visitors find a page at an address of this site. */
export const leadsIn = (app: FastifyInstance) => async (path: string) =>
  ![404, 410].includes((await app.inject({ method: 'GET', url: path, headers: internalHeaders })).statusCode)

/** For a failure of the server, which tells nothing of itself. */
export const failedHere = 'Something went wrong on our side. Please try again in a moment.'

function refusalOf(
  status: number,
  { message, code, issues = [], conflict }: ConflictBody,
  choices: Sent['choices'] = () => undefined,
): string {
  if (status >= 500) return status === 503 ? message : failedHere
  if (code === 'version_conflict' && conflict)
    return `${conflict.changedBy} has changed this since you read it. Read it again with get_record, then propose your change to the present text.`
  const lines = issues.map(({ path, message }) => {
    const listed = choices(path)
    return `- ${path}: ${message}${listed ? ` (${listed.join(', ')})` : ''}`
  })
  return [message, ...lines].join('\n')
}
