import { type CSSProperties, useEffect, useState } from 'react'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { Counter } from '#admin/forms/form-field.tsx'
import { TextArea, TextInput } from '#ui/field.tsx'
import { trustedHtml } from '#ui/trusted-html.ts'

/** As many characters as the lists of mail programs show. */
const shownOfSubject = 60
const shownOfPreheader = 110

type MessageTexts = { subject: string; preheader: string; greeting: string }

type MessageFieldsProps = {
  values: MessageTexts
  set: (name: keyof MessageTexts, value: string) => void
  errorAt: (name: keyof MessageTexts) => string | undefined
  /** The texts of a message without its own. */
  usual: MessageTexts
}

/** The subject of a message, the text that mail programs show after it, and the first line. */
export function MessageFields({ values, set, errorAt, usual }: MessageFieldsProps) {
  const { subject, preheader, greeting } = values
  return (
    <>
      <TextInput
        label="Subject"
        name="subject"
        hint={<Counter length={(subject || usual.subject).length} most={shownOfSubject} />}
        placeholder={usual.subject}
        value={subject}
        error={errorAt('subject')}
        onChange={({ target }) => set('subject', target.value)}
      />
      <TextArea
        label="Preheader"
        name="preheader"
        rows={2}
        hint={<Counter length={preheader.length} most={shownOfPreheader} />}
        placeholder={usual.preheader}
        value={preheader}
        error={errorAt('preheader')}
        onChange={({ target }) => set('preheader', target.value.replaceAll(/\s*\n\s*/g, ' '))}
      />
      <TextInput
        label="Greeting"
        name="greeting"
        hint="{name} is replaced by the subscriber’s name, where it is known."
        placeholder={usual.greeting}
        value={greeting}
        error={errorAt('greeting')}
        onChange={({ target }) => set('greeting', target.value)}
      />
    </>
  )
}

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
