import { Check, type LucideIcon, Reply, ShieldAlert, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useResource } from '#admin/api/use-resource.ts'
import { offerUndo } from '#admin/dialogs/undo.tsx'
import { RowAction } from '#admin/lists/row-actions.tsx'
import { useReadOnly } from '#admin/session/permissions.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import type { ContactRequest } from './contact.contract.ts'

type Status = ContactRequest['status']
export const contacts = { api: '/api/contact', one: 'contact', trash: 'contactRequests' }
const messages = { success: 'Status updated successfully', failure: 'Failed to update status' }
const described = { pending: 'pending again', resolved: 'resolved', spam: 'spam' }

/** Changes the status of a request, and offers to undo it. */
export function useContactStatus({ _id, subject, status }: ContactRequest) {
  const { patch } = useResource(contacts)
  const [busy, setBusy] = useState(false)
  const mark = async (next: Status) => {
    if (busy || next === status) return
    setBusy(true)
    if (await patch(_id, { status: next }, messages))
      offerUndo({ text: `“${subject}” is ${described[next]}.`, undo: () => patch(_id, { status }, messages) })
    setBusy(false)
  }
  return { mark, busy }
}

/**
 * The actions of a request, each in a fixed place for every status, so that no button moves under the pointer after a
 * click.
 */
export function ContactActions({ request }: { request: ContactRequest }) {
  const { _id, name, subject, status } = request
  const { remove } = useResource(contacts)
  const { mark, busy } = useContactStatus(request)
  const readOnly = useReadOnly()
  const toggle = (of: Status, icon: LucideIcon) => (
    <StatusButton status={of} icon={icon} pressed={status === of} busy={busy} onPress={() => mark(of)} />
  )
  return (
    <div
      data-contact-actions=""
      className="grid grid-cols-[auto_1fr_1fr_auto] items-start gap-2 sm:grid-cols-[5.5rem_9rem_8rem_auto] sm:justify-start"
    >
      <ButtonLink
        variant="secondary"
        size="small"
        className="px-2.5!"
        href={replyAddress(request)}
        aria-label={`Reply to ${name}`}
        data-action="Reply"
      >
        <Reply aria-hidden="true" className="size-4 max-sm:hidden" />
        Reply
      </ButtonLink>
      {!readOnly && toggle('resolved', Check)}
      {!readOnly && toggle('spam', ShieldAlert)}
      <span>
        <RowAction
          icon={Trash2}
          label={`Delete the request of ${name}`}
          short="Delete"
          danger
          onClick={() =>
            remove(_id, { name: subject, consequence: `The message of ${name} stays in the trash for 30 days.` })
          }
        />
      </span>
    </div>
  )
}

type StatusButtonProps = { status: Status; icon: LucideIcon; pressed: boolean; busy: boolean; onPress: () => void }

/** Sets one status. The one that holds is shown pressed, and pressing it does nothing. */
const StatusButton = ({ status, icon: Icon, pressed, busy, onPress }: StatusButtonProps) => (
  <Button
    variant="secondary"
    size="small"
    // `disabled` would make the button lose the focus.
    aria-disabled={busy || pressed || undefined}
    aria-pressed={pressed}
    data-action={status}
    onClick={pressed ? undefined : onPress}
    className={classNames(
      'px-2! aria-disabled:cursor-default',
      pressed && (status === 'spam' ? 'border-transparent! bg-danger-soft! text-danger!' : pressedLook),
    )}
  >
    <Icon aria-hidden="true" className={classNames('size-4', !pressed && 'max-sm:hidden')} />
    <span>
      <span className={pressed ? 'sr-only' : 'max-sm:sr-only'}>Mark </span>
      <span
        className={classNames('inline-block', pressed ? 'first-letter:uppercase' : 'max-sm:first-letter:uppercase')}
      >
        {status}
      </span>
    </span>
  </Button>
)

const pressedLook = 'border-transparent! bg-success-soft! text-success!'

/** The `mailto:` address of an answer to a request. A subject that is an answer already gets no second `Re:`. */
export function replyAddress({ email, subject }: { email: string; subject: string }): string {
  const answer = /^\s*re\s*:/i.test(subject) ? subject.trim() : `Re: ${subject}`
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(answer)}`
}
