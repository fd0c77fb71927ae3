import { useState } from 'react'
import { capitalised, formatCount } from '#admin/format.ts'
import { keyedRow, SelectBox, type Selection } from '#admin/lists/rows.tsx'
import { LocalDate, LocalDateTime } from '#admin/time.tsx'
import { Badge } from '#ui/badge.tsx'
import { classNames } from '#ui/class-names.ts'
import { Link } from '#ui/link.tsx'
import { MarkedText } from '#ui/marked-text.tsx'
import { dueWords } from '../ground/clock.contract.ts'
import { type ContactRequest, type FoundText, sourceLine } from '../ground/contact.contract.ts'
import { ContactActions } from './contact-actions.admin.tsx'
import { FollowUpSelect, OwnerSelect, toneClass, unsetClass } from './desk-selects.admin.tsx'

type RequestProps = { request: ContactRequest }

/** When a request is due, the day to follow up, other requests from the address and those that were joined, where it came from, and its owner. */
function DeskLine({ request }: RequestProps) {
  const { _id, earlier = 0, joined = 0, owner, followUpOn } = request
  const source = sourceLine(request)
  return (
    <>
      <Due request={request} />
      {followUpOn && <FollowUpSelect request={request} inRow />}
      {earlier > 0 && (
        <Link to={`/admin/contacts/${_id}`} className="link">
          {formatCount(earlier, 'earlier message')}
        </Link>
      )}
      {joined > 0 && <span>{formatCount(joined, 'joined message')}</span>}
      {source && <span className="wrap-anywhere">{source}</span>}
      {owner && <OwnerSelect request={request} inRow />}
      {(!owner || !followUpOn) && (
        <span className={unsetClass}>
          {!owner && <OwnerSelect request={request} inRow />}
          {!followUpOn && <FollowUpSelect request={request} inRow />}
        </span>
      )}
    </>
  )
}

/** When we are to reply, in office hours, or that the visitor has the next word. */
export function Due({ request: { turn, clock } }: RequestProps) {
  if (turn === 'them') return <span>Waiting for customer</span>
  if (!clock) return null
  const { text, tone, exact } = dueWords(clock)
  return (
    <span className={classNames('tabular-nums', toneClass(tone))} title={exact ?? 'In office hours'}>
      {text}
    </span>
  )
}

export const statusTones = { pending: 'amber', resolved: 'green', spam: 'red' } as const

/** A contact request with its actions. Every state can be set from any other. */
export function ContactCard({ request, selection }: RequestProps & { selection: Selection<ContactRequest> }) {
  const { _id, name, email, subject, message, status, createdAt, flood, found } = request
  return (
    <li
      {...keyedRow(_id)}
      className="group/row overflow-x-clip scroll-mt-20 scroll-mb-20 rounded-control border border-line bg-raised px-4 py-3 sm:px-5"
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
            <h2 id={`subject-${_id}`} dir="auto" className="text-h3 text-wrap wrap-anywhere">
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
              <span dir="auto" className="font-[550] text-ink wrap-anywhere">
                {name}
              </span>
              <a href={`mailto:${email}`} className="link wrap-anywhere">
                {email}
              </a>
              <LocalDateTime iso={createdAt} />
            </div>
            <div className="mt-1 flex min-h-6 flex-wrap items-center gap-x-3 gap-y-0.5 text-small text-muted empty:hidden pointer-coarse:gap-y-2">
              <DeskLine request={request} />
            </div>
            {found ? <FoundIn {...found} /> : <ContactMessage text={message} />}
          </div>
        </div>
        <ContactActions request={request} />
      </article>
    </li>
  )
}

const places = { answer: 'Reply', received: 'Message', note: 'Note' }

/** The sentence that a search has found, in place of the message. */
const FoundIn = ({ in: place, by, at, excerpt }: FoundText) => (
  <p dir="auto" className="mt-2 max-w-[80ch] wrap-anywhere">
    {place !== 'message' && (
      <span className="mr-2 text-small text-muted">
        {places[place]}
        {by && ` by ${by}`}, <LocalDate iso={at} />
      </span>
    )}
    <MarkedText parts={excerpt} />
  </p>
)

/** A message with more characters or lines is collapsed at first. */
const isLong = (text: string) => text.length > 600 || text.split('\n').length > 8
function ContactMessage({ text }: { text: string }) {
  const [whole, setWhole] = useState(!isLong(text))
  return (
    <>
      <p dir="auto" className={`mt-2 max-w-[80ch] wrap-anywhere whitespace-pre-line ${whole ? '' : 'line-clamp-6'}`}>
        {text}
      </p>
      {!whole && (
        <button type="button" className="link mt-1 text-small" onClick={() => setWhole(true)}>
          Show full message
        </button>
      )}
    </>
  )
}
