import type { QueryClient } from '@tanstack/react-query'
import type { Company } from '#contract/company.ts'
import type { PageHead } from '#contract/page-head.ts'
import type { MailTemplates, RenderedMail } from '#server/mail/templates.ts'
import type { FormResult } from '#web/form-result.tsx'
import type { PageRoute } from '#web/page-route.ts'
import type { PageData } from './page-data.ts'
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
