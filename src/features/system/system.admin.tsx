import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { adminFetch, adminQuery } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { formatCount } from '#admin/format.ts'
import { Panel } from '#admin/shell/screen.tsx'
import { LocalDateTime } from '#admin/time.tsx'
import { formatBytes } from '#contract/labels.ts'
import { ExportPanel, ImportPanel } from '#features/transfer/importing/transfer-panels.shared.admin.tsx'
import { Alert } from '#ui/alert.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Facts } from '#ui/feature-list.tsx'
import { TextInput } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { ErrorState } from '#ui/states.tsx'
import { JobsPanel, RetentionsPanel } from './background-panels.admin.tsx'
import { BackupsPanel } from './backups-panel.admin.tsx'
import type { System, SystemCheck } from './system.contract.ts'

/** How often the screen asks whether a running backup has ended, in milliseconds. */
const whileRunning = 2_000

export default function SystemScreen() {
  const query = useQuery({
    ...adminQuery<System>('/api/system'),
    refetchInterval: ({ state }) => state.data?.backup.running === true && whileRunning,
  })
  const { data } = query
  if (query.isPending) return <Spinner />
  if (data === undefined)
    return <ErrorState message="The system status could not be loaded." onRetry={() => query.refetch()} />
  const { backup, mail, disk, database, clock, heartbeat } = data
  return (
    <>
      <h1 className="text-h1">System</h1>
      {data.warnings.length > 0 && (
        <Sentences
          tone="error"
          sentences={data.warnings}
          // While no mail is sent, nobody gets any.
          note={mail.server && !mail.refuses && 'Owners get one email about it, and one when it is fixed.'}
        />
      )}
      {data.lacks.length > 0 && <Sentences tone="warning" sentences={data.lacks} />}
      {data.lostPages.length > 0 && <LostPages pages={data.lostPages} />}
      {data.warnings.length + data.lacks.length + data.lostPages.length === 0 && (
        <p className="mt-2 text-muted">Everything works.</p>
      )}
      <div className="mt-6 grid gap-5 lg:grid-cols-2">
        <BackupsPanel backup={backup} />
        <Panel
          title="Email"
          lead={
            mail.server
              ? 'Emails go out through your mail server.'
              : 'No mail server is set up (SMTP_URL), so emails are only saved as files on the server.'
          }
        >
          <Facts
            facts={[
              { name: 'Waiting to be sent', value: formatCount(mail.due, 'email') },
              { name: 'Oldest waiting since', value: mail.dueSince && <LocalDateTime iso={mail.dueSince} /> },
              { name: 'Scheduled for later', value: formatCount(mail.later, 'email') },
              { name: 'Failed in the last 7 days', value: formatCount(mail.failed, 'email') },
              {
                name: 'Refused by the mail server since',
                value: mail.refuses && <LocalDateTime iso={mail.refuses.since} />,
              },
              {
                name: 'Server response',
                value: mail.refuses && <span className="break-words">{mail.refuses.reason}</span>,
              },
            ]}
          />
          <MailTestButton />
        </Panel>
        <Panel title="Storage" lead="A backup and its verification need as much free space as the database uses.">
          <Facts
            facts={[
              { name: 'Database', value: database.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL' },
              { name: 'Size', value: formatBytes(database.bytes) },
              { name: 'Free on the disk', value: disk && `${formatBytes(disk.free)} of ${formatBytes(disk.size)}` },
            ]}
          />
        </Panel>
        <Panel title="Program" lead="Include this when you ask for help.">
          <Facts
            facts={[
              { name: 'Version', value: data.version },
              { name: 'Running since', value: <LocalDateTime iso={data.startedAt} /> },
              { name: 'Public address', value: <span className="break-all">{data.publicUrl}</span> },
              { name: 'Last heartbeat', value: heartbeat?.at && <LocalDateTime iso={heartbeat.at} /> },
              { name: 'Server time', value: <LocalDateTime iso={clock.now} /> },
              { name: 'Company time zone', value: clock.timeZone },
              { name: 'For developers', value: <ApiDocsLink /> },
            ]}
          />
        </Panel>
        <ImportPanel />
        <ExportPanel />
        <JobsPanel jobs={data.jobs} />
        <RetentionsPanel retentions={data.retentions} />
        <div className="lg:col-span-2">
          <ChecksPanel />
        </div>
      </div>
    </>
  )
}

const ApiDocsLink = () => (
  <a
    href="/api/docs"
    target="_blank"
    rel="noreferrer"
    className="link inline-flex min-h-6 items-center gap-1.5 pointer-coarse:min-h-11"
  >
    API documentation
    <ExternalLink aria-hidden="true" className="size-4" />
    <span className="sr-only">(opens in a new tab)</span>
  </a>
)

type SentencesProps = { tone: 'error' | 'warning'; sentences: string[]; note?: string | false }

const Sentences = ({ tone, sentences, note }: SentencesProps) => (
  <Alert tone={tone} className="mt-4">
    <ul className="grid gap-1">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
      {note && <li className="font-normal">{note}</li>}
    </ul>
  </Alert>
)

const LostPages = ({ pages }: { pages: System['lostPages'] }) => (
  <Alert tone="warning" className="mt-4">
    <ul className="grid gap-1">
      {pages.map(({ entity, _id, name, path, owner }) => (
        <li key={_id} className="wrap-anywhere">
          <Link to={`/admin/${entity}/edit/${_id}`} className="underline underline-offset-4 pointer-coarse:py-2">
            {name}
          </Link>{' '}
          is no longer at /{path}, which belongs to {owner} now. Give it another path.
        </li>
      ))}
    </ul>
  </Alert>
)

function MailTestButton() {
  const { act, busy, failure } = useAct({ inPlace: true })
  const [sent, setSent] = useState<string>()
  const send = async () => {
    setSent(undefined)
    setSent((await adminFetch<{ message: string }>('/api/system/mail-test', { method: 'POST', json: {} })).message)
  }
  return (
    <div className="mt-4 grid justify-items-start gap-3">
      <Button variant="secondary" busy={busy} onClick={() => act(send)}>
        Send test email
      </Button>
      {sent && <Alert tone="success">{sent}</Alert>}
      {failure && <Alert tone="error">{failure}</Alert>}
    </div>
  )
}

const states = {
  good: { label: 'OK', tone: 'green' },
  bad: { label: 'Needs attention', tone: 'red' },
  unknown: { label: 'Unknown', tone: 'amber' },
} as const

/** Checks the site from outside on request: it asks name servers and calls the public address. */
function ChecksPanel() {
  const [dkimSelector, setSelector] = useState('')
  const { act, busy, failure } = useAct({ inPlace: true })
  const [checks, setChecks] = useState<SystemCheck[]>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    act(async () => {
      setChecks(undefined)
      const call = { method: 'POST', json: { dkimSelector } } as const
      setChecks((await adminFetch<{ checks: SystemCheck[] }>('/api/system/checks', call)).checks)
    })
  }
  return (
    <Panel
      title="Email and domain checks"
      lead="Checks that mail servers trust your email, and that your public address reaches this server."
    >
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <TextInput
          className="min-w-64 flex-1"
          label="DKIM selector"
          hint="From your mail provider. Leave blank to try common names."
          maxLength={63}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={dkimSelector}
          onChange={(event) => setSelector(event.target.value)}
        />
        <Button type="submit" variant="secondary" className="h-control" busy={busy}>
          Run checks
        </Button>
      </form>
      <div role="status" className="mt-4 empty:hidden">
        {checks && (
          <dl className="divide-y divide-line border-y border-line text-small">
            {checks.map(({ name, state, message }) => (
              <div key={name} className="py-3">
                <dt className="flex flex-wrap items-center justify-between gap-2 font-[560]">
                  <span className="wrap-anywhere">{name}</span>
                  <Badge tone={states[state].tone}>{states[state].label}</Badge>
                </dt>
                <dd className="mt-1 text-muted wrap-anywhere">{message}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      {failure && <Alert tone="error">{failure}</Alert>}
    </Panel>
  )
}
