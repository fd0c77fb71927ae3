import { createContext, useContext, useEffect } from 'react'
import { documentTitle, type PageHead } from '#contract/page-head.ts'
import { useCompany } from './company-context.tsx'

/** Where the server collects what the rendered page says of itself; null in the browser. */
export const HeadContext = createContext<{ head: PageHead | null } | null>(null)

/** Says what the page is. Rendered once by every page; in the browser it keeps the document's title. */
export function Head(props: PageHead) {
  const collector = useContext(HeadContext)
  const { brand } = useCompany()
  const title = documentTitle(props.title, brand)
  useEffect(() => {
    document.title = title
  }, [title])
  if (collector) collector.head = props
  return null
}

/** Where a page stands, for search results: its name and path, and those of the pages above it, Home excepted. */
export const breadcrumb = (...trail: [name: string, path: string][]) => ({
  '@type': 'BreadcrumbList',
  itemListElement: ([['Home', '/'], ...trail] as const).map(([name, item], index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item,
  })),
})
