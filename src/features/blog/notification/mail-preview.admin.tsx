import { type CSSProperties, useEffect, useState } from 'react'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { trustedHtml } from '#ui/trusted-html.ts'
import type { AnnouncedPost, Announcement } from './announcement.contract.ts'

/** The pause in typing after which the message is rendered again, in ms. */
const pause = 400

/** The message about a post as the server would send it. The last one stays until the next one arrives. */
function useAnnouncement(post: AnnouncedPost): Announcement | null {
  const [shown, setShown] = useState<Announcement | null>(null)
  const body = JSON.stringify(post)
  const isFirst = shown === null
  useEffect(() => {
    const left = new AbortController()
    const ask = () =>
      adminFetch<Announcement>('/api/newsletter/preview', {
        method: 'POST',
        json: JSON.parse(body),
        quiet: true,
        signal: left.signal,
      }).then(
        (answer) => left.signal.aborted || setShown(answer),
        // Without an answer the last one stays.
        () => {},
      )
    const timer = setTimeout(ask, isFirst ? 0 : pause)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [body, isFirst])
  return shown
}

type MailPreviewProps = { post: AnnouncedPost; scheme?: 'light' | 'dark'; style?: CSSProperties; className?: string }

/** The message in a separate frame without scripts, whose links do nothing. */
export function MailPreview({ post, scheme, style, className }: MailPreviewProps) {
  const message = useAnnouncement(post)
  if (!message) return null
  return (
    <iframe
      title="The message"
      sandbox=""
      srcDoc={trustedHtml(message.html) as string}
      className={className}
      // The message defines its own colours for both schemes.
      style={{ ...style, colorScheme: scheme }}
    />
  )
}
