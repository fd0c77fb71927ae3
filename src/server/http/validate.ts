import type { FastifySchemaCompiler } from 'fastify'
import * as z from 'zod/mini'
import en from 'zod/v4/locales/en.js'
import { HttpError, notFound } from './errors.ts'

// The small zod brings no words of its own; these stand in where a contract gives none.
z.config(en())

type Issue = z.core.$ZodIssue

/**
 * Checks what a call brings against its contract. What could not be understood at all (a word where a number belongs, a list where an
 * object belongs) is malformed, 400; what was understood and breaks a rule, or is missing from a body, is invalid, 422.
 */
export const validate: FastifySchemaCompiler<z.core.$ZodType> =
  ({ schema, httpPart }) =>
  (data) => {
    const result = z.safeParse(schema, data)
    if (result.success) return { value: result.data }
    // An address that no contract allows is the address of nothing.
    if (httpPart === 'params') return { error: notFound() }
    const { issues } = result.error
    const malformed = issues.some((issue) => (httpPart === 'body' ? hasWrongType(issue, data) : !isRule(issue)))
    return { error: new HttpError(malformed ? 400 : 422, wordFor(issues), issues.map(describe)) }
  }

/** A field that is absent or null is missing; any other value of another type than the contract's is a wrong one. */
function hasWrongType(issue: Issue, data: unknown): boolean {
  if (issue.code !== 'invalid_type') return false
  let value = data
  for (const key of issue.path) value = (value as Record<PropertyKey, unknown>)[key]
  return issue.path.length === 0 || (value !== undefined && value !== null)
}

const isRule = ({ code }: Issue) => code === 'too_big' || code === 'too_small' || code === 'custom'

const describe = ({ path, message }: Issue) => ({ path: path.join('.'), message })

/** One fault speaks for itself; several are named in the list. */
function wordFor(issues: Issue[]): string {
  const [first] = issues
  if (!first || first.path.length === 0) return 'The request could not be understood: send a JSON object.'
  return issues.length === 1 ? first.message : 'Please check the highlighted fields.'
}
