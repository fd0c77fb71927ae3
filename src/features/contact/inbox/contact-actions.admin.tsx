import { useQuery } from '@tanstack/react-query'
import { Ban, Check, Reply, RotateCcw, Trash2 } from 'lucide-react'
import type { ComponentProps } from 'react'
import { adminFetch, adminQuery } from '#admin/api/admin-calls.ts'
import { unlessRefused, useResource } from '#admin/api/use-act.ts'
import { RowAction } from '#admin/lists/row-actions.tsx'
import { useReadOnly } from '#admin/session/use-auth.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import type { ContactRequest } from '../ground/contact.contract.ts'
import { answerPath, answerSubject, type DeskFigures } from '../ground/desk.contract.ts'

type Status = ContactRequest['status']
export const contacts = { api: '/api/contact', one: 'contact', trash: 'contactRequests' }
const done = 'Status updated successfully'
const failed = 'Failed to update status'
const described = { pending: 'pending again', resolved: 'resolved', spam: 'spam' }

/** Changes the status of a request, and offers to undo it. */
export function useContactStatus({ _id, subject, status, version }: ContactRequest) {
  const { act, patch, busy } = useResource(contacts)
  const mark = async (next: Status) => {
    if (busy || next === status) return
    const undo = () => patch(_id, { status }, { done, failed })
    await act(
      () => adminFetch(`${contacts.api}/${_id}`, { method: 'PATCH', json: { status: next }, ifMatch: version }),
      { done: { done, detail: `“${subject}” is ${described[next]}.`, undo }, failed: unlessRefused(failed) },
    )
  }
  return { mark, busy }
}

/**
 * The actions of a request, each in a fixed place for every status, so that no button moves under the pointer after a
 * click. The place of the act that led to the present status has the way back to pending.
 */
export function ContactActions({ request }: { request: ContactRequest }) {
  const { _id, name, subject, status } = request
  const { remove } = useResource(contacts)
  const consequence = `The message of ${name} stays in the trash for 30 days.`
  const readOnly = useReadOnly()
  const { data: desk } = useQuery(adminQuery<DeskFigures>('/api/contact/figures'))
  const button = {
    ...useContactStatus(request),
    status,
    variant: 'quiet',
    className: 'px-2! max-sm:[&>svg]:hidden',
  } as const
  return (
    <div
      data-contact-actions=""
      className="grid grid-cols-[auto_1.2fr_1fr_auto] items-start gap-2 max-[22.5rem]:grid-cols-2 sm:grid-cols-[5.5rem_9rem_8rem_auto] sm:justify-start"
    >
      <ButtonLink
        variant="secondary"
        size="small"
        className="px-2.5!"
        {...replyLink(request, { readOnly, mail: desk?.mail })}
        aria-label={`Reply to ${name}`}
        data-action="Reply"
      >
        <Reply aria-hidden="true" className="size-4 max-sm:hidden" />
        Reply
      </ButtonLink>
      {!readOnly && <StatusButton of="resolved" {...button} />}
      {!readOnly && <StatusButton of="spam" {...button} />}
      <span>
        <RowAction
          icon={Trash2}
          label={`Delete the request of ${name}`}
          short="Delete"
          danger
          onClick={() => remove(_id, { name: subject, consequence })}
        />
      </span>
    </div>
  )
}

const icons = { resolved: Check, spam: Ban }

type StatusButtonProps = { of: keyof typeof icons; status: Status } & ReturnType<typeof useContactStatus> &
  Pick<ComponentProps<typeof Button>, 'variant' | 'className'>

/** Marks a request as resolved or spam, or as pending again. The second press of a double click does nothing, since it would undo the first. */
export function StatusButton({ of, status, mark, busy, ...look }: StatusButtonProps) {
  const isSet = status === of
  const next = isSet ? 'pending' : of
  const Icon = isSet ? RotateCcw : icons[of]
  return (
    <Button
      size="small"
      {...look}
      // `disabled` would make the button lose the focus.
      aria-disabled={busy || undefined}
      data-action={next}
      onClick={({ detail }) => detail < 2 && mark(next)}
    >
      <Icon aria-hidden="true" className="size-4" />
      {isSet ? 'Reopen' : `Mark ${of}`}
    </Button>
  )
}

/** Where Reply leads: to the form of the reply, or to the mail program of a role that cannot answer here or where nothing leaves from here. */
export const replyLink = (
  request: Pick<ContactRequest, '_id' | 'email' | 'subject'>,
  { readOnly, mail }: { readOnly: boolean; mail: DeskFigures['mail'] | undefined },
) => (readOnly || mail === 'files' ? { href: replyAddress(request) } : { to: answerPath(request._id) })

/** The `mailto:` address of an answer to a request. */
export function replyAddress({ email, subject }: { email: string; subject: string }): string {
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(answerSubject(subject))}`
}
