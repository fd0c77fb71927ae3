import { useState } from 'react'
import { capitalised } from '#admin/format.ts'
import { LocalDateTime } from '#admin/lists/date-time.tsx'
import { keyedRow } from '#admin/lists/row-keys.ts'
import { SelectBox, type Selection } from '#admin/lists/selection.tsx'
import { useReadOnly } from '#admin/session/permissions.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import type { ContactRequest } from './contact.contract.ts'
import { ContactActions, useContactStatus } from './contact-actions.admin.tsx'

const tones = { pending: 'amber', resolved: 'green', spam: 'red' } as const

/** A contact request with its actions. Every state can be set from any other. */
export function ContactCard({ request, selection }: { request: ContactRequest; selection: Selection<ContactRequest> }) {
  const { _id, name, email, subject, message, status, createdAt, flood } = request
  return (
    <li
      {...keyedRow(_id)}
      className="scroll-mt-20 scroll-mb-20 rounded-control border border-line bg-raised p-4 sm:px-5"
    >
      <article aria-labelledby={`subject-${_id}`} className="grid gap-x-6 gap-y-4 lg:grid-cols-[minmax(0,1fr)_auto]">
        <div className="min-w-0">
          <div className="flex items-start gap-x-3">
            <SelectBox
              label={`Select ${subject}`}
              checked={selection.has(_id)}
              onChange={() => selection.toggle(_id)}
              className="relative top-1"
            />
            <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
              <h2 id={`subject-${_id}`} className="text-h3 wrap-anywhere">
                {subject}
              </h2>
              {/* In one group, so that Reopen never takes a separate line. The badges are equally wide, so that a change moves nothing. */}
              <div className="flex items-center gap-x-3">
                <Badge tone={tones[status]} className="min-w-[5.25rem] justify-center">
                  {capitalised(status)}
                </Badge>
                {flood && <Badge tone="plain">Flood</Badge>}
                <Reopen request={request} />
              </div>
            </div>
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

/** Leads back to pending. Its place stays free for a pending request, so that nothing below moves when it appears. */
function Reopen({ request }: { request: ContactRequest }) {
  const { mark, busy } = useContactStatus(request)
  if (useReadOnly()) return null
  return (
    <Button
      variant="quiet"
      size="small"
      className={classNames('h-7! px-2! pointer-coarse:h-11!', request.status === 'pending' && 'invisible')}
      aria-label="Reopen: back to pending"
      aria-disabled={busy || undefined}
      onClick={() => mark('pending')}
    >
      Reopen
    </Button>
  )
}

/** A message with more characters or lines is collapsed at first. */
const isLong = (text: string) => text.length > 600 || text.split('\n').length > 8
function ContactMessage({ text }: { text: string }) {
  const [whole, setWhole] = useState(!isLong(text))
  return (
    <>
      <p className={`mt-2.5 max-w-[80ch] wrap-anywhere whitespace-pre-line ${whole ? '' : 'line-clamp-6'}`}>{text}</p>
      {!whole && (
        <button type="button" className="link mt-1 text-small" onClick={() => setWhole(true)}>
          Show the whole message
        </button>
      )}
    </>
  )
}
