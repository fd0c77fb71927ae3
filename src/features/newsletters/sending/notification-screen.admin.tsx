import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { adminQuery } from '#admin/api/admin-calls.ts'
import { formatCount, formatNumber } from '#admin/format.ts'
import { ListBody } from '#admin/lists/list-frame.tsx'
import { useMay } from '#admin/session/use-auth.ts'
import { useRecordTitle } from '#admin/shell/breadcrumb.tsx'
import { deliveryWords } from '#contract/deliveries.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import type { NewsletterResults } from '../ground/newsletters.contract.ts'
import type { NotificationStatus } from '../ground/notifications.contract.ts'
import { type About, callsOf, notificationQuery } from './notification-data.shared.admin.ts'
import {
  MailNotice,
  NotificationActs,
  NotificationProgress,
  NotificationSentence,
  SendingHeading,
  TestButton,
  WriteToReaders,
} from './notification-panel.shared.admin.tsx'
import { NotificationRecipients } from './recipient-list.admin.tsx'

export function PostNotification() {
  const { id = '' } = useParams()
  return (
    <NotificationScreen
      about={{ blogId: id }}
      unsent="Tick “Send email notification” in the editor and publish the post. Subscribers receive it once, and you can undo it here until the first email goes out."
    />
  )
}

export function NewsletterNotification() {
  const { id = '' } = useParams()
  return (
    <NotificationScreen
      about={{ newsletterId: id }}
      unsent={
        <Link to={`/admin/newsletters/edit/${id}`} className="link">
          Edit newsletter
        </Link>
      }
    />
  )
}

type NotificationScreenProps = {
  about: About
  /** How to send it, where it has not been sent. */
  unsent: ReactNode
}

function NotificationScreen({ about, unsent }: NotificationScreenProps) {
  const isNewsletter = about.newsletterId !== undefined
  const query = useQuery(notificationQuery(about))
  const readsContacts = useMay('readContacts')
  useRecordTitle(query.data?.title)
  return (
    <ListBody query={query} failure="Failed to fetch newsletter" empty={() => null}>
      {(status) => {
        // The recipients of a newsletter are fixed when its hold ends.
        const isBegun = !['none', 'scheduled', ...(isNewsletter ? ['held'] : [])].includes(status.state)
        return (
          <div className="grid gap-5">
            <SendingHeading isNewsletter={isNewsletter} title={status.title}>
              <WriteToReaders of={status} />
              {about.newsletterId && isBegun ? (
                <ButtonLink variant="secondary" size="small" to={`/admin/newsletters/edit/${about.newsletterId}`}>
                  View newsletter
                </ButtonLink>
              ) : (
                <TestButton about={about} />
              )}
            </SendingHeading>
            <MailNotice />
            <Panel status={status}>{unsent}</Panel>
            {isBegun && <Results status={status} />}
            {readsContacts && isBegun && <NotificationRecipients status={status} />}
          </div>
        )
      }}
    </ListBody>
  )
}

function Panel({ status, children: unsent }: { status: NotificationStatus; children: ReactNode }) {
  const { state, recipients, counts, failures, removed, createdBy } = status
  return (
    <section aria-label="Progress" className="grid gap-4 rounded-control border border-line bg-raised p-4 sm:p-5">
      <div className="flex flex-wrap items-center gap-3">
        <p className="mr-auto text-h3 tabular-nums" aria-live="polite">
          <NotificationSentence status={status} />
        </p>
        <NotificationActs status={status} />
      </div>
      {state === 'none' ? (
        <p className="text-muted">{unsent}</p>
      ) : (
        state !== 'scheduled' && (
          <>
            <NotificationProgress status={status} />
            <Figures
              of={[
                ['Recipients', recipients],
                [deliveryWords.waiting, counts.waiting + counts.sending],
                ...(['retrying', 'sent', 'skipped', 'failed'] as const).map((state): [string, number] => [
                  deliveryWords[state],
                  counts[state],
                ]),
              ]}
            />
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
              {createdBy && `Sent by ${createdBy}. `}
              {removed > 0 && `${formatCount(removed, 'recipient was', 'recipients were')} deleted since.`}
            </p>
          </>
        )
      )}
    </section>
  )
}

const Figures = ({ of }: { of: [name: string, value: number][] }) => (
  <dl className="grid grid-cols-2 gap-4 min-[24rem]:grid-cols-3 sm:grid-cols-6">
    {of.map(([name, value]) => (
      <div key={name} className="flex flex-col justify-between">
        <dt className="text-small text-muted">{name}</dt>
        <dd className={`text-h2 tabular-nums ${name === deliveryWords.failed && value > 0 ? 'text-danger' : ''}`}>
          {formatNumber(value)}
        </dd>
      </div>
    ))}
  </dl>
)

function Results({ status }: { status: NotificationStatus }) {
  const { data } = useQuery(adminQuery<NewsletterResults>(`${callsOf(status)}/results`))
  if (!data) return null
  const { left, reasons, visits, goals, pages } = data
  return (
    <section aria-labelledby="results" className="grid gap-4 rounded-control border border-line bg-raised p-4 sm:p-5">
      <h2 id="results" className="text-h3">
        Results
      </h2>
      <Figures
        of={[
          ['Visits', visits],
          ['Enquiries', goals.enquiries],
          ['Registrations', goals.registrations],
          ['New subscribers', goals.subscribers],
          ['Unsubscribed', left],
        ]}
      />
      <div className="grid gap-x-8 gap-y-4 empty:hidden sm:grid-cols-2">
        {pages.length > 0 && <CountList title="Pages visited" rows={pages.map(({ path, visits }) => [path, visits])} />}
        {reasons.length > 0 && (
          <CountList title="Why people unsubscribed" rows={reasons.map(({ reason, count }) => [reason, count])} />
        )}
      </div>
      <p className="max-w-measure text-small text-muted">
        We count visits to this site. We don’t count opens, which takes a tracking pixel that mail apps load by
        themselves, or clicks on links to other sites.
      </p>
    </section>
  )
}

const CountList = ({ title, rows }: { title: string; rows: [name: string, count: number][] }) => (
  <div>
    <h3 className="mb-1 text-small font-[560]">{title}</h3>
    <ul className="divide-y divide-line text-small">
      {rows.map(([name, count]) => (
        <li key={name} className="flex justify-between gap-4 py-1.5">
          <span className="min-w-0 wrap-anywhere">{name}</span>
          <span className="tabular-nums">{formatNumber(count)}</span>
        </li>
      ))}
    </ul>
  </div>
)
