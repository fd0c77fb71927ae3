import * as z from 'zod/mini'
import '#server/plain-messages.ts'
import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyRequest,
  FastifySchema,
  FastifySchemaCompiler,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteHandlerMethod,
  RouteShorthandOptions,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { HttpError, notFound, summaryOf } from '#server/runtime/http-error.ts'
import { errorSchemas } from './errors.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Schema = z.core.$ZodType
/** A body: JSON, or a file of one of these types. */
type Body = Schema | { description: string; content: Record<string, { schema: Schema }> }
type Bodies = { [Status in 200 | 201 | 202 | 204 | 301 | 303 | 400 | 401 | 404]?: Body }
/** The names of the parameters in a path: 'id' | 'event' for `/contact/:id/notes/:event`. */
type Names<Path> = Path extends `${string}:${infer Rest}` ? UpTo<'/' | '.', Rest> | Names<Rest> : never
type UpTo<End extends string, Text> = Text extends `${infer Before}${End}${string}` ? Before : Text

type Contracts<Call, Input, Query, Params, Answer> = {
  body: Input
  querystring: Query
  params: z.core.$ZodType<{ [Name in Names<Call>]: Name extends keyof Params ? z.core.output<Params[Name]> : string }>
  response: Answer extends Body ? { 200: Answer } : Answer
}

/** A call of the API, and the rules of the mechanisms that guard, limit, cache and record it, which describe their own fields. */
type Route<Call, Input, Query, Params, Answer> = FastifyContextConfig &
  Pick<RouteShorthandOptions, 'bodyLimit' | 'preParsing' | 'preValidation' | 'errorHandler'> & {
    access: NonNullable<FastifyContextConfig['access']>
    /** Describes the API; the activity log shows it too, unless there is an `act`. */
    summary: string
    description?: string
    /** The types of its body, if they are not just JSON. */
    consumes?: string[]
    /** The tokens that the description names, if they do not follow from `access`. */
    security?: NonNullable<FastifySchema['security']>
    /** The contract of the body. */
    input?: Input
    query?: Query
    headers?: Schema
    /** The contracts of the parameters in the path that are more than a text. */
    params?: Params
    /** The contract of the answer, or contracts by status: `{ 201: … }`. A value that the handler returns has the first status. */
    answer?: Answer
    /** The statuses of its own refusals, such as 409. Others follow from the rest (see `describeErrors`). */
    errors?: number[]
    handler: RouteHandlerMethod<
      RawServerDefault,
      RawRequestDefaultExpression,
      RawReplyDefaultExpression,
      object,
      unknown,
      Contracts<Call, Input, Query, Params, Answer>,
      ZodTypeProvider
    >
  }

/**
 * Declares a call of the API. Its contracts give the types of the request and of the answer.
 * @param call method and path: 'PATCH /contact/:id/desk'. Its parameters are texts: `request.params.id`.
 */
export function route<
  const Call extends `${Method} ${string}`,
  Input extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
  Params extends Record<string, Schema> = Record<never, Schema>,
  Answer extends Body | Bodies | undefined = undefined,
>(app: FastifyInstance, call: Call, declared: Route<Call, Input, Query, Params, Answer>): void {
  const { summary, description, consumes, security, input, query, headers, params, answer, errors, ...rest } = declared
  const { bodyLimit, preParsing, preValidation, errorHandler, handler, ...config } = rest
  const [method, url = ''] = call.split(' ') as [Method, string]
  const texts = Object.fromEntries([...url.matchAll(/:(\w+)/g)].map(([, name]) => [name, z.string()]))
  const answers = answer && ('_zod' in answer || 'content' in answer) ? { 200: answer } : answer
  const [status = '200'] = Object.keys(answers ?? {})
  app.route({
    method,
    url,
    config,
    ...given({ bodyLimit, preParsing, preValidation, errorHandler }),
    schema: given({
      summary,
      description,
      consumes,
      security,
      body: input,
      querystring: query,
      headers,
      params: url.includes(':') ? z.object({ ...texts, ...params }) : undefined,
      response: { ...errorSchemas(errors ?? []), ...answers },
    }),
    // A status that is set already would be that of a redirect too.
    handler: (request, reply) =>
      (handler as RouteHandlerMethod).call(app, request, status === '200' ? reply : reply.code(Number(status))),
  })
}

const given = (fields: object) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

type Issue = z.core.$ZodIssue

/**
 * Validates a request against its contract. A value of the wrong type (text where a number belongs, a list where an object belongs) is
 * malformed, 400. A value of the right type that breaks a rule, or one that is missing from a body, is invalid, 422.
 */
export const validate: FastifySchemaCompiler<z.core.$ZodType> =
  ({ schema, httpPart }) =>
  (data) => {
    const result = z.safeParse(schema, httpPart === 'body' ? mendTexts(data) : data)
    if (result.success) return { value: result.data }
    // No record can have an address that the contract refuses.
    if (httpPart === 'params') return { error: notFound() }
    const { issues } = result.error
    const malformed = issues.some((issue) => (httpPart === 'body' ? hasWrongType(issue, data) : !isRule(issue)))
    return { error: new HttpError(malformed ? 400 : 422, messageOf(issues), issues.map(describeIssue)) }
  }

/** Whether a value has another type than the contract's. A field that is absent or null is missing instead. */
function hasWrongType(issue: Issue, data: unknown): boolean {
  if (issue.code !== 'invalid_type') return false
  let value = data
  for (const key of issue.path) value = (value as Record<PropertyKey, unknown>)[key]
  return issue.path.length === 0 || (value !== undefined && value !== null)
}

const isRule = ({ code }: Issue) => code === 'too_big' || code === 'too_small' || code === 'custom'

/** An issue as the body of an error has it. */
export const describeIssue = ({ path, message }: Issue) => ({ path: path.join('.'), message })

const messageOf = (issues: Issue[]): string =>
  issues[0]?.path.length ? summaryOf(issues) : 'The request could not be understood: send a JSON object.'

const withoutNul = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value)

/**
 * Replaces NUL in the parts of an address and in its query, as browsers replace it in HTML. PostgreSQL refuses a query about a text with NUL;
 * no id, no slug and no text holds the replacement, so the call is answered like one for an unknown record.
 */
export async function replaceNul(request: FastifyRequest): Promise<void> {
  for (const values of [request.params, request.query] as Record<string, unknown>[])
    for (const [name, value] of Object.entries(values))
      values[name] = Array.isArray(value) ? value.map(withoutNul) : withoutNul(value)
}

/**
 * Removes unpaired surrogates from the texts of a body, which JSON can write as `"\ud800"`: no database stores them, and an address cannot
 * hold them. It changes the body itself. A loop walks it, since a deeply nested body would exhaust the stack of a recursion.
 */
function mendTexts(body: unknown): unknown {
  const whole = { body }
  const held: object[] = [whole]
  for (let holder = held.pop(); holder; holder = held.pop())
    for (const [name, value] of Object.entries(holder)) {
      if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) held.push(value)
      else if (typeof value === 'string' && !value.isWellFormed())
        (holder as Record<string, unknown>)[name] = value.replace(/\p{Surrogate}/gu, '')
    }
  return whole.body
}
