import { useEffect, useEffectEvent, useState } from 'react'
import { adminFetch } from '#admin/api/client.ts'
import type { Heading } from '#contract/fields.ts'
import { ApiError } from '#web/http.ts'

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
  // The first answer needs no pause.
  const delay = useEffectEvent(() => (answer.rendered === null && !answer.refused ? 0 : pause))
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
          if (error instanceof ApiError && error.code === 'too_intricate' && !left.signal.aborted)
            setAnswer({ rendered: null, refused: error.message })
        },
      )
    const timer = setTimeout(ask, delay())
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [source])
  return answer
}
