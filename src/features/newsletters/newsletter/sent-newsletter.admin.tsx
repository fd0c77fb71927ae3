import { useQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { adminQuery } from '#admin/api/admin-calls.ts'
import { useResource } from '#admin/api/use-act.ts'
import { FormColumns, FormPanel } from '#admin/forms/form-layout.tsx'
import { PreviewColumn } from '#admin/preview/preview-pane.tsx'
import { useMay } from '#admin/session/use-auth.ts'
import { useRecordTitle } from '#admin/shell/breadcrumb.tsx'
import { formatDay, useTimeZone } from '#admin/time.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { Newsletter, NewsletterResults } from '../ground/newsletters.contract.ts'
import type { NotificationStatus } from '../ground/notifications.contract.ts'
import { AudienceWords } from '../sending/audience-field.shared.admin.tsx'
import {
  MailNotice,
  NotificationActs,
  NotificationProgress,
  NotificationSentence,
  SendingHeading,
  WriteToReaders,
} from '../sending/notification-panel.shared.admin.tsx'
import { newsletterLooks } from './newsletter-looks.admin.tsx'
import { newsletters } from './newsletter-resource.admin.ts'

/** A newsletter from the moment it is confirmed: as it is mailed, with what can still be done. */
export function SentNewsletter({ id, status }: { id: string; status: NotificationStatus }) {
  const { data: newsletter } = useQuery(adminQuery<Newsletter>(`/api/newsletters/${id}`))
  useRecordTitle(newsletter?.title)
  if (!newsletter?.mailed) return <Spinner />
  const { mailed } = newsletter
  return (
    <div className="grid gap-5">
      <SendingHeading isNewsletter title={mailed.subject}>
        <Acts id={id} status={status} />
      </SendingHeading>
      <MailNotice />
      <Sending status={status} />
      <FormColumns
        main={<PreviewColumn views={newsletterLooks(mailed)}>{() => null}</PreviewColumn>}
        side={<Facts newsletter={newsletter} />}
      />
    </div>
  )
}

function Acts({ id, status: { state, counts }, status }: { id: string; status: NotificationStatus }) {
  const navigate = useNavigate()
  const calls = useResource(newsletters)
  const maySend = useMay('sendNewsletters')
  const duplicate = async () => {
    const copy = await calls.duplicate(id)
    if (copy) navigate(`/admin/newsletters/edit/${copy}`)
  }
  return (
    <>
      {maySend && counts.sent > 0 && (
        <ButtonLink variant="secondary" size="small" to={`/admin/newsletters/${id}/page`}>
          Edit web version
        </ButtonLink>
      )}
      <WriteToReaders of={status} />
      {maySend && (
        <Button variant="secondary" size="small" onClick={duplicate}>
          Duplicate
        </Button>
      )}
      {state !== 'scheduled' && state !== 'held' && (
        <ButtonLink size="small" to={`/admin/newsletters/${id}/results`}>
          Results
        </ButtonLink>
      )}
    </>
  )
}

function Sending({ status }: { status: NotificationStatus }) {
  const { state } = status
  return (
    <section aria-label="Sending" className="grid gap-3 rounded-control border border-line bg-raised p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Mail aria-hidden="true" className="size-5 shrink-0 text-primary" strokeWidth={1.75} />
        <p className="min-w-0 flex-1 basis-48 tabular-nums">
          <NotificationSentence status={status} />
        </p>
        <NotificationActs status={status} />
      </div>
      {(state === 'sending' || state === 'paused') && <NotificationProgress status={status} />}
    </section>
  )
}

function Facts({ newsletter: { _id, mailed, audience, correctedAt, mail } }: { newsletter: Newsletter }) {
  const zone = useTimeZone()
  const results = useQuery({
    ...adminQuery<NewsletterResults>(`/api/newsletters/${_id}/results`),
    enabled: mail.counts.sent > 0,
  })
  const code = results.data?.code
  return (
    <FormPanel>
      <dl className="grid gap-3 text-small">
        <Fact name="Subject">{mailed?.subject}</Fact>
        {mailed?.preheader && <Fact name="Preview text">{mailed.preheader}</Fact>}
        {mailed?.greeting && <Fact name="Greeting">{mailed.greeting}</Fact>}
        <Fact name="Audience">
          <AudienceWords of={audience} />
        </Fact>
        {code && (
          <Fact name="Web version">
            <a href={`/newsletters/${code}`} target="_blank" rel="noreferrer" className="link">
              /newsletters/{code}
            </a>
            {correctedAt && <span className="block text-muted">Corrected on {formatDay(correctedAt, zone)}</span>}
          </Fact>
        )}
      </dl>
    </FormPanel>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-muted">{name}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
)
