import { useEffect, useState } from 'react'
import type { Heading } from '#contract/common.ts'
import { officeFetch } from './office-fetch.ts'

/** Content as the site will show it, with its length. `readTime` is in minutes. */
export type RenderedPreview = { html: string; headings: Heading[]; words: number; readTime: number }

/** After so long without a change (in ms) the server is asked again. */
const pause = 500

/** What the server makes of content that is being written, some moments behind it. The last answer stands until the next one comes. */
export function useRenderedContent(source: string): RenderedPreview | null {
  const [rendered, setRendered] = useState<RenderedPreview | null>(null)
  const first = rendered === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first answer needs no pause, and is no reason to ask again
  useEffect(() => {
    const left = new AbortController()
    const ask = () =>
      officeFetch<RenderedPreview>('/api/content/preview', { method: 'POST', json: { source }, quiet: true, signal: left.signal }).then(
        (answer) => left.signal.aborted || setRendered(answer),
        // Without an answer the last one stays; saving is what tells of failures.
        () => {},
      )
    const timer = setTimeout(ask, first ? 0 : pause)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [source])
  return rendered
}
