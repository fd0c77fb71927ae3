import { useState } from 'react'
import { capitalised } from '#admin/format.ts'
import { LocalDateTime } from '#admin/lists/date-time.tsx'
import { keyedRow } from '#admin/lists/row-keys.ts'
import { SelectBox, type Selection } from '#admin/lists/selection.tsx'
import { Badge } from '#ui/badge.tsx'
import { Link } from '#ui/link.tsx'
import type { ContactRequest } from './contact.contract.ts'
import { ContactActions } from './contact-actions.admin.tsx'
import { sourceLine } from './contact-source.ts'
import { DeskLine } from './desk/desk-line.admin.tsx'

export const statusTones = { pending: 'amber', resolved: 'green', spam: 'red' } as const

/** A contact request with its actions. Every state can be set from any other. */
export function ContactCard({ request, selection }: { request: ContactRequest; selection: Selection<ContactRequest> }) {
  const { _id, name, email, subject, message, status, createdAt, flood } = request
  const source = sourceLine(request)
  return (
    <li
      {...keyedRow(_id)}
      className="scroll-mt-20 scroll-mb-20 rounded-control border border-line bg-raised px-4 py-3 sm:px-5"
    >
      <article aria-labelledby={`subject-${_id}`} className="grid gap-x-6 gap-y-3 xl:grid-cols-[minmax(0,1fr)_auto]">
        <div className="flex min-w-0 items-start gap-x-3">
          <SelectBox
            label={`Select ${subject}`}
            checked={selection.has(_id)}
            onChange={() => selection.toggle(_id)}
            className="relative top-1"
          />
          <div className="min-w-0">
            <h2 id={`subject-${_id}`} className="text-h3 text-wrap wrap-anywhere">
              <Link to={`/admin/contacts/${_id}`} className="link-quiet hover:text-primary">
                {subject}
              </Link>
            </h2>
            <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-0.5 text-small text-muted">
              {/* All are equally wide, so that a change moves nothing. */}
              <Badge tone={statusTones[status]} className="h-6! min-w-[5.25rem] justify-center">
                {capitalised(status)}
              </Badge>
              {flood && (
                <Badge tone="plain" className="h-6!">
                  Flood
                </Badge>
              )}
              <span className="font-[550] text-ink">{name}</span>
              <a href={`mailto:${email}`} className="link wrap-anywhere">
                {email}
              </a>
              <LocalDateTime iso={createdAt} />
            </div>
            <div className="mt-1 flex min-h-6 flex-wrap items-center gap-x-3 gap-y-0.5 text-small text-muted empty:hidden">
              <DeskLine request={request} />
              {source && <span className="wrap-anywhere">{source}</span>}
            </div>
            <ContactMessage text={message} />
          </div>
        </div>
        <ContactActions request={request} />
      </article>
    </li>
  )
}

/** A message with more characters or lines is collapsed at first. */
const isLong = (text: string) => text.length > 600 || text.split('\n').length > 8
function ContactMessage({ text }: { text: string }) {
  const [whole, setWhole] = useState(!isLong(text))
  return (
    <>
      <p className={`mt-2 max-w-[80ch] wrap-anywhere whitespace-pre-line ${whole ? '' : 'line-clamp-6'}`}>{text}</p>
      {!whole && (
        <button type="button" className="link mt-1 text-small" onClick={() => setWhole(true)}>
          Show the whole message
        </button>
      )}
    </>
  )
}
