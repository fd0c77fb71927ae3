import { useEffect, useState } from 'react'
import { adminFetch } from '#admin/api/client.ts'
import type { Heading } from '#contract/fields.ts'
import { RequestError } from '#web/request-error.ts'

/** Content as the site will show it, with its length. `readTime` is in minutes. */
export type RenderedPreview = { html: string; headings: Heading[]; words: number; readTime: number }

type Answer = {
  rendered: RenderedPreview | null
  /** Why the server cannot show the text as it stands. */
  refused?: string
}

/** After so long without a change (in ms) the server is asked again. */
const pause = 500

/** What the server makes of content that is being written, some moments behind it. The last answer stands until the next one comes. */
export function useRenderedContent(source: string): Answer {
  const [answer, setAnswer] = useState<Answer>({ rendered: null })
  const first = answer.rendered === null && !answer.refused
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first answer needs no pause, and is no reason to ask again
  useEffect(() => {
    const left = new AbortController()
    const ask = () =>
      adminFetch<RenderedPreview>('/api/content/preview', {
        method: 'POST',
        json: { source },
        quiet: true,
        signal: left.signal,
      }).then(
        (rendered) => left.signal.aborted || setAnswer({ rendered }),
        (error) => {
          // Without an answer the last one stays; saving is what tells of failures.
          if (error instanceof RequestError && error.code === 'too_intricate' && !left.signal.aborted)
            setAnswer({ rendered: null, refused: error.message })
        },
      )
    const timer = setTimeout(ask, first ? 0 : pause)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [source])
  return answer
}
