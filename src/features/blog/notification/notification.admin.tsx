import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useParams } from 'react-router'
import { formatNumber } from '#admin/format.ts'
import { ListBody } from '#admin/lists/list-frame.tsx'
import { useMay } from '#admin/session/permissions.ts'
import { useRecordTitle } from '#admin/shell/breadcrumb.tsx'
import { notificationQuery } from '#features/letters/sending/notification-data.shared.admin.ts'
import {
  MailNotice,
  NotificationActs,
  NotificationProgress,
  NotificationSentence,
  TestButton,
} from '#features/letters/sending/notification-panel.shared.admin.tsx'
import { NotificationRecipients } from '#features/letters/sending/notification-recipients.shared.admin.tsx'
import type { NotificationStatus } from '#features/letters/sending/notifications.contract.ts'
import { Link } from '#ui/link.tsx'
export default function NotificationScreen() {
  const { id = '' } = useParams()
  const query = useQuery(notificationQuery({ blogId: id }))
  const readsContacts = useMay('readContacts')
  useRecordTitle(query.data?.title)
  return (
    <ListBody query={query} failure="Failed to fetch newsletter" empty={() => null}>
      {(status) => (
        <div className="grid gap-5">
          <div className="flex flex-wrap items-center gap-3 sm:flex-nowrap">
            <div className="mr-auto flex min-w-0 items-start gap-3">
              <Link
                to="/admin/blogs"
                aria-label="Back to blogs"
                title="Back to the list"
                className="mt-1 -ml-2 grid size-9 shrink-0 place-items-center rounded-control text-muted hover:bg-primary-soft hover:text-primary"
              >
                <ArrowLeft aria-hidden="true" className="size-5" />
              </Link>
              <div className="min-w-0">
                <p className="text-small text-muted">Newsletter</p>
                <h1 className="text-h1 wrap-anywhere">{status.title}</h1>
              </div>
            </div>
            <TestButton about={{ blogId: id }} />
          </div>
          <MailNotice />
          <Panel status={status} />
          {readsContacts && status.state !== 'none' && status.state !== 'planned' && (
            <NotificationRecipients status={status} />
          )}
        </div>
      )}
    </ListBody>
  )
}

function Panel({ status }: { status: NotificationStatus }) {
  const { state, failures, removed, createdBy } = status
  return (
    <section aria-label="Progress" className="grid gap-4 rounded-control border border-line bg-raised p-4 sm:p-5">
      <div className="flex flex-wrap items-center gap-3">
        <p className="mr-auto text-h3 tabular-nums" aria-live="polite">
          <NotificationSentence status={status} />
        </p>
        <NotificationActs status={status} />
      </div>
      {state === 'none' ? (
        <p className="text-muted">
          Tick “Send email notification” in the editor and publish the post. Subscribers receive it once. You can undo
          it here until the first message is sent.
        </p>
      ) : (
        state !== 'planned' && (
          <>
            <NotificationProgress status={status} />
            <Figures status={status} />
            {failures.length > 0 && (
              <ul className="grid gap-1 text-small text-danger">
                {failures.map(({ reason, count }) => (
                  <li key={reason} className="wrap-anywhere">
                    {count} × {reason}
                  </li>
                ))}
              </ul>
            )}
            <p className="text-small text-muted">
              {createdBy && `Requested by ${createdBy}. `}
              {removed > 0 && `${removed} of the recipients have been removed since.`}
            </p>
          </>
        )
      )}
    </section>
  )
}

function Figures({ status: { recipients, counts } }: { status: NotificationStatus }) {
  const figures = [
    ['Recipients', recipients],
    ['Waiting', counts.waiting + counts.sending],
    ['Retrying', counts.retrying],
    ['Sent', counts.sent],
    ['Skipped', counts.skipped],
    ['Failed', counts.failed],
  ] as const
  return (
    <dl className="grid grid-cols-3 gap-4 sm:grid-cols-6">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt className="text-small text-muted">{name}</dt>
          <dd className={`text-h2 tabular-nums ${name === 'Failed' && value > 0 ? 'text-danger' : ''}`}>
            {formatNumber(value)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
