import { type CSSProperties, useEffect, useEffectEvent, useState } from 'react'
import { adminFetch } from '#admin/api/admin-calls.ts'
import type { Heading } from '#contract/fields.ts'
import { trustedHtml } from '#ui/trusted-html.ts'
import { ApiError } from '#web/http.ts'

/** Rendered content with its length; `readTime` is in minutes, and `missingPictures` have only a place in the text. */
export type RenderedPreview = {
  html: string
  headings: Heading[]
  words: number
  readTime: number
  missingPictures: number
}

type Rendering = {
  rendered: RenderedPreview | null
  /** Why the server cannot render the text. */
  refused?: string | undefined
  /** Whether `rendered` is of the text as it is now, of an earlier one, or the server has not answered. */
  state: 'current' | 'earlier' | 'failed'
}

/** The pause in typing after which the server is asked again, in ms. */
const pause = 400

/**
 * Asks the server again after each pause in typing. A request is given up when the next one is due.
 * @param asked the values it is asked about; nothing is asked without them
 * @param isFirst whether there is no answer yet, so that it is asked without a pause
 */
export function useAsking(asked: string | undefined, isFirst: boolean, ask: (signal: AbortSignal) => unknown) {
  const askNow = useEffectEvent(ask)
  const delay = useEffectEvent(() => (isFirst ? 0 : pause))
  useEffect(() => {
    if (asked === undefined) return
    const left = new AbortController()
    const timer = setTimeout(() => askNow(left.signal), delay())
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [asked])
}

/** The answer of a call to a body that is typed. The last one stays until the next one arrives, also after a failure. */
export function useAnswer<Answer>(api: string, typed: object) {
  const body = JSON.stringify(typed)
  const [last, setLast] = useState<{ answer: Answer | null; of?: string; error?: unknown }>({ answer: null })
  useAsking(`${api} ${body}`, last.of === undefined, (signal) =>
    adminFetch<Answer>(api, { method: 'POST', json: typed, quiet: true, signal }).then(
      (answer) => signal.aborted || setLast({ answer, of: body }),
      (error) => signal.aborted || setLast(({ answer }) => ({ answer, of: body, error })),
    ),
  )
  return { ...last, isCurrent: last.of === body }
}

/** The server's rendering of content while it is typed. @param headingOffset how many levels to lower the headings by */
export function useRenderedContent(source: string, headingOffset = 0): Rendering {
  const { answer, error, isCurrent } = useAnswer<RenderedPreview>('/api/content/preview', { source, headingOffset })
  if (isRefusal(error)) return { rendered: null, refused: error.message, state: isCurrent ? 'current' : 'earlier' }
  return { rendered: answer, state: isCurrent ? (error ? 'failed' : 'current') : 'earlier' }
}

/** The renderings of the texts that a form has shown, by their sources. */
type Known = ReadonlyMap<string, Rendering>

/** The same for any number of texts. The server renders one at a time for each person, so each is asked for once, in turn. */
export function useRenderedTexts(sources: string[], headingOffset = 0): Rendering[] {
  const [known, setKnown] = useState<Known>(new Map())
  useAsking(JSON.stringify([sources, headingOffset]), false, async (signal) => {
    const shown = new Set(sources)
    for (const source of shown) {
      if (known.get(source)?.state === 'current') continue
      const call = { method: 'POST', json: { source, headingOffset }, quiet: true, signal } as const
      const found = await adminFetch<RenderedPreview>('/api/content/preview', call).then(
        (rendered): Rendering => ({ rendered, state: 'current' }),
        refusalOf,
      )
      if (signal.aborted) return
      setKnown((all) => new Map(all).set(source, found))
    }
    setKnown((all) => new Map([...all].filter(([source]) => shown.has(source))))
  })
  return sources.map((source) => known.get(source) ?? { rendered: null, state: 'earlier' })
}

const refusalOf = (error: unknown): Rendering =>
  isRefusal(error) ? { rendered: null, refused: error.message, state: 'current' } : { rendered: null, state: 'failed' }

const isRefusal = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'too_intricate'

/** A message as the server would send it, while it is typed. */
export const useMessage = <Message,>(api: string, typed: object): Message | null =>
  useAnswer<Message>(api, typed).answer

type MessageFrameProps = {
  html: string
  title?: string
  scheme?: 'light' | 'dark' | undefined
  style?: CSSProperties | undefined
  className?: string | undefined
}

/** The message as in one scheme, whatever that of the device is: browsers differ in which of the two a frame follows. */
const inScheme = (html: string, scheme: MessageFrameProps['scheme']) =>
  scheme
    ? html.replaceAll('@media (prefers-color-scheme: dark)', scheme === 'dark' ? '@media all' : '@media not all')
    : html

/** A message in a separate frame without scripts, whose links do nothing. It defines its own colours for both schemes. */
export const MessageFrame = ({ html, title = 'The message', scheme, style, className }: MessageFrameProps) => (
  <iframe
    title={title}
    sandbox=""
    srcDoc={trustedHtml(inScheme(html, scheme)) as string}
    className={className}
    style={{ ...style, colorScheme: scheme }}
  />
)
