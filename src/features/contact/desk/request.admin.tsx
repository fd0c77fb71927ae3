import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Check, PenLine } from 'lucide-react'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { adminQuery } from '#admin/api/queries.ts'
import { useShortcut } from '#admin/dialogs/shortcuts.tsx'
import { capitalised, formatCount } from '#admin/format.ts'
import { LocalDate } from '#admin/lists/date-time.tsx'
import { ListBody } from '#admin/lists/list-frame.tsx'
import { type BulkAction, useBulk } from '#admin/lists/use-bulk.ts'
import { useReadOnly } from '#admin/session/permissions.ts'
import { useRecordTitle } from '#admin/shell/breadcrumb.tsx'
import { lookup } from '#contract/lookup.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { formatDate } from '#ui/date.tsx'
import { Link } from '#ui/link.tsx'
import type { ContactDetail } from '../ground/desk.contract.ts'
import { contacts, StatusButton, useContactStatus } from '../inbox/contact-actions.admin.tsx'
import { statusTones, Waiting } from '../inbox/contact-card.admin.tsx'
import { campaignLine } from '../inbox/contact-source.ts'
import { DeskDialogHost, useDeskChange } from '../inbox/use-desk.admin.tsx'
import { AnswerBox, LogReceived } from './answer-box.admin.tsx'
import { MessageCard, MessageText, Timeline } from './timeline.admin.tsx'

/** How often the request is loaded again, in milliseconds: while an answer leaves, and otherwise. */
const oftenMs = 2_000
const seldomMs = 10_000

const isLeaving = ({ events }: ContactDetail) =>
  events.some(({ state, leavesAt }) => state === 'sending' || leavesAt !== undefined)

/** One request: its messages, the answer, and the person. */
export default function RequestScreen() {
  const { id = '' } = useParams()
  const query = useQuery({
    ...adminQuery<ContactDetail>(`/api/contact/${id}`),
    refetchInterval: ({ state }) => (state.data && isLeaving(state.data) ? oftenMs : seldomMs),
  })
  useRecordTitle(query.data?.subject)
  return (
    <ListBody query={query} failure="Failed to fetch the request" empty={() => null}>
      {(request) => (
        // Another request has another draft.
        <Request key={request._id} request={request} />
      )}
    </ListBody>
  )
}

function Request({ request }: { request: ContactDetail }) {
  const { _id, subject, name, email, message, createdAt, status } = request
  const readOnly = useReadOnly()
  return (
    <div className="grid gap-5">
      <div className="flex items-start gap-3">
        <BackToList />
        <div className="min-w-0">
          <h1 dir="auto" className="w-fit text-h1 wrap-anywhere">
            {subject}
          </h1>
          <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-muted">
            <Badge tone={statusTones[status]} className="h-6!">
              {capitalised(status)}
            </Badge>
            <span dir="auto" className="font-[550] text-ink wrap-anywhere">
              {name}
            </span>
            <a href={`mailto:${email}`} className="link wrap-anywhere">
              {email}
            </a>
            <Waiting request={request} />
          </p>
        </div>
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-4">
          <MessageCard
            who={
              <>
                <bdi>{name}</bdi> wrote
              </>
            }
            at={createdAt}
            icon={PenLine}
          >
            <MessageText>{message}</MessageText>
          </MessageCard>
          <Timeline request={request} />
          {!readOnly && (
            <>
              <LogReceived id={_id} />
              <AnswerBox request={request} />
            </>
          )}
        </div>
        <aside aria-label="About this request" className="grid min-w-0 gap-5">
          <Desk request={request} />
          <Person request={request} />
          <Source request={request} />
        </aside>
      </div>
      <DeskDialogHost />
    </div>
  )
}

/** Leads back to the list as it was left, with its filters and its place. */
function BackToList() {
  const { key } = useLocation()
  const navigate = useNavigate()
  const back = (event: MouseEvent) => {
    // The first entry of the tab has nothing before it.
    if (key === 'default' || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    navigate(-1)
  }
  return (
    <Link
      to="/admin/contacts"
      aria-label="Back to contacts"
      title="Back to the list"
      onClick={back}
      className="mt-1 -ml-2 grid size-9 shrink-0 place-items-center rounded-control text-muted hover:bg-primary-soft hover:text-primary"
    >
      <ArrowLeft aria-hidden="true" className="size-5" />
    </Link>
  )
}

const Panel = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-3 rounded-control border border-line bg-raised p-4 sm:p-5">
    <h2 className="text-h3">{title}</h2>
    {children}
  </section>
)

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-muted">{name}</dt>
    <dd dir="auto" className="wrap-anywhere">
      {children}
    </dd>
  </div>
)

function Desk({ request }: { request: ContactDetail }) {
  const { owner, followUpOn, followUpDue, status } = request
  const { change, busy } = useDeskChange(request)
  const statusChange = useContactStatus(request)
  const { mark } = statusChange
  const readOnly = useReadOnly()
  useShortcut(readOnly ? null : { key: 'o', label: 'Owner and follow-up', run: change })
  useShortcut(readOnly ? null : { key: 'e', label: 'Mark resolved', run: () => mark('resolved') })
  useShortcut(readOnly ? null : { key: 's', label: 'Mark spam', run: () => mark('spam') })
  return (
    <Panel title="Desk">
      <dl className="grid grid-cols-2 gap-3 text-small">
        <Row name="Owner">{owner?.name ?? 'Nobody'}</Row>
        <Row name="Follow up">
          <span className={followUpDue ? 'font-[560] text-danger' : undefined}>
            {followUpOn ? formatDate(followUpOn) : 'No day'}
          </span>
        </Row>
      </dl>
      {!readOnly && (
        <div className="flex flex-wrap gap-2">
          <Button size="small" variant="secondary" aria-disabled={busy || undefined} onClick={change}>
            Owner and follow-up
          </Button>
          <StatusButton of="resolved" status={status} variant="secondary" {...statusChange} />
          <StatusButton of="spam" status={status} variant="secondary" {...statusChange} />
        </div>
      )}
    </Panel>
  )
}

const listed = 3

function Person({ request: { course, person } }: { request: ContactDetail }) {
  const { key, others, othersTotal, open, subscription } = person
  const [all, setAll] = useState(false)
  const shown = all ? others : others.slice(0, listed)
  return (
    <Panel title="This person">
      <dl className="grid gap-3 text-small">
        {course && (
          <Row name="Asked for">
            <a href={`/courses/${course.slug}`} className="link">
              {course.title}
            </a>
          </Row>
        )}
        <Row name="Other messages">
          {othersTotal === 0 ? (
            'None'
          ) : (
            <ul className="grid gap-1">
              {shown.map((other) => (
                <li key={other._id} dir="auto">
                  <Link to={`/admin/contacts/${other._id}`} className="link">
                    {other.subject}
                  </Link>{' '}
                  <span className="text-muted">
                    {other.status}, <LocalDate iso={other.createdAt} />
                  </span>
                </li>
              ))}
            </ul>
          )}
          {!all && others.length > listed && (
            <button type="button" className="link" onClick={() => setAll(true)}>
              {formatCount(othersTotal - listed, 'more message')}
            </button>
          )}
        </Row>
        <Row name="Newsletter">{subscription ? <Subscription {...subscription} /> : 'Not subscribed'}</Row>
      </dl>
      {open.length > 1 && <ResolveAll requests={open} />}
      <Link to={`/admin/persons/${key}`} className="link w-fit text-small">
        All about this person
      </Link>
    </Panel>
  )
}

/** Resolves all open messages of a person, who often writes a second one about the same. */
function ResolveAll({ requests }: { requests: ContactDetail['person']['open'] }) {
  const readOnly = useReadOnly()
  const { run, busy, failures } = useBulk({
    resource: contacts,
    one: 'request',
    nameOf: () => '',
    selection: { selected: requests, only: () => {} },
  })
  if (readOnly) return null
  const resolve: BulkAction<(typeof requests)[number]> = {
    action: 'resolved',
    label: 'Resolve',
    done: 'resolved',
    icon: Check,
    undo: () => ({ action: 'pending' }),
  }
  return (
    <>
      <Button size="small" variant="secondary" className="w-fit" busy={busy} onClick={() => run(resolve)}>
        Resolve all {requests.length} open messages
      </Button>
      {failures.map(({ id, message }) => (
        <p key={id} role="alert" className="text-small text-danger">
          {message}
        </p>
      ))}
    </>
  )
}

/** Everything that came with the request, and the wording under the form. */
function Source({ request }: { request: ContactDetail }) {
  const { page, read = [], referrer, phone, consent } = request
  const rows: [name: string, value: string | string[] | undefined][] = [
    ['Phone', phone],
    ['First page', page],
    ['Came from', referrer],
    ['Campaign', campaignLine(request)],
    ['Read before writing', read],
    ['Wording under the form', consent],
  ]
  const known = rows.filter(([, value]) => value && value.length > 0)
  if (known.length === 0) return null
  return (
    <Panel title="Source">
      <dl className="grid gap-3 text-small">
        {known.map(([name, value]) => (
          <div key={name}>
            <dt className="text-muted">{name}</dt>
            {[value].flat().map((text, index) => (
              <dd key={index} className="wrap-anywhere">
                {text}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </Panel>
  )
}

const sources: Record<string, string> = { form: 'the form', import: 'an import', staff: 'a colleague' }

function Subscription({
  state,
  subscribedAt,
  consentAt,
  consent,
  consentPage,
  source,
}: NonNullable<ContactDetail['person']['subscription']>) {
  return (
    <>
      {capitalised(state)} since <LocalDate iso={consentAt ?? subscribedAt} />
      {source && `, by ${lookup(sources, source) ?? source}`}
      {consentPage && `, on ${consentPage}`}
      {consent && <span className="block text-muted">“{consent}”</span>}
    </>
  )
}
