import { useEffect, useEffectEvent, useState } from 'react'
import { adminFetch } from '#admin/api/admin-calls.ts'
import type { Heading } from '#contract/fields.ts'
import { ApiError } from '#web/http.ts'

/** Rendered content with its length; `readTime` is in minutes, and `missingPictures` have only a place in the text. */
export type RenderedPreview = {
  html: string
  headings: Heading[]
  words: number
  readTime: number
  missingPictures: number
}

type Answer = {
  rendered: RenderedPreview | null
  /** Why the server cannot render the text. */
  refused?: string | undefined
  /** Whether `rendered` is of the text as it is now, of an earlier one, or the server has not answered. */
  state: 'current' | 'earlier' | 'failed'
}

/** The pause in typing after which the server renders again, in ms. */
const pause = 500

/**
 * The server's rendering of content while it is typed. The last result stays until the next one arrives.
 * @param headingOffset how many levels to lower the headings by
 */
export function useRenderedContent(source: string, headingOffset = 0): Answer {
  const [answer, setAnswer] = useState<Omit<Answer, 'state'> & { of?: string; failed?: boolean }>({ rendered: null })
  // The first request needs no pause.
  const delay = useEffectEvent(() => (answer.rendered === null && !answer.refused ? 0 : pause))
  useEffect(() => {
    const left = new AbortController()
    const ask = () =>
      adminFetch<RenderedPreview>('/api/content/preview', {
        method: 'POST',
        json: { source, headingOffset },
        quiet: true,
        signal: left.signal,
      }).then(
        (rendered) => left.signal.aborted || setAnswer({ rendered, of: source }),
        (error) => {
          if (left.signal.aborted) return
          // Without an answer the last result stays; saving reports failures.
          if (error instanceof ApiError && error.code === 'too_intricate')
            setAnswer({ rendered: null, refused: error.message, of: source })
          else setAnswer((last) => ({ ...last, of: source, failed: true }))
        },
      )
    const timer = setTimeout(ask, delay())
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [source, headingOffset])
  const { of, failed, ...shown } = answer
  return { ...shown, state: of !== source ? 'earlier' : failed ? 'failed' : 'current' }
}
