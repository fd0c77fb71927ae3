import { createContext, useContext, useEffect } from 'react'
import { useCompany } from './company-context.tsx'
import { documentTitle, type PageHead } from './page-head.ts'

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
