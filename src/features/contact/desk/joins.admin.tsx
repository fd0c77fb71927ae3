import { Combine, PenLine } from 'lucide-react'
import { useState } from 'react'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { useAct, useResource } from '#admin/api/use-act.ts'
import { FormDialog, useSmallForm } from '#admin/fields/small-form.tsx'
import { capitalised } from '#admin/format.ts'
import { Choice } from '#admin/forms/controls.tsx'
import { MessageText } from '#admin/preview/message-text.tsx'
import { useReadOnly } from '#admin/session/use-auth.ts'
import { LocalDate } from '#admin/time.tsx'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/field.tsx'
import { sourceLine } from '../ground/contact.contract.ts'
import { type ContactDetail, type JoinedRequest, joinInput } from '../ground/desk.contract.ts'
import { contacts } from '../inbox/contact-actions.admin.tsx'
import { MessageCard, SentAnswers, Subject } from './message-card.admin.tsx'

/** A resolved request of the last days can be about the same. In milliseconds. */
const recent = 90 * 24 * 3_600_000

type Other = ContactDetail['person']['others'][number]

/** Offers to join another open or recent request of the person, who often writes a second one about the same. */
export function SameMatter({ request }: { request: ContactDetail }) {
  const readOnly = useReadOnly()
  const [now] = useState(Date.now)
  const [asking, setAsking] = useState(false)
  const others = request.person.others.filter(
    ({ status, createdAt }) => status === 'pending' || (status === 'resolved' && Date.parse(createdAt) > now - recent),
  )
  if (readOnly || request.status === 'spam' || others.length === 0) return null
  return (
    <>
      <Button size="small" variant="secondary" className="w-fit" onClick={() => setAsking(true)}>
        <Combine aria-hidden="true" className="size-4" />
        Same matter…
      </Button>
      {asking && <JoinDialog request={request} others={others} onClose={() => setAsking(false)} />}
    </>
  )
}

type JoinDialogProps = { request: ContactDetail; others: Other[]; onClose: () => void }

function JoinDialog({ request, others, onClose }: JoinDialogProps) {
  const { _id, subject, version } = request
  const { act } = useAct({ reload: contacts.api })
  const form = useSmallForm({
    contract: joinInput,
    defaults: { other: others[0]?._id ?? '' },
    async submit({ other }) {
      const joined = others.find((one) => one._id === other)
      await adminFetch(`${contacts.api}/${_id}/join`, {
        method: 'POST',
        json: { other, otherVersion: joined?.version },
        ifMatch: version,
      })
      return joined
    },
    reload: contacts.api,
    done: (joined) =>
      joined && { done: 'Requests joined', detail: `“${joined.subject}”`, undo: () => separate(act, request, joined) },
    onDone: onClose,
  })
  return (
    <FormDialog
      title="Same matter"
      description={`Join another request to “${subject}”. Both messages stay in one timeline, with one owner, status and follow-up. Replies to either arrive here.`}
      form={form}
      action="Join"
      onClose={onClose}
    >
      <fieldset className="grid gap-1">
        <legend className="mb-1 text-small font-[560]">Request to join</legend>
        {others.map(({ _id: other, subject: text, status, createdAt }) => (
          <Choice
            key={other}
            type="radio"
            label={
              <span className="min-w-0 wrap-anywhere">
                <bdi>{text}</bdi>{' '}
                <span className="text-small text-muted">
                  {capitalised(status)}, <LocalDate iso={createdAt} />
                </span>
              </span>
            }
            value={other}
            {...form.field('other')}
          />
        ))}
        {form.errorAt('other') && <FieldError>{form.errorAt('other') ?? ''}</FieldError>}
      </fieldset>
    </FormDialog>
  )
}

/** A message that was a request of its own, until it was joined to this one. */
export function JoinedEntry({ joined, request }: { joined: JoinedRequest; request: ContactDetail }) {
  const { name, subject, message, createdAt, joinedBy } = joined
  const { act, busy } = useResource(contacts)
  const readOnly = useReadOnly()
  const source = sourceLine(joined)
  return (
    <MessageCard
      who={
        <>
          <bdi>{name}</bdi> wrote
        </>
      }
      at={createdAt}
      icon={PenLine}
      aside={
        <>
          <span>joined by {joinedBy ?? 'a colleague'}</span>
          {!readOnly && (
            <button
              type="button"
              className="link ml-auto"
              aria-disabled={busy || undefined}
              onClick={() => !busy && separate(act, request, joined)}
            >
              Undo<span className="sr-only"> joining “{subject}”</span>
            </button>
          )}
        </>
      }
    >
      <Subject>{subject}</Subject>
      <MessageText>{message}</MessageText>
      <SentAnswers of={joined} />
      {source && <p className="text-small wrap-anywhere text-muted">{source}</p>}
    </MessageCard>
  )
}

/** Makes a joined request one of its own again. */
const separate = (
  act: ReturnType<typeof useAct>['act'],
  { _id }: Pick<ContactDetail, '_id'>,
  { _id: other, subject }: Pick<JoinedRequest, '_id' | 'subject'>,
) =>
  act(() => adminFetch(`${contacts.api}/${_id}/join/undo`, { method: 'POST', json: { other } }), {
    done: `“${subject}” is a request of its own again`,
  })
