import type { DehydratedState } from '@tanstack/react-query'
import type { Company } from '#contract/company.ts'
import type { FormResult } from '#web/form-result.tsx'

/** The data in a document for the client that hydrates it: JSON in a script element with this id. */
export const pageDataId = 'atrium-data'

export type PageData = {
  company: Company
  queries: DehydratedState
  /** Present in the answer to a native post. */
  form: FormResult | null
  /** False if the client would render the page differently from the server; it then renders again. */
  hydrate: boolean
}
