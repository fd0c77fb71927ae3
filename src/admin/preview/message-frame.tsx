import { type CSSProperties, useEffect, useState } from 'react'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { trustedHtml } from '#ui/trusted-html.ts'

/** The pause in typing after which a message is rendered again, in ms. */
const pause = 400

/** A message as the server would send it, while it is typed. The last one stays until the next one arrives. */
export function useMessage<Message>(api: string, typed: object): Message | null {
  const [shown, setShown] = useState<Message | null>(null)
  const body = JSON.stringify(typed)
  const isFirst = shown === null
  useEffect(() => {
    const left = new AbortController()
    const ask = () =>
      adminFetch<Message>(api, { method: 'POST', json: JSON.parse(body), quiet: true, signal: left.signal }).then(
        (answer) => left.signal.aborted || setShown(answer),
        // Without an answer the last one stays.
        () => {},
      )
    const timer = setTimeout(ask, isFirst ? 0 : pause)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [api, body, isFirst])
  return shown
}

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
