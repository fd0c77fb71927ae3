import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Mail, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useAct } from '#admin/api/use-act.ts'
import { formatNumber } from '#admin/format.ts'
import { NewRecordButton } from '#admin/lists/list-frame.tsx'
import { useMay } from '#admin/session/use-auth.ts'
import { LocalDateTime } from '#admin/time.tsx'
import { lookup } from '#contract/lookup.ts'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { people, writeAudience } from '../ground/newsletter-words.shared.admin.ts'
import type { NotificationAct, NotificationStatus } from '../ground/notifications.contract.ts'
import {
  type About,
  audienceQuery,
  sendingPath,
  sendTest,
  useNotificationAct,
} from './notification-data.shared.admin.ts'

const secondsUntil = (iso: string) => Math.max(0, Math.ceil((Date.parse(iso) - Date.now()) / 1_000))
export function NotificationSentence({ status }: { status: NotificationStatus }): ReactNode {
  const { newsletterId, state, recipients, counts, holdUntil = '', finishedAt, problem } = status
  const settled = counts.sent + counts.skipped + counts.failed
  const isNewsletter = newsletterId !== undefined
  if (state === 'none') return isNewsletter ? 'This newsletter has not been sent.' : 'This post has not been emailed.'
  if (problem) return `On hold. ${problem}`
  if (state === 'scheduled')
    return (
      <>
        Scheduled for <LocalDateTime iso={holdUntil} />
        {!isNewsletter && ', when the post is published'}.
      </>
    )
  if (state === 'held') return `Sending in ${secondsUntil(holdUntil)} s to ${people(recipients)}.`
  if (state === 'draft') return isNewsletter ? 'On hold.' : 'On hold: the post is a draft again.'
  if (state === 'paused') return `Paused after ${formatNumber(settled)} of ${formatNumber(recipients)}.`
  if (state === 'sending') return `Sending: ${formatNumber(settled)} of ${formatNumber(recipients)}.`
  return (
    <>
      Sent to {people(counts.sent)}
      {finishedAt && (
        <>
          {' '}
          on <LocalDateTime iso={finishedAt} />
        </>
      )}
      .
    </>
  )
}

const tones = { sent: 'bg-primary', skipped: 'bg-edge', failed: 'bg-danger' }

export function NotificationProgress({ status }: { status: NotificationStatus }) {
  const { title, newsletterId, recipients, removed, counts } = status
  const total = Math.max(1, recipients - removed)
  const settled = counts.sent + counts.skipped + counts.failed
  return (
    <div
      role="progressbar"
      aria-label={newsletterId === undefined ? `Newsletter about ${title}` : `Newsletter ${title}`}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={settled}
      className="flex h-2 overflow-hidden rounded-full bg-line"
    >
      {(['sent', 'skipped', 'failed'] as const).map((state) => (
        <span
          key={state}
          className={`${tones[state]} transition-[width] duration-500`}
          style={{ width: `${(100 * counts[state]) / total}%` }}
        />
      ))}
    </div>
  )
}

const labels: Record<NotificationAct, string> = {
  undo: 'Cancel sending',
  pause: 'Pause',
  resume: 'Resume sending',
  retry: 'Resend to failed recipients',
}

/** The same act where nothing is about to leave, or not for long. */
const undoLabels = { scheduled: 'Unschedule', held: 'Undo' }

type NotificationActsProps = {
  status: NotificationStatus
  /** Whether the post is being saved: the actions are disabled, because the save may request the notification. */
  saving?: boolean
  onAsks?: (asks: boolean) => void
}

export function NotificationActs({ status, saving = false, onAsks }: NotificationActsProps) {
  const { press, pressed } = useNotificationAct(status, onAsks)
  if (!useMay('sendNewsletters')) return null
  const { acts, state } = status
  if (acts.length === 0) return null
  const isFirst = (act: NotificationAct) => act === 'resume' || act === 'retry' || (act === 'undo' && state === 'held')
  return (
    <div className="flex flex-wrap gap-2">
      {acts.map((act) => (
        <Button
          key={act}
          size="small"
          variant={isFirst(act) ? 'primary' : 'secondary'}
          busy={pressed === act}
          disabled={pressed !== undefined || saving}
          onClick={() => press(act)}
        >
          {(act === 'undo' && lookup(undoLabels, state)) || labels[act]}
        </Button>
      ))}
    </div>
  )
}

type SendingHeadingProps = { isNewsletter: boolean; title: string; children: ReactNode }

/** The title of a screen about a message, with the link back and buttons. */
export const SendingHeading = ({ isNewsletter, title, children }: SendingHeadingProps) => (
  <div className="flex flex-wrap items-center gap-3">
    <div className="mr-auto flex min-w-0 items-start gap-3">
      <Link
        to={isNewsletter ? '/admin/newsletters' : '/admin/blogs'}
        aria-label={isNewsletter ? 'Back to newsletters' : 'Back to blogs'}
        title="Back to the list"
        className="mt-1 -ml-2 grid size-9 shrink-0 place-items-center rounded-control text-muted hover:bg-primary-soft hover:text-primary"
      >
        <ArrowLeft aria-hidden="true" className="size-5" />
      </Link>
      <div className="min-w-0">
        <p className="text-small text-muted">Newsletter</p>
        <h1 className="text-h1 wrap-anywhere">{title}</h1>
      </div>
    </div>
    <div className="flex flex-wrap items-center gap-2">{children}</div>
  </div>
)

/** A button that begins a newsletter to those who got a message. */
export const WriteToReaders = ({ of: { notificationId, counts } }: { of: NotificationStatus }) =>
  notificationId !== undefined &&
  counts.sent > 0 && (
    <NewRecordButton
      path="/admin/newsletters/new"
      values={{ audience: writeAudience({ to: 'got', notificationId }) }}
      needs="sendNewsletters"
    >
      Write a follow-up
    </NewRecordButton>
  )

type TestButtonProps = {
  about: About
  /** The form's values, where they are not saved yet. */
  typed?: object | undefined
}

/** Sends the message to the signed-in person only. */
export function TestButton({ about, typed }: TestButtonProps) {
  const { act, busy } = useAct()
  const send = () => act(() => sendTest(about, typed), { done: (told) => told })
  if (!useMay('sendNewsletters')) return null
  return (
    <>
      <Button size="small" variant="secondary" busy={busy} onClick={send}>
        Send test email
      </Button>
      {typed && <span className="text-small text-muted">With your latest edits</span>}
    </>
  )
}

/** A notice that no mail server is set, so that messages are only written to files. */
export function MailNotice() {
  const audience = useQuery(audienceQuery())
  if (audience.data?.mail !== 'files') return null
  return (
    <p role="note" className="flex gap-2.5 rounded-control bg-warning-soft px-3.5 py-2.5 text-small text-warning">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
      <span>
        <strong>Emails are not being sent.</strong> No mail server is set up (SMTP_URL), so messages are saved to{' '}
        <code>mail</code> in the data folder.
      </span>
    </p>
  )
}

/** The notifications that will be or are being sent, each with a button to stop it. */
export function NotificationsUnderWay({ notifications }: { notifications: NotificationStatus[] }) {
  if (notifications.length === 0) return null
  return (
    <div className="mb-4 grid gap-3">
      <MailNotice />
      <ul className="grid gap-3" aria-label="Being sent">
        {notifications.map((status) => (
          <li
            key={status.newsletterId ?? status.blogId}
            className="grid gap-3 rounded-control border border-line bg-raised p-4"
          >
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
              <Mail aria-hidden="true" className="size-5 shrink-0 text-primary" strokeWidth={1.75} />
              <p className="min-w-0 flex-1 basis-48">
                <Link to={sendingPath(status)} className="link-quiet font-[560]">
                  {status.title}
                </Link>
                <span className="ml-2 text-muted tabular-nums">
                  <NotificationSentence status={status} />
                </span>
              </p>
              <NotificationActs status={status} />
            </div>
            <NotificationProgress status={status} />
          </li>
        ))}
      </ul>
    </div>
  )
}
