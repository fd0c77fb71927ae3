import type { FastifyRequest, FastifySchemaCompiler } from 'fastify'
import * as z from 'zod/mini'
import '#server/plain-messages.ts'
import { HttpError, notFound } from '#server/runtime/http-error.ts'

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
    return { error: new HttpError(malformed ? 400 : 422, summaryOf(issues), issues.map(describeIssue)) }
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

/** A single issue is its own summary; several are listed in `issues`. */
function summaryOf(issues: Issue[]): string {
  const [first] = issues
  if (!first || first.path.length === 0) return 'The request could not be understood: send a JSON object.'
  return issues.length === 1 ? first.message : 'Please check the highlighted fields.'
}

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
