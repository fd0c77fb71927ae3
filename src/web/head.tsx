import { createContext, useContext, useEffect } from 'react'
import { documentTitle, type PageHead } from '#contract/page-head.ts'
import { useCompany } from './company-context.tsx'

/** Collects the head of the rendered page on the server; null in the browser. */
export const HeadContext = createContext<{ head: PageHead | null } | null>(null)

/** The page's title and metadata. Every page renders it once; in the browser it sets the document's title. */
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
