import type { DehydratedState, QueryClient } from '@tanstack/react-query'
import type { Company } from '#contract/company.ts'
import type { PageHead } from '#contract/page-head.ts'
import type { MailTemplates, RenderedMail } from '#server/mail/templates.ts'
import type { FormResult } from '#web/form-result.tsx'
import type { PageRoute } from '#web/page-route.ts'
import type { ApiFetch } from './query-client.ts'

/** A page with its data, ready to be rendered. */
export type LoadedPage = {
  url: string
  queryClient: QueryClient
  /** True if the record of the address does not exist: all such addresses of a page render the same. */
  missing: boolean
}

export type RenderOptions = { company: Company; form: FormResult | null }

export type RenderedPage = {
  status: number
  head: PageHead
  /** The markup of the application's root element. */
  body: string
  data: PageData
}

/** The exports of the built renderer (`app/web/renderer.tsx`) for the server, which itself compiles without the browser's types. */
export type Renderer = {
  pages: PageRoute[]
  findPage(pathname: string): PageRoute | null
  pageAddress(route: PageRoute, pathname: string, given: URLSearchParams): Promise<string>
  loadPage(url: string, fetchApi: ApiFetch): Promise<LoadedPage>
  renderPage(page: LoadedPage, options: RenderOptions): Promise<RenderedPage>
  loadMails(): Promise<{ [Name in keyof MailTemplates]: (props: MailTemplates[Name]) => RenderedMail }>
}

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
