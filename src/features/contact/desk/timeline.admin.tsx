import { Flag, Lock, Mail, Paperclip, PenLine, UserRound } from 'lucide-react'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { unlessRefused, useResource } from '#admin/api/use-act.ts'
import { FormattedText, MessageText } from '#admin/preview/message-text.tsx'
import { useReadOnly } from '#admin/session/use-auth.ts'
import { LocalDateTime } from '#admin/time.tsx'
import { deliveryWords } from '#contract/deliveries.ts'
import { formatDate } from '#ui/date.tsx'
import type { ContactDetail, JoinedRequest, ShownEvent } from '../ground/desk.contract.ts'
import { contacts } from '../inbox/contact-actions.admin.tsx'
import { JoinedEntry } from './joins.admin.tsx'
import { MessageCard, Subject } from './message-card.admin.tsx'
import { splitQuotation } from './quotation.ts'

type TimelineItem = { at: string; event?: ShownEvent; joined?: JoinedRequest }

/** Everything that happened with a request, and those that were joined to it, in order: `before` it came in, if one of those is older, and after. */
export function timelineOf({ createdAt, events, joinedRequests }: ContactDetail) {
  const items: TimelineItem[] = [
    ...joinedRequests.map((joined) => ({ at: joined.createdAt, joined })),
    ...events.map((event) => ({ at: event.at, event })),
  ]
  // Without joined requests, the order is that of the server.
  if (joinedRequests.length > 0) items.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
  const first = items.findIndex(({ at }) => joinedRequests.length === 0 || at >= createdAt)
  const middle = first < 0 ? items.length : first
  return { before: items.slice(0, middle), after: items.slice(middle) }
}

export const Timeline = ({
  label,
  items,
  request,
}: {
  label: string
  items: TimelineItem[]
  request: ContactDetail
}) => (
  <ol aria-label={label} className="grid gap-4">
    {items.map(({ event, joined }) => (
      <li key={event?._id ?? joined?._id} className="min-w-0">
        {event && <Entry event={event} request={request} />}
        {joined && <JoinedEntry joined={joined} request={request} />}
      </li>
    ))}
  </ol>
)

type EntryProps = { event: ShownEvent; request: ContactDetail }

function Entry(entry: EntryProps) {
  const { kind } = entry.event
  if (kind === 'note') return <NoteEntry {...entry} />
  if (kind === 'answer') return <AnswerEntry {...entry} />
  if (kind === 'received') return <ReceivedEntry {...entry} />
  return <ChangeEntry {...entry} />
}

function NoteEntry({ event: { _id, at, by, from, body = '', deletable, details }, request }: EntryProps) {
  const { act } = useResource(contacts)
  const readOnly = useReadOnly()
  const remove = () =>
    act(() => adminFetch(`${contacts.api}/${request._id}/notes/${_id}`, { method: 'DELETE' }), {
      done: 'Note deleted',
      failed: unlessRefused('Failed to delete note'),
    })
  return (
    <MessageCard
      who={by ?? from}
      at={at}
      icon={Lock}
      look="border-accent/40 bg-accent-soft"
      aside={
        <>
          <span className="text-accent-ink">Internal note</span>
          {deletable && !readOnly && (
            <button type="button" className="link ml-auto" onClick={remove}>
              Delete note
            </button>
          )}
        </>
      }
    >
      {details?.unsent && (
        <p className="border-l-2 border-warning pl-3 text-small text-warning">
          This email was not sent to {request.name}. {details.unsent}
        </p>
      )}
      <MessageText>{body}</MessageText>
    </MessageCard>
  )
}

function AnswerEntry({ event }: Pick<EntryProps, 'event'>) {
  const { at, by, body = '', html, details = {}, state, leavesAt, reason, file } = event
  const { bounced, byHand, owns, quote, subject } = details
  const status = byHand ? 'Sent from an email app' : leavesAt ? 'Sending…' : state && deliveryWords[state]
  return (
    <MessageCard
      who={
        <>
          <bdi>{by ?? 'We'}</bdi> replied
        </>
      }
      at={at}
      icon={Mail}
      look="border-primary/30 bg-primary-soft"
      aside={
        <>
          {!bounced && status && <span>{status}</span>}
          {owns && <span>Assigned to {by ?? 'a colleague'}</span>}
        </>
      }
    >
      <Subject>{subject}</Subject>
      {html ? <FormattedText html={html} /> : <MessageText>{body}</MessageText>}
      {file && (
        <p className="flex items-center gap-2 text-small">
          <Paperclip aria-hidden="true" className="size-4 shrink-0" />
          <a href={file.url} target="_blank" rel="noopener" className="link wrap-anywhere">
            {file.name}
          </a>
        </p>
      )}
      {quote && <p className="text-small text-muted">Quotes their message</p>}
      {state === 'waiting' && reason && (
        <p className="text-small text-warning wrap-anywhere">
          {deliveryWords.retrying}: {reason}
        </p>
      )}
      {bounced && (
        <p className="border-l-2 border-danger pl-3 text-small font-[530] text-danger wrap-anywhere">
          {deliveryWords.failed}: {bounced}
        </p>
      )}
    </MessageCard>
  )
}

function ReceivedEntry({ event, request }: EntryProps) {
  const { _id, at, from, by, body = '', otherAddress, details = {} } = event
  const { auto, byHand, attachments = [], subject, receivedAt } = details
  const { text, quotation } = splitQuotation(body)
  const { act } = useResource(contacts)
  const readOnly = useReadOnly()
  const writesThere = request.answerTo?.toLowerCase() === from?.toLowerCase()
  const choose = (eventId: string | null) =>
    act(() => adminFetch(`${contacts.api}/${request._id}/answer-to`, { method: 'PUT', json: { eventId } }), {
      failed: 'Failed to change the address',
    })
  return (
    <MessageCard
      who={
        <>
          <bdi>{otherAddress ? from : request.name}</bdi> wrote
        </>
      }
      at={at}
      icon={PenLine}
      aside={
        <>
          {auto && <span>Automatic reply</span>}
          {byHand && <span>logged by {by}</span>}
          {receivedAt && (
            <span>
              received <LocalDateTime iso={receivedAt} />
            </span>
          )}
        </>
      }
    >
      {otherAddress && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 border-l-2 border-warning pl-3 text-small text-warning">
          <span>Sent from another address</span>
          {!readOnly && (
            <button type="button" className="link" onClick={() => choose(writesThere ? null : _id)}>
              {writesThere ? `Reply to ${request.email} again` : 'Reply to this address from now on'}
            </button>
          )}
        </p>
      )}
      <Subject>{subject}</Subject>
      {text === '' ? <p className="text-muted">The message has no text.</p> : <MessageText>{text}</MessageText>}
      {quotation && (
        <details>
          <summary className="w-fit text-small text-muted hover:text-ink">Quoted text</summary>
          <div className="mt-2 border-l-2 border-line pl-3 text-small text-muted">
            <MessageText>{quotation}</MessageText>
          </div>
        </details>
      )}
      {attachments.length > 0 && (
        <p className="flex items-center gap-2 text-small text-muted">
          <Paperclip aria-hidden="true" className="size-4 shrink-0" />
          <span className="wrap-anywhere">
            {attachments.length === 1 ? '1 attachment is' : `${attachments.length} attachments are`} in your mailbox:{' '}
            {attachments.join(', ')}
          </span>
        </p>
      )}
    </MessageCard>
  )
}

function ChangeEntry({ event }: Pick<EntryProps, 'event'>) {
  const { kind, at } = event
  const Icon = kind === 'owner' ? UserRound : Flag
  return (
    <p className="flex gap-x-2 px-4 text-small text-muted sm:px-5">
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="wrap-anywhere">
        {sentenceOf(event)} · <LocalDateTime iso={at} />
      </span>
    </p>
  )
}

function sentenceOf({ kind, by, byId, before, after, afterName, beforeName }: ShownEvent): string {
  const actor = by ?? 'Someone'
  if (kind === 'status') return by ? `${by} marked this as ${after}` : `Marked as ${after} again`
  if (kind === 'followUp')
    return after
      ? `${actor} set a follow-up for ${formatDate(after)}`
      : `${actor} removed the follow-up${before ? ` of ${formatDate(before)}` : ''}`
  if (after && after === byId) return `${actor} assigned this to themselves`
  if (after) return `${actor} assigned this to ${afterName ?? 'a former colleague'}`
  // Requests of colleagues who were deleted before the timeline said by whom.
  if (!by) return `${beforeName ?? 'A former colleague'} left, so this is unassigned`
  return `${by} unassigned ${beforeName ?? 'a former colleague'}`
}
