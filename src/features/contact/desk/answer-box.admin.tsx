import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Tabs } from 'radix-ui'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { adminQuery, invalidateAdmin } from '#admin/api/queries.ts'
import { Dialog } from '#admin/dialogs/dialog.tsx'
import { useShortcut } from '#admin/dialogs/shortcuts.tsx'
import { UnsavedBanner } from '#admin/drafts/banners.tsx'
import { useAutosave } from '#admin/drafts/use-autosave.ts'
import { useLatest } from '#admin/hooks.ts'
import { useTimeZone } from '#admin/use-time-zone.ts'
import { formatDay } from '#admin/zoned-time.ts'
import type { MediaItem } from '#contract/media-library.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Select, TextArea } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { notify } from '#ui/toasts.ts'
import { ApiError } from '#web/http.ts'
import { replyAddress } from '../contact-actions.admin.tsx'
import {
  type AnswerInput,
  type ContactDetail,
  longestQuote,
  type ShownEvent,
  type UndoneAnswer,
} from './desk.contract.ts'
import type { SavedReply } from './saved-replies.contract.ts'
import { aboveTyped, fillReply, leaving } from './texts.ts'
import { MessageText } from './timeline.admin.tsx'

/** The texts that are typed and not sent. */
type Typed = { answer: string; quote: boolean; fileId: string; note: string }
const empty: Typed = { answer: '', quote: true, fileId: '', note: '' }

/** How often colleagues are told that somebody is typing, in milliseconds. */
const tellEvery = 20_000

const tabClass =
  'min-h-control border-b-2 border-transparent px-4 text-small font-[560] text-muted hover:text-ink pointer-coarse:min-h-11 data-[state=active]:border-primary data-[state=active]:text-ink'

/** The message to the visitor, or to colleagues. */
export function AnswerBox({ request }: { request: ContactDetail }) {
  const { _id, status } = request
  const [typed, setTyped] = useState(empty)
  // The keys of the list lead to one of the fields.
  const [wanted] = useState(useSearchParams()[0].get('tab'))
  const [tab, setTab] = useState(wanted === 'note' || status === 'spam' ? 'note' : 'answer')
  const latest = useLatest(typed)
  const answerField = useRef<HTMLTextAreaElement>(null)
  const noteField = useRef<HTMLTextAreaElement>(null)
  const dirty = typed.answer.trim() !== '' || typed.note.trim() !== ''
  const { found, clear } = useAutosave<Typed>({
    key: `contactRequests/${_id}`,
    value: typed,
    read: () => latest.current,
    dirty,
    onRestore: setTyped,
  })
  const tellTyping = useTyping(_id)
  // The timeline gets new entries while somebody types. They are unseen until a new answer is begun, or the server has refused this one.
  const lastId = lastIdOf(request)
  const seen = useRef(lastId)
  const begun = typed.answer.trim() !== ''
  useEffect(() => {
    if (!begun) seen.current = lastId
  }, [begun, lastId])
  const change = (changes: Partial<Typed>) => setTyped((now) => ({ ...now, ...changes }))
  /** Empties a part after it was sent. */
  async function sent(changes: Partial<Typed>) {
    const rest = { ...latest.current, ...changes }
    await clear(rest)
    setTyped(rest)
  }
  const show = (name: string, field: RefObject<HTMLTextAreaElement | null>) => {
    setTab(name)
    setTimeout(() => field.current?.focus())
  }
  useEffect(() => {
    if (wanted === 'note') noteField.current?.focus()
    if (wanted === 'answer') answerField.current?.focus()
  }, [wanted])
  useShortcut({ key: 'r', label: 'Answer', run: () => show('answer', answerField) })
  useShortcut({ key: 'n', label: 'Note', run: () => show('note', noteField) })
  return (
    <section aria-label="Answer or note" className="grid gap-4 rounded-control border border-line bg-raised p-4 sm:p-5">
      <UnsavedBanner found={found} />
      <Tabs.Root value={tab} onValueChange={setTab} className="grid gap-4">
        <Tabs.List aria-label="Answer or note" className="flex border-b border-line">
          <Tabs.Trigger value="answer" className={tabClass}>
            Answer
          </Tabs.Trigger>
          <Tabs.Trigger value="note" className={tabClass}>
            Note
          </Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="answer" tabIndex={-1} className="grid gap-4">
          {status === 'spam' ? (
            <p className="text-muted">This is marked as spam. Reopen it to answer it.</p>
          ) : (
            <AnswerForm
              request={request}
              typed={typed}
              change={(changes) => {
                change(changes)
                if (changes.answer) tellTyping()
              }}
              onSent={() => sent({ answer: '', fileId: '' })}
              onUndone={({ body, quote, fileId = '' }) => {
                change({ answer: aboveTyped(body, latest.current.answer), quote, fileId })
                show('answer', answerField)
              }}
              field={answerField}
              seen={seen}
            />
          )}
        </Tabs.Content>
        <Tabs.Content value="note" tabIndex={-1}>
          <NoteForm
            request={request}
            typed={typed}
            change={change}
            onSent={() => sent({ note: '' })}
            field={noteField}
          />
        </Tabs.Content>
      </Tabs.Root>
    </section>
  )
}

const lastIdOf = ({ events }: ContactDetail) =>
  events
    .map(({ _id }) => _id)
    .sort()
    .at(-1) ?? ''

/** Tells colleagues that an answer is being typed. */
function useTyping(id: string) {
  const told = useRef(0)
  return () => {
    if (Date.now() - told.current < tellEvery) return
    told.current = Date.now()
    adminFetch(`/api/contact/${id}/typing`, { method: 'PUT', quiet: true }).catch(() => {})
  }
}

type FormProps = {
  request: ContactDetail
  typed: Typed
  change: (changes: Partial<Typed>) => void
  onSent: () => Promise<void>
  field: RefObject<HTMLTextAreaElement | null>
}

function AnswerForm({
  request,
  typed,
  change,
  onSent,
  onUndone,
  field,
  seen,
}: FormProps & { onUndone: (answer: UndoneAnswer) => void; seen: RefObject<string> }) {
  const { _id, events, mail, typing, answerTo, email } = request
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [newer, setNewer] = useState<Newer | null>(null)
  const { answer, quote, fileId } = typed
  const held = events.findLast(({ leavesAt }) => leavesAt !== undefined)

  async function send(how: Pick<AnswerInput, 'resolve'> & Partial<AnswerInput>) {
    if (busy || answer.trim() === '') return
    setBusy(true)
    const json = { body: answer, quote, ...(fileId && { fileId }), ...how, seen: seen.current }
    try {
      await adminFetch(`/api/contact/${_id}/answers`, { method: 'POST', json })
      await onSent()
      setNewer(null)
      // The buttons are of no use any more, and would lose the focus.
      field.current?.focus()
    } catch (error) {
      const current = error instanceof ApiError && error.code === 'answered' && newerIn(error)
      if (current) {
        seen.current = current.event._id
        setNewer({ ...current, again: () => send(how) })
      } else notify('error', (error as Error).message)
    } finally {
      await invalidateAdmin(client, '/api/contact')
      setBusy(false)
    }
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
        hint="Markdown: **bold**, lists, [links](https://…)"
        rows={8}
        maxLength={20_000}
        value={answer}
        onChange={({ target }) => change({ answer: target.value })}
      />
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
        <Dialog open onClose={() => setNewer(null)} title={newer.message}>
          <div className="grid gap-4">
            <blockquote className="max-h-[40dvh] overflow-y-auto border-l-2 border-line pl-3">
              <MessageText>{newer.event.body ?? ''}</MessageText>
            </blockquote>
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

type Newer = { message: string; event: ShownEvent; again: () => void }

/** The message that a colleague or the visitor has sent meanwhile. */
function newerIn({ message, body }: ApiError): Pick<Newer, 'message' | 'event'> | null {
  const { conflict } = body as { conflict?: { current: ShownEvent } }
  return conflict ? { message, event: conflict.current } : null
}

/** An answer that has not left, with the seconds until it does. */
function HeldAnswer({
  id,
  event,
  onUndone,
}: {
  id: string
  event: ShownEvent
  onUndone: (answer: UndoneAnswer) => void
}) {
  const client = useQueryClient()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  async function undo() {
    try {
      onUndone(await adminFetch<UndoneAnswer>(`/api/contact/${id}/answers/${event._id}/undo`, { method: 'POST' }))
    } catch (error) {
      notify('error', (error as Error).message)
    }
    await invalidateAdmin(client, '/api/contact')
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control bg-primary-soft px-4 py-2">
      <p className="text-small tabular-nums">
        <span className="sr-only" role="status">
          The answer leaves in half a minute.
        </span>
        {leaving(event.leavesAt ?? '', now)}
      </p>
      <Button size="small" variant="quiet" onClick={undo}>
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
      <Select
        label="Saved reply"
        className="min-w-0 flex-1 sm:max-w-80"
        value=""
        onChange={({ target }) => choose(target.value)}
      >
        <option value="">{replies.length > 0 ? 'Insert …' : 'None yet'}</option>
        {replies.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </Select>
      <Link to="/admin/savedReplies" className="link py-3 text-small">
        Edit saved replies
      </Link>
    </>
  )
}

function Attachment({ value, onChange }: { value: string; onChange: (fileId: string) => void }) {
  const { data = [] } = useQuery(adminQuery<MediaItem[]>('/api/media?status=files&limit=200'))
  if (data.length === 0) return null
  return (
    <Select
      label="Attach a PDF"
      className="min-w-0 flex-1 sm:max-w-80"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">None</option>
      {data.map(({ _id, name }) => (
        <option key={_id} value={_id}>
          {name}
        </option>
      ))}
    </Select>
  )
}

type WithoutMailProps = {
  request: ContactDetail
  answer: string
  busy: boolean
  onSent: (resolve: boolean) => void
}

/** Where no mail server is set, the answer is sent from the person's own mail program. */
function WithoutMail({ request, answer, busy, onSent }: WithoutMailProps) {
  const { answerTo, email, subject, message, events } = request
  const last = events.findLast(({ kind, details }) => kind === 'received' && !details?.auto)?.body ?? message
  const quoted = last.slice(0, longestQuote).replace(/^/gm, '> ')
  const href = `${replyAddress({ email: answerTo ?? email, subject })}&body=${encodeURIComponent(answer)}`
  const nothing = answer.trim() === ''
  const copy = () =>
    navigator.clipboard.writeText(`${answer}\n\n${quoted}`).then(
      () => notify('success', 'Copied, with their message quoted'),
      () => notify('error', 'The browser does not allow copying'),
    )
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
        <ButtonLink size="small" variant="secondary" href={href}>
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

/** Adds a text to the timeline, and shows why it failed. @param onSent called once it is stored */
function useEntry(id: string, kind: 'notes' | 'received', onSent: () => unknown) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  async function save(body: string) {
    setBusy(true)
    try {
      await adminFetch(`/api/contact/${id}/${kind}`, { method: 'POST', json: { body } })
      await onSent()
    } catch (error) {
      notify('error', (error as Error).message)
    }
    await invalidateAdmin(client, '/api/contact')
    setBusy(false)
  }
  return { busy, save }
}

function NoteForm({ request, typed: { note }, change, onSent, field }: FormProps) {
  const { busy, save } = useEntry(request._id, 'notes', async () => {
    await onSent()
    field.current?.focus()
  })
  return (
    <div className="-m-2 grid gap-4 rounded-control bg-accent-soft p-4">
      <TextArea
        ref={field}
        label="Note"
        hint="Only colleagues see this."
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
        onClick={() => save(note)}
      >
        Add note
      </Button>
    </div>
  )
}

/** Enters a message that came elsewhere. */
export function LogReceived({ id }: { id: string }) {
  const [open, setOpen] = useState(false)
  const [body, setBody] = useState('')
  const { busy, save } = useEntry(id, 'received', () => {
    setOpen(false)
    setBody('')
  })
  return (
    <>
      <Button size="small" variant="quiet" className="justify-self-start" onClick={() => setOpen(true)}>
        Log what they answered
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Log what they answered">
        <div className="grid gap-4">
          <TextArea
            label="Their message"
            hint="From the mailbox, or in your words after a call."
            rows={8}
            value={body}
            onChange={({ target }) => setBody(target.value)}
          />
          <div className="flex justify-end gap-2">
            <Button variant="quiet" size="small" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button size="small" busy={busy} disabled={body.trim() === ''} onClick={() => save(body)}>
              Add to the timeline
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  )
}
