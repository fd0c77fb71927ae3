import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { adminFetch, adminQuery } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { Dialog, DialogFoot } from '#admin/dialogs/dialog.tsx'
import { MarkedTextArea } from '#admin/fields/marked-text-area.tsx'
import { formatCount } from '#admin/format.ts'
import { useMay } from '#admin/session/use-auth.ts'
import { mailHolds } from '#contract/deliveries.ts'
import { answerText } from '#features/contact/ground/answer-text.contract.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/field.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { ErrorState } from '#ui/states.tsx'
import { listPath } from '#web/api-query.ts'
import { offerIdOf } from '../ground/cohort-words.contract.ts'
import { type Cohort, isForAttendees, type NoticeKind, type NoticeTo } from '../ground/cohorts.contract.ts'
import { cohortsPath } from '../ground/course-resource.admin.tsx'
import { AudienceSelect, CopyButtons, Readers } from './notice-parts.admin.tsx'
import type { CohortNotice, NoticeAudience, NoticeList } from './notices.contract.ts'

export type NoticeDialogProps = {
  cohort: Pick<Cohort, '_id' | 'courseId' | 'pageId'>
  kind: NoticeKind
  onClose: () => void
}

const factsAndLink = 'Each email includes the time, location and price, and a link to withdraw.'
const calendarFile = 'Each email includes the time and location, a calendar file and a link to release the seat.'

/** `also` is what each message has besides the text that is shown. */
const words: Record<NoticeKind, { title: string; also: string }> = {
  moved: {
    title: 'Notify them that the date has moved?',
    also: `${factsAndLink} Enrolled people also get a calendar file.`,
  },
  cancelled: {
    title: 'Notify them that the date is cancelled?',
    also: 'Enrolled people also get a calendar file that removes the date from their calendar.',
  },
  opened: { title: 'Notify people interested in a date?', also: factsAndLink },
  joining: {
    title: 'Send the joining details',
    also: `${calendarFile} Participants whose booker asked for it get the details once, without the booking.`,
  },
  reminder: { title: 'Send a reminder', also: calendarFile },
  note: {
    title: 'Write a note',
    also: 'People with a seat or a place on the waitlist also get a link to their registration.',
  },
  thanks: { title: 'Say thank you', also: 'Each email ends with a link to your courses.' },
}

export const noticesPath = (cohort: NoticeDialogProps['cohort']) =>
  `${cohortsPath(offerIdOf(cohort))}/${cohort._id}/notices`

/** Shows whom a message about a date would reach and what it says, and sends it on a press. */
export function NoticeDialog({ cohort, kind, onClose }: NoticeDialogProps) {
  const readsContacts = useMay('readContacts')
  const maySee = readsContacts || isForAttendees(kind)
  const [to, setTo] = useState<NoticeTo>()
  // The text stays while another audience is loaded.
  const [body, setBody] = useState('')
  const path = listPath(noticesPath(cohort), { kind, audience: to })
  const query = useQuery({ ...adminQuery<NoticeList>(path), enabled: maySee, placeholderData: (last) => last })
  const { audience, sends = [] } = query.data ?? {}
  return (
    <Dialog open grows onClose={onClose} title={words[kind].title}>
      {!maySee ? (
        <Untold onClose={onClose}>
          Your role cannot see registrations. A colleague in sales or marketing can notify them.
        </Untold>
      ) : audience ? (
        <Notice
          {...{ cohort, audience, onClose, body, setBody, setTo }}
          maySend={sends.includes(kind)}
          isLoading={query.isPlaceholderData}
        />
      ) : query.isPending ? (
        <Spinner />
      ) : (
        <ErrorState message="The recipients could not be loaded." onRetry={() => query.refetch()} />
      )}
    </Dialog>
  )
}

const Untold = ({ onClose, children }: { onClose: () => void; children: ReactNode }) => (
  <div className="grid gap-4">
    <div className="grid gap-3">{children}</div>
    <DialogFoot>
      <Button size="small" onClick={onClose}>
        Close
      </Button>
    </DialogFoot>
  </div>
)

type NoticeProps = Pick<NoticeDialogProps, 'cohort' | 'onClose'> & {
  audience: NoticeAudience
  maySend: boolean
  isLoading: boolean
  body: string
  setBody: (body: string) => void
  setTo: (to: NoticeTo) => void
}

function Notice({ cohort, audience, maySend, isLoading, body, setBody, setTo, onClose }: NoticeProps) {
  const { kind, count, refusal, copies, preview } = audience
  const { act, busy } = useAct({ reload: noticesPath(cohort) })
  const [error, setError] = useState<string>()
  const undo = useNoticeUndo(cohort)
  const choice = <AudienceSelect audience={audience} onChoose={setTo} />

  async function send() {
    const json = { kind, count, audience: audience.audience, body: body.trim() || null }
    const notice = await adminFetch<CohortNotice>(noticesPath(cohort), { method: 'POST', json })
    onClose()
    return notice
  }
  const done = (notice: CohortNotice) => ({
    done: `Sending in ${mailHolds.notice} s`,
    detail: `${formatCount(notice.count, 'email')}: ${preview.subject}`,
    time: mailHolds.notice * 1_000,
    undo: () => undo(notice),
  })
  const press = () => {
    const isEmpty = kind === 'note' && body.trim() === ''
    setError(isEmpty ? 'Text is required' : undefined)
    if (isEmpty) document.getElementById(bodyId)?.focus()
    else act(send, { done })
  }

  if ((refusal && !copies) || count === 0)
    return (
      <Untold onClose={onClose}>
        {choice}
        {refusal && !copies ? <Alert tone="warning">{refusal}</Alert> : <p>No recipients.</p>}
        <Readers audience={audience} />
      </Untold>
    )
  return (
    <div className="grid gap-4">
      {choice}
      <Readers audience={audience} />
      {copies && <Alert tone="warning">{refusal} Copy the text and send it yourself.</Alert>}
      <div className="grid gap-3 rounded-control border border-line bg-paper p-4">
        <p className="font-[560] wrap-anywhere">{preview.subject}</p>
        {preview.text.map(paragraph)}
        {preview.facts.length > 0 && (
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-small">
            {preview.facts.map(({ name, value }) => (
              <div key={name} className="contents">
                <dt className="text-muted">{name}</dt>
                <dd className="wrap-anywhere">{value}</dd>
              </div>
            ))}
          </dl>
        )}
        {preview.details && (
          <p className="text-small whitespace-pre-line wrap-anywhere">{answerText(preview.details)}</p>
        )}
        {kind === 'note' ? (
          <MarkedTextArea
            id={bodyId}
            label="Text"
            rows={6}
            maxLength={5_000}
            required
            value={body}
            error={error}
            onChange={({ target }) => setBody(target.value)}
          />
        ) : (
          <TextArea
            label="Add a sentence"
            hint="Optional. It follows the text above."
            rows={2}
            maxLength={5_000}
            value={body}
            onChange={({ target }) => setBody(target.value)}
          />
        )}
        {preview.closing.map(paragraph)}
        <p className="text-small text-muted">{words[kind].also}</p>
      </div>
      <DialogFoot>
        <Button variant="quiet" size="small" onClick={onClose}>
          Not now
        </Button>
        {copies && maySend && <CopyButtons audience={audience} body={body} />}
        {!copies && maySend && (
          <Button size="small" busy={busy} disabled={isLoading} onClick={press}>
            Send to {formatCount(count, 'person', 'people')}
          </Button>
        )}
      </DialogFoot>
    </div>
  )
}

const bodyId = 'notice-text'

const paragraph = (text: string) => (
  <p key={text} className="wrap-anywhere">
    {text}
  </p>
)

export function useNoticeUndo(cohort: NoticeDialogProps['cohort']) {
  const { act } = useAct({ reload: noticesPath(cohort) })
  return ({ _id }: CohortNotice) =>
    act(() => adminFetch(`${noticesPath(cohort)}/${_id}/undo`, { method: 'POST' }), { done: 'Sending undone' })
}
