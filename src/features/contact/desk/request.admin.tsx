import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, PenLine } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { Navigate, useLocation, useNavigate, useParams } from 'react-router'
import { adminFetch, adminQuery } from '#admin/api/admin-calls.ts'
import { useShortcut } from '#admin/dialogs/shortcuts.tsx'
import { FormDialog, useSmallForm } from '#admin/fields/small-form.tsx'
import { capitalised } from '#admin/format.ts'
import { ListBody } from '#admin/lists/list-frame.tsx'
import { MessageText } from '#admin/preview/message-text.tsx'
import { useReadOnly } from '#admin/session/use-auth.ts'
import { useRecordTitle } from '#admin/shell/breadcrumb.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { type ContactDetail, receivedInput } from '../ground/desk.contract.ts'
import { StatusButton, useContactStatus } from '../inbox/contact-actions.admin.tsx'
import { Due, statusTones } from '../inbox/contact-card.admin.tsx'
import { AnswerBox } from './answer-box.admin.tsx'
import { MessageCard, SentAnswers } from './message-card.admin.tsx'
import { Assignment, Person, Source } from './request-panels.admin.tsx'
import { Timeline, timelineOf } from './timeline.admin.tsx'

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
  const { search } = useLocation()
  // One that was joined to another is shown there.
  if (query.data && query.data._id !== id)
    return <Navigate to={{ pathname: `/admin/contacts/${query.data._id}`, search }} replace />
  return (
    <ListBody query={query} failure="Failed to fetch request" empty={() => null}>
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
  const { before, after } = timelineOf(request)
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-start gap-3 sm:flex-nowrap">
        <BackToList />
        <div className="min-w-0 flex-1">
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
            <Due request={request} />
          </p>
        </div>
        {!readOnly && <StatusButtons request={request} />}
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-4">
          {before.length > 0 && <Timeline label="Before" items={before} request={request} />}
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
            <SentAnswers of={request} />
          </MessageCard>
          <Timeline label="Timeline" items={after} request={request} />
          {!readOnly && (
            <>
              <LogReceived id={_id} />
              <AnswerBox request={request} />
            </>
          )}
        </div>
        <aside aria-label="About this request" className="grid min-w-0 gap-5">
          <Assignment request={request} />
          <Person request={request} />
          <Source request={request} />
        </aside>
      </div>
    </div>
  )
}

function StatusButtons({ request }: { request: ContactDetail }) {
  const change = { ...useContactStatus(request), status: request.status, variant: 'secondary' } as const
  useShortcut({ key: 'e', label: 'Mark resolved', run: () => change.mark('resolved') })
  useShortcut({ key: 's', label: 'Mark spam', run: () => change.mark('spam') })
  return (
    <div className="flex flex-wrap gap-2 max-sm:basis-full">
      <StatusButton of="resolved" {...change} />
      <StatusButton of="spam" {...change} />
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
      title="Back to contacts"
      onClick={back}
      className="mt-1 -ml-2 grid size-9 shrink-0 place-items-center rounded-control text-muted hover:bg-primary-soft hover:text-primary"
    >
      <ArrowLeft aria-hidden="true" className="size-5" />
    </Link>
  )
}

/** Enters a message that came elsewhere. */
function LogReceived({ id }: { id: string }) {
  const [open, setOpen] = useState(false)
  const form = useSmallForm({
    contract: receivedInput,
    defaults: { body: '' },
    submit: (json) => adminFetch(`/api/contact/${id}/received`, { method: 'POST', json }),
    reload: '/api/contact',
    onDone() {
      setOpen(false)
      form.reset()
    },
  })
  return (
    <>
      <Button size="small" variant="quiet" className="justify-self-start" onClick={() => setOpen(true)}>
        Log a reply
      </Button>
      <FormDialog
        open={open}
        onClose={() => setOpen(false)}
        title="Log a reply"
        form={form}
        action="Add to timeline"
        disabled={form.values.body.trim() === ''}
      >
        <TextArea
          {...form.field('body')}
          label="Customer’s reply"
          hint="From your mailbox, or a summary of a call."
          rows={8}
        />
      </FormDialog>
    </>
  )
}
