import type { ErrorBody } from '#contract/fields.ts'

type Issues = NonNullable<ErrorBody['issues']>

/** A call of the back office that did not succeed. `status` 0 means that no answer came. */
export class RequestError extends Error {
  override name = 'RequestError'
  status: number
  code: string
  issues: Issues
  /** The whole answer, such as the record that stands in the way of a conflicting save. */
  body: unknown
  constructor(status: number, body: unknown) {
    const said: Partial<ErrorBody> = typeof body === 'object' && body !== null ? body : {}
    super(said.message ?? (status === 0 ? 'The server could not be reached.' : `The server answered ${status}.`))
    this.status = status
    this.code = said.code ?? ''
    this.issues = said.issues ?? []
    this.body = body
  }
}
