import type { DehydratedState } from '@tanstack/react-query'
import type { Company } from '#contract/company.ts'
import type { FormResult } from '#web/form-result.tsx'

/** What travels in a document for the client that takes it over: as JSON, in a script element of this id. */
export const pageDataId = 'atrium-data'

export type PageData = {
  company: Company
  queries: DehydratedState
  /** Present in the answer to a natively posted form. */
  form: FormResult | null
  /** False where the server could not show the page as the client would; the client then renders afresh. */
  hydrate: boolean
}
