import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useState } from 'react'
import { adminFetch, conflictIn } from '#admin/api/admin-calls.ts'
import { adminQuery } from '#admin/api/queries.ts'
import { useAct } from '#admin/api/use-act.ts'
import { Dialog } from '#admin/dialogs/dialog.tsx'
import { useShortcut } from '#admin/dialogs/shortcuts.tsx'
import { OptionalSelect } from '#admin/fields/optional-select.tsx'
import { MessageFrame, useMessage } from '#admin/preview/message-frame.tsx'
import { useTimeZone } from '#admin/use-time-zone.ts'
import { formatDay } from '#admin/zoned-time.ts'
import type { MediaItem } from '#contract/media-library.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { TextArea } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { ContactRequest } from '../ground/contact.contract.ts'
import {
  type AnswerDraft,
  type AnswerInput,
  type AnswerPreview,
  type ContactDetail,
  longestQuote,
  type ShownEvent,
  type UndoneAnswer,
} from '../ground/desk.contract.ts'
import { replyAddress } from '../inbox/contact-actions.admin.tsx'
import { answerText } from './answer-text.contract.ts'
import type { SavedReply } from './saved-replies.contract.ts'
import { fillReply, leaving } from './texts.ts'
import { MessageText } from './timeline.admin.tsx'

/** The texts that are typed and not sent. */
export type Typed = { answer: string; quote: boolean; fileId: string; note: string }

export type FormProps = {
  request: ContactDetail
  typed: Typed
  change: (changes: Partial<Typed>) => void
  onSent: () => Promise<void>
  field: RefObject<HTMLTextAreaElement | null>
}

type AnswerFormProps = FormProps & Pick<HeldAnswerProps, 'onUndone'> & { seen: RefObject<ContactDetail> }

/** The message to the visitor. */
export function AnswerForm({ request, typed, change, onSent, onUndone, field, seen }: AnswerFormProps) {
  const { _id, events, mail, typing, answerTo, email } = request
  const { act, busy } = useAct({ reload: '/api/contact' })
  const [newer, setNewer] = useState<Newer | null>(null)
  const { answer, quote, fileId } = typed
  const unseen = newer && unseenIn(request, newer.before)
  const held = events.findLast(({ leavesAt }) => leavesAt !== undefined)

  async function send(how: Pick<AnswerInput, 'resolve'> & Partial<AnswerInput>) {
    if (busy || answer.trim() === '') return
    const json = { body: answer, quote, ...(fileId && { fileId }), ...how }
    const before = seen.current
    const store = async () => {
      await adminFetch(`/api/contact/${_id}/answers`, { method: 'POST', json, ifMatch: before.version })
      await onSent()
      setNewer(null)
      // The pressed button is disabled now, and would lose the focus.
      field.current?.focus()
    }
    await act(store, {
      failed(error) {
        const conflict = conflictIn<ContactRequest>(error)
        if (!conflict) return error.message
        seen.current = { ...before, version: conflict.current.version }
        setNewer({ message: error.message, before, again: () => send(how) })
      },
    })
  }
  useShortcut({
    key: 'Enter',
    command: true,
    label: 'Send the answer',
    run: () => mail === 'smtp' && send({ resolve: false }),
  })

  return (
    <>
      {held && <HeldAnswer id={_id} event={held} onUndone={onUndone} />}
      {typing.length > 0 && (
        <p role="status" className="text-small font-[530] text-warning">
          {typing.map(({ name }) => name).join(' and ')} {typing.length === 1 ? 'is' : 'are'} answering
        </p>
      )}
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <SavedReplies
          request={request}
          onChoose={(text) => change({ answer: [answer.trimEnd(), text].filter(Boolean).join('\n\n') })}
        />
      </div>
      <TextArea
        ref={field}
        label={`Answer to ${answerTo ?? email}`}
        hint="Line breaks stay. **bold**, lists and [links](https://…) are formatted."
        rows={8}
        maxLength={20_000}
        value={answer}
        onChange={({ target }) => change({ answer: target.value })}
      />
      <Preview request={request} typed={typed} />
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <Attachment value={fileId} onChange={(fileId) => change({ fileId })} />
        {mail === 'smtp' && (
          <label className="flex min-h-control items-center gap-2 text-small">
            <input
              type="checkbox"
              className="size-4.5 accent-primary"
              checked={quote}
              onChange={({ target }) => change({ quote: target.checked })}
            />
            Quote their message
          </label>
        )}
      </div>
      {mail === 'smtp' ? (
        <div className="flex flex-wrap gap-2">
          <Button size="small" busy={busy} disabled={answer.trim() === ''} onClick={() => send({ resolve: false })}>
            Send
          </Button>
          <Button
            size="small"
            variant="secondary"
            disabled={busy || answer.trim() === ''}
            onClick={() => send({ resolve: true })}
          >
            Send and resolve
          </Button>
          <ButtonLink size="small" variant="quiet" href={mailAddress(request, answer)}>
            Open in mail program
          </ButtonLink>
        </div>
      ) : (
        <WithoutMail
          request={request}
          answer={answer}
          busy={busy}
          onSent={(resolve) => send({ resolve, sentElsewhere: true })}
        />
      )}
      {newer && (
        <Dialog open onClose={() => setNewer(null)} title={unseen ? wordsOf(unseen) : newer.message}>
          <div className="grid gap-4">
            {unseen && (
              <blockquote className="max-h-[40dvh] overflow-y-auto border-l-2 border-line pl-3">
                <MessageText>{unseen.body ?? ''}</MessageText>
              </blockquote>
            )}
            <div className="flex flex-wrap justify-end gap-2">
              <Button variant="quiet" size="small" onClick={() => setNewer(null)}>
                Change mine first
              </Button>
              <Button size="small" busy={busy} onClick={newer.again}>
                Send all the same
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  )
}

/** The answer as it arrives. It is rendered while it is open. */
function Preview({ request: { _id, mail }, typed: { answer, quote, fileId } }: Pick<FormProps, 'request' | 'typed'>) {
  const [open, setOpen] = useState(false)
  const empty = answer.trim() === ''
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="w-fit text-small text-muted hover:text-ink pointer-coarse:py-3">Preview</summary>
      {open && (
        <div className="mt-2">
          {empty ? (
            <p className="text-small text-muted">Nothing is typed yet.</p>
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
      title="The mail as it arrives"
      className="h-104 w-full resize-y rounded-control border border-line"
    />
  )
}

/** `before` is the request as the writer has seen it. */
type Newer = { message: string; before: ContactDetail; again: () => void }

/** The last message that has come since the request was as `before`. */
export const unseenIn = ({ events }: ContactDetail, before: ContactDetail): ShownEvent | undefined =>
  events.findLast(
    ({ _id, kind }) => (kind === 'answer' || kind === 'received') && !before.events.some((seen) => seen._id === _id),
  )

const wordsOf = ({ kind, by = 'Someone' }: ShownEvent) =>
  kind === 'answer' ? `${by} has answered in the meantime.` : 'A message came in the meantime.'

type HeldAnswerProps = { id: string; event: ShownEvent; onUndone: (answer: UndoneAnswer) => void }

/** An answer that has not left, with the seconds until it does. */
function HeldAnswer({ id, event, onUndone }: HeldAnswerProps) {
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
          The answer leaves in half a minute.
        </span>
        {leaving(event.leavesAt ?? '', now)}
      </p>
      <Button size="small" variant="quiet" onClick={() => act(undo)}>
        Undo
      </Button>
    </div>
  )
}

/** Inserts a saved reply, with the words that it names. */
function SavedReplies({ request, onChoose }: { request: ContactDetail; onChoose: (text: string) => void }) {
  const { data = [] } = useQuery(adminQuery<SavedReply[]>('/api/savedReplies'))
  const zone = useTimeZone()
  const { name, course, page } = request
  const replies = data.filter(({ active }) => active)
  const choose = (id: string) => {
    const reply = replies.find(({ _id }) => _id === id)
    if (!reply) return
    const path = course ? `/courses/${course.slug}` : (page ?? '/')
    const words = {
      name,
      course: course?.title ?? 'the course',
      date: formatDay(new Date().toISOString(), zone),
      link: `${window.location.origin}${path}`,
    }
    onChoose(fillReply(reply.body, words))
  }
  return (
    <>
      <OptionalSelect
        label="Saved reply"
        className="min-w-0 flex-1 sm:max-w-80"
        none={replies.length > 0 ? 'Insert …' : 'None yet'}
        options={replies.map(({ _id, name }) => [_id, name])}
        value=""
        onChoose={choose}
      />
      {/* In another tab, so that the answer stays as it is. */}
      <Link to="/admin/savedReplies" target="_blank" className="link py-3 text-small">
        Edit saved replies
        <span className="sr-only"> (opens in a new tab)</span>
      </Link>
    </>
  )
}

function Attachment({ value, onChange }: { value: string; onChange: (fileId: string) => void }) {
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
function mailAddress({ answerTo, email, subject }: ContactDetail, answer: string): string {
  const address = replyAddress({ email: answerTo ?? email, subject })
  const text = answerText(answer, window.location.origin)
  return text === '' ? address : `${address}&body=${encodeURIComponent(text)}`
}

type WithoutMailProps = {
  request: ContactDetail
  answer: string
  busy: boolean
  onSent: (resolve: boolean) => void
}

/** Where no mail server is set, the answer is sent from the person's own mail program. */
function WithoutMail({ request, answer, busy, onSent }: WithoutMailProps) {
  const { message, events } = request
  const last = events.findLast(({ kind, details }) => kind === 'received' && !details?.auto)?.body ?? message
  const quoted = last.slice(0, longestQuote).replace(/^/gm, '> ')
  const text = answerText(answer, window.location.origin)
  const nothing = answer.trim() === ''
  const { act } = useAct()
  const copy = () =>
    act(() => navigator.clipboard.writeText(`${text}\n\n${quoted}`), {
      done: 'Copied, with their message quoted',
      failed: 'The browser does not allow copying',
    })
  return (
    <div className="grid gap-3">
      <p className="text-small text-muted">
        No mail server is set (SMTP_URL). Copy the answer, or open it in your mail program; then press{' '}
        <em>I have sent it</em>.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" variant="secondary" disabled={nothing} onClick={copy}>
          Copy
        </Button>
        <ButtonLink size="small" variant="secondary" href={mailAddress(request, answer)}>
          Open in mail program
        </ButtonLink>
        <Button size="small" busy={busy} disabled={nothing} onClick={() => onSent(false)}>
          I have sent it
        </Button>
        <Button size="small" variant="quiet" disabled={nothing || busy} onClick={() => onSent(true)}>
          Sent, and resolved
        </Button>
      </div>
    </div>
  )
}
