import { Check, Reply, ShieldAlert, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useResource } from '#admin/api/use-resource.ts'
import { LocalDateTime } from '#admin/lists/date-time.tsx'
import { RowAction } from '#admin/lists/row-action.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import type { ContactRequest } from './contact.contract.ts'
import { ContactMessage } from './contact-message.admin.tsx'
import { ContactStatus } from './contact-status.admin.tsx'

/** The resource of contact requests. */
const contacts = { api: '/api/contact', one: 'contact' }

/** A contact request with its actions. Either state can be set from any other. */
export function ContactCard({ request }: { request: ContactRequest }) {
  const { _id, name, email, subject, message, status, createdAt, flood } = request
  return (
    <li className="rounded-control border border-line bg-raised p-4 sm:px-5">
      <article aria-labelledby={`subject-${_id}`} className="grid gap-x-6 gap-y-4 md:grid-cols-[minmax(0,1fr)_auto]">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 id={`subject-${_id}`} className="text-h3 wrap-anywhere">
              {subject}
            </h2>
            <ContactStatus status={status} />
            {flood && <Badge tone="plain">Flood</Badge>}
          </div>
          <p className="mt-1 flex flex-wrap gap-x-3 text-small text-muted">
            <span className="font-[550] text-ink">{name}</span>
            <a href={`mailto:${email}`} className="link wrap-anywhere">
              {email}
            </a>
            <LocalDateTime iso={createdAt} />
          </p>
          <ContactMessage text={message} />
        </div>
        <ContactActions request={request} />
      </article>
    </li>
  )
}

function ContactActions({ request: { _id, name, email, subject, status } }: { request: ContactRequest }) {
  const { patch, remove } = useResource(contacts)
  const [busy, setBusy] = useState(false)

  const mark = async (next: ContactRequest['status']) => {
    setBusy(true)
    await patch(_id, { status: next }, { success: 'Status updated successfully', failure: 'Failed to update status' })
    setBusy(false)
  }
  const answer = `mailto:${email}?subject=${encodeURIComponent(`Re: ${subject}`)}`

  return (
    <div className="flex flex-wrap items-start gap-2 md:justify-end">
      <ButtonLink variant="secondary" size="small" className="px-3" href={answer} aria-label={`Reply to ${name}`}>
        <Reply aria-hidden="true" className="size-4" />
        Reply
      </ButtonLink>
      {status !== 'resolved' && (
        <Button variant="secondary" size="small" className="px-3" disabled={busy} onClick={() => mark('resolved')}>
          <Check aria-hidden="true" className="size-4" />
          Mark resolved
        </Button>
      )}
      {status !== 'spam' && (
        <Button variant="quiet" size="small" className="px-3" disabled={busy} onClick={() => mark('spam')}>
          <ShieldAlert aria-hidden="true" className="size-4" />
          Mark spam
        </Button>
      )}
      <span className="max-md:ml-auto">
        <RowAction icon={Trash2} label={`Delete the request of ${name}`} danger onClick={() => remove(_id)} />
      </span>
    </div>
  )
}
