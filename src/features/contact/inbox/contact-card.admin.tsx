import { UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { capitalised, formatCount, formatNumber } from '#admin/format.ts'
import { keyedRow, SelectBox, type Selection } from '#admin/lists/rows.tsx'
import { useReadOnly } from '#admin/session/use-auth.ts'
import { LocalDate, LocalDateTime } from '#admin/time.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { classNames } from '#ui/class-names.ts'
import { formatDate } from '#ui/date.tsx'
import { Link } from '#ui/link.tsx'
import { MarkedText } from '#ui/marked-text.tsx'
import { type ContactRequest, type FoundText, sourceLine } from '../ground/contact.contract.ts'
import { ContactActions } from './contact-actions.admin.tsx'
import { useDeskChange } from './use-desk.admin.tsx'

type RequestProps = { request: ContactRequest }

/** The owner of a request, its waiting time, the day to follow up, and other requests from the address. */
function DeskLine({ request }: RequestProps) {
  const { _id, earlier = 0 } = request
  return (
    <>
      <OwnerButton request={request} />
      <Waiting request={request} />
      <FollowUp request={request} />
      {earlier > 0 && (
        <Link to={`/admin/contacts/${_id}`} className="link">
          {formatCount(earlier, 'earlier message')}
        </Link>
      )}
    </>
  )
}

function OwnerButton({ request }: RequestProps) {
  const { change, busy } = useDeskChange(request)
  const readOnly = useReadOnly()
  const { owner, subject } = request
  const face = owner ? (
    <Avatar name={owner.name} size={24} />
  ) : (
    <span className="grid size-6 place-items-center rounded-full border border-dashed border-edge">
      <UserRoundPlus aria-hidden="true" className="size-3.5" />
    </span>
  )
  if (readOnly)
    return owner ? (
      <span title={owner.name}>
        {face}
        <span className="sr-only">Owner: {owner.name}</span>
      </span>
    ) : null
  return (
    <button
      type="button"
      aria-disabled={busy || undefined}
      title={owner?.name ?? 'Choose an owner'}
      data-action="Owner"
      onClick={change}
      className="-m-1 grid place-items-center rounded-full p-1 hover:text-primary pointer-coarse:-m-2 pointer-coarse:p-2"
    >
      {face}
      <span className="sr-only">{owner ? `Owner of ${subject}: ${owner.name}` : `Choose an owner for ${subject}`}</span>
    </button>
  )
}

/** Minutes of office hours: "20 min" or "6 h"; "8 h 17" if the minutes matter. */
const inHours = (minutes: number, exact = false) =>
  minutes < 60
    ? `${minutes} min`
    : `${formatNumber(Math.floor(minutes / 60))} h${exact && minutes % 60 > 0 ? ` ${minutes % 60}` : ''}`

const tones = { amber: 'text-accent-ink', red: 'font-[560] text-danger' }

/** How long a visitor has waited for us, in office hours. */
export function Waiting({ request: { waits: turn, age = 0, promised = 0, late } }: RequestProps) {
  if (turn === undefined) return null
  if (turn === 'them') return <span>answered, waits for them</span>
  const limit = promised % 60 === 0 ? String(promised / 60) : (promised / 60).toFixed(2)
  return (
    <span className={classNames('tabular-nums', late && tones[late])} title="In office hours">
      {late === 'red' && 'overdue: '}waits {inHours(age, late === 'red' && age < promised + 60)} of{' '}
      {age < 60 ? `${limit} h` : limit}
    </span>
  )
}

function FollowUp({ request: { followUpOn, followUpDue } }: RequestProps) {
  if (followUpOn === undefined) return null
  return (
    <span className={followUpDue ? tones.red : undefined}>
      {followUpDue === 'today' ? 'follow up today' : `follow up on ${formatDate(followUpOn)}`}
      {followUpDue === 'late' && ', which was missed'}
    </span>
  )
}

export const statusTones = { pending: 'amber', resolved: 'green', spam: 'red' } as const

/** A contact request with its actions. Every state can be set from any other. */
export function ContactCard({ request, selection }: RequestProps & { selection: Selection<ContactRequest> }) {
  const { _id, name, email, subject, message, status, createdAt, flood, found } = request
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
              <span dir="auto" className="font-[550] text-ink">
                {name}
              </span>
              <a href={`mailto:${email}`} className="link wrap-anywhere">
                {email}
              </a>
              <LocalDateTime iso={createdAt} />
            </div>
            <div className="mt-1 flex min-h-6 flex-wrap items-center gap-x-3 gap-y-0.5 text-small text-muted empty:hidden">
              <DeskLine request={request} />
              {source && <span className="wrap-anywhere">{source}</span>}
            </div>
            {found ? <FoundIn {...found} /> : <ContactMessage text={message} />}
          </div>
        </div>
        <ContactActions request={request} />
      </article>
    </li>
  )
}

const places = { answer: 'Answer', received: 'Their answer', note: 'Note' }

/** The sentence that a search has found, in place of the message. */
const FoundIn = ({ in: place, by, at, excerpt }: FoundText) => (
  <p dir="auto" className="mt-2 max-w-[80ch] wrap-anywhere">
    {place !== 'message' && (
      <span className="mr-2 text-small text-muted">
        {places[place]}
        {by && ` of ${by}`}, <LocalDate iso={at} />
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
          Show the whole message
        </button>
      )}
    </>
  )
}
