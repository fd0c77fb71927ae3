import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { adminFetch, adminQuery } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { OptionalSelect } from '#admin/fields/small-form.tsx'
import { MessageText } from '#admin/preview/message-text.tsx'
import { MessageFrame, useMessage } from '#admin/preview/rendered.tsx'
import { formatDay, useTimeZone } from '#admin/time.tsx'
import { mailHolds } from '#contract/deliveries.ts'
import type { MediaItem } from '#contract/media-library.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { TextArea } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { answerText } from '../ground/answer-text.contract.ts'
import {
  type AnswerDraft,
  type AnswerPreview,
  type ContactDetail,
  longestQuote,
  type ShownEvent,
  type UndoneAnswer,
} from '../ground/desk.contract.ts'
import { replyAddress } from '../inbox/contact-actions.admin.tsx'
import { fillReply, type SavedReply } from './saved-replies.contract.ts'
import { SendButtons } from './send-buttons.admin.tsx'

export type TypedTexts = { answer: string; quote: boolean; fileId: string; note: string }

export type FormProps = {
  request: ContactDetail
  typed: TypedTexts
  change: (changes: Partial<TypedTexts>) => void
  onSent: () => Promise<void>
  field: RefObject<HTMLTextAreaElement | null>
}

/** A text that was taken back, above the text typed since. */
export const aboveTyped = (undone: string, typed: string): string => [undone, typed.trim()].filter(Boolean).join('\n\n')

/** How often colleagues are told that someone is typing, in milliseconds. */
const tellEvery = 20_000

export function useTyping(id: string) {
  const told = useRef(0)
  return () => {
    if (Date.now() - told.current < tellEvery) return
    told.current = Date.now()
    adminFetch(`/api/contact/${id}/typing`, { method: 'PUT', quiet: true }).catch(() => {})
  }
}

/** The answer as it arrives. It is rendered while it is open. */
export function Preview({
  request: { _id, mail },
  typed: { answer, quote, fileId },
}: Pick<FormProps, 'request' | 'typed'>) {
  const [open, setOpen] = useState(false)
  const empty = answer.trim() === ''
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="w-fit text-small text-muted hover:text-ink pointer-coarse:py-3">Preview</summary>
      {open && (
        <div className="mt-2">
          {empty ? (
            <p className="text-small text-muted">Nothing to preview yet.</p>
          ) : mail === 'smtp' ? (
            <PreviewedMail id={_id} draft={{ body: answer, quote, ...(fileId && { fileId }) }} />
          ) : (
            <MessageText>{answerText(answer, window.location.origin)}</MessageText>
          )}
        </div>
      )}
    </details>
  )
}

function PreviewedMail({ id, draft }: { id: string; draft: AnswerDraft }) {
  const message = useMessage<AnswerPreview>(`/api/contact/${id}/answers/preview`, draft)
  if (!message) return <Spinner />
  return (
    <MessageFrame
      html={message.html}
      title="The email as it arrives"
      className="h-104 w-full resize-y rounded-control border border-line"
    />
  )
}

/**
 * When an answer leaves that can still be undone, in words. The clock of the browser may differ from the server's, which decides.
 * @param now in milliseconds since 1970
 */
export function leaving(leavesAt: string, now: number): string {
  const seconds = Math.min(mailHolds.answer, Math.ceil((Date.parse(leavesAt) - now) / 1_000))
  return seconds > 0 ? `Sending in ${seconds} s` : 'Sending…'
}

export type HeldAnswerProps = { id: string; event: ShownEvent; onUndone: (answer: UndoneAnswer) => void }

/** An answer that has not left, with the seconds until it does. */
export function HeldAnswer({ id, event, onUndone }: HeldAnswerProps) {
  const { act } = useAct({ reload: '/api/contact' })
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  const undo = async () =>
    onUndone(await adminFetch<UndoneAnswer>(`/api/contact/${id}/answers/${event._id}/undo`, { method: 'POST' }))
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control bg-primary-soft px-4 py-2">
      <p className="text-small tabular-nums">
        <span className="sr-only" role="status">
          Your reply is sent in half a minute.
        </span>
        {leaving(event.leavesAt ?? '', now)}
      </p>
      <Button size="small" variant="quiet" onClick={() => act(undo)}>
        Undo
      </Button>
    </div>
  )
}

export function NoteForm({ request, typed: { note }, change, onSent, field }: FormProps) {
  const { act, busy } = useAct({ reload: '/api/contact' })
  const add = async () => {
    await adminFetch(`/api/contact/${request._id}/notes`, { method: 'POST', json: { body: note } })
    await onSent()
    field.current?.focus()
  }
  return (
    <div className="-m-2 grid gap-4 rounded-control bg-accent-soft p-4">
      <TextArea
        ref={field}
        label="Internal note"
        rows={4}
        maxLength={20_000}
        value={note}
        onChange={({ target }) => change({ note: target.value })}
      />
      <Button
        size="small"
        className="justify-self-start"
        busy={busy}
        disabled={note.trim() === ''}
        onClick={() => act(add)}
      >
        Add note
      </Button>
    </div>
  )
}

/** Inserts a saved reply, with the words that it names. */
export function SavedReplies({ request, onChoose }: { request: ContactDetail; onChoose: (text: string) => void }) {
  const { data = [] } = useQuery(adminQuery<SavedReply[]>('/api/savedReplies'))
  const zone = useTimeZone()
  const { name, course, page } = request
  const replies = data.filter(({ active }) => active)
  const choose = (id: string) => {
    const reply = replies.find(({ _id }) => _id === id)
    if (!reply) return
    const date = formatDay(new Date().toISOString(), zone)
    const link = `${window.location.origin}${course ? `/courses/${course.slug}` : (page ?? '/')}`
    onChoose(fillReply(reply.body, { name, course: course?.title ?? 'the course', date, link }))
  }
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
      <OptionalSelect
        label="Saved reply"
        className="min-w-0 flex-1 sm:max-w-80"
        none={replies.length > 0 ? 'Insert…' : 'None yet'}
        options={replies.map(({ _id, name }) => [_id, name])}
        value=""
        onChoose={choose}
      />
      {/* In another tab, so that the answer stays as it is. */}
      <Link to="/admin/savedReplies" target="_blank" className="link flex h-control items-center text-small">
        Edit saved replies
        <span className="sr-only"> (opens in a new tab)</span>
      </Link>
    </div>
  )
}

export function Attachment({ value, onChange }: { value: string; onChange: (fileId: string) => void }) {
  const { data = [] } = useQuery(adminQuery<MediaItem[]>('/api/media?status=files&limit=200'))
  if (data.length === 0) return null
  return (
    <OptionalSelect
      label="Attach a PDF"
      className="min-w-0 flex-1 sm:max-w-80"
      none="None"
      options={data.map(({ _id, name }) => [_id, name])}
      value={value}
      onChoose={onChange}
    />
  )
}

/** The `mailto:` address of an answer with what is typed. */
export function mailAddress({ answerTo, email, subject }: ContactDetail, answer: string): string {
  const address = replyAddress({ email: answerTo ?? email, subject })
  const text = answerText(answer, window.location.origin)
  return text === '' ? address : `${address}&body=${encodeURIComponent(text)}`
}

type WithoutMailProps = { request: ContactDetail; answer: string; busy: boolean; onSent: (resolve: boolean) => void }

/** Where no mail server is set, the answer is sent from the person's own mail program. */
export function WithoutMail({ request, answer, busy, onSent }: WithoutMailProps) {
  const { message, events } = request
  const last = events.findLast(({ kind, details }) => kind === 'received' && !details?.auto)?.body ?? message
  const quoted = last.slice(0, longestQuote).replace(/^/gm, '> ')
  const text = answerText(answer, window.location.origin)
  const nothing = answer.trim() === ''
  const { act } = useAct()
  const copy = () =>
    act(() => navigator.clipboard.writeText(`${text}\n\n${quoted}`), {
      done: 'Copied with their message quoted',
      failed: 'The browser does not allow copying',
    })
  return (
    <div className="grid gap-3">
      <p className="text-small text-muted">
        No mail server is set up (SMTP_URL). Copy your reply or open it in your email app, then mark it as sent.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" variant="secondary" disabled={nothing} onClick={copy}>
          Copy
        </Button>
        <ButtonLink size="small" variant="secondary" href={mailAddress(request, answer)}>
          Open in email app
        </ButtonLink>
        <SendButtons
          labels={['Mark as sent', 'Mark as sent and resolve']}
          busy={busy}
          disabled={nothing}
          onSend={onSent}
        />
      </div>
    </div>
  )
}
