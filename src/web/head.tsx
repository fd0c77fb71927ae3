import { createContext, useContext, useEffect } from 'react'
import { documentTitle, type PageHead } from '#contract/page-head.ts'
import { useCompany } from './company-context.tsx'

/** Receives the head of the page that the server renders, and structured data of its parts; null in the browser. */
export const HeadContext = createContext<((head: PageHead | Required<Pick<PageHead, 'jsonLd'>>) => void) | null>(null)

/** The page's title and metadata. Every page renders it once; in the browser it sets the document's title. */
export function Head(props: PageHead) {
  const collect = useContext(HeadContext)
  const { brand, titles } = useCompany()
  const title = titles?.[props.path ?? ''] ?? documentTitle(props.title, brand)
  useEffect(() => {
    document.title = title
  }, [title])
  collect?.(props)
  return null
}
