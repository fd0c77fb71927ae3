import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { adminQuery } from '#admin/api/queries.ts'
import { formatCount } from '#admin/format.ts'
import { LocalDate, LocalDateTime } from '#admin/lists/date-time.tsx'
import { Panel } from '#admin/shell/panel.tsx'
import { Alert } from '#ui/alert.tsx'
import { Facts } from '#ui/facts.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { ErrorState } from '#ui/states.tsx'
import type { System } from './system.contract.ts'
import { ChecksPanel, MailTestButton } from './system-checks.admin.tsx'

const units = ['KB', 'MB', 'GB', 'TB']

/** 2,400,000 as '2.4 MB'. */
function formatBytes(bytes: number): string {
  const power = Math.min(units.length, Math.max(1, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  const value = bytes / 1_000 ** power
  return `${value < 10 && power > 1 ? value.toFixed(1) : Math.round(value)} ${units[power - 1]}`
}

/** System status: backups, mail, disk, clock and version. */
export default function SystemScreen() {
  const query = useQuery(adminQuery<System>('/api/system'))
  const { data } = query
  if (query.isPending) return <Spinner />
  if (data === undefined)
    return <ErrorState message="The state of the system could not be loaded." onRetry={() => query.refetch()} />
  const { backup, mail, disk, database, clock, retention } = data
  return (
    <>
      <h1 className="text-h1">System</h1>
      {data.warnings.length > 0 && <Sentences tone="error" sentences={data.warnings} />}
      {data.lacks.length > 0 && <Sentences tone="warning" sentences={data.lacks} />}
      {data.warnings.length + data.lacks.length === 0 && <p className="mt-2 text-muted">Everything works.</p>}
      <div className="mt-6 grid gap-5 lg:grid-cols-2">
        <Panel title="Backups" lead={backupLead(backup)}>
          <Facts
            facts={[
              {
                name: 'Last successful backup',
                value: backup.good ? <LocalDateTime iso={backup.good.at} /> : 'None yet',
              },
              {
                name: 'Contents',
                value: backup.good && `${formatCount(backup.good.rows, 'row')}, ${formatBytes(backup.good.bytes)}`,
              },
              { name: 'File', value: backup.good && <span className="break-all">{backup.good.name}</span> },
              {
                name: 'Kept on the server',
                value: backup.stored.length > 0 && <StoredBackups stored={backup.stored} />,
              },
              { name: 'Next backup', value: backup.nextAt && <LocalDateTime iso={backup.nextAt} /> },
              { name: 'Last attempt failed', value: backup.failed && <LocalDateTime iso={backup.failed.at} /> },
              { name: 'Reason', value: backup.failed && <span className="break-words">{backup.failed.reason}</span> },
            ]}
          />
        </Panel>
        <Panel
          title="Mail"
          lead={
            mail.server
              ? 'Messages go through the mail server of SMTP_URL.'
              : 'No mail server is set (SMTP_URL): messages are only written to files on the server.'
          }
        >
          <Facts
            facts={[
              { name: 'Due now', value: formatCount(mail.due, 'message') },
              { name: 'Oldest due since', value: mail.dueSince && <LocalDateTime iso={mail.dueSince} /> },
              { name: 'Due later', value: formatCount(mail.later, 'message') },
              { name: 'Failed in the last seven days', value: formatCount(mail.failed, 'message') },
            ]}
          />
          <MailTestButton />
        </Panel>
        <Panel title="Storage" lead="A backup and its verification need about as much free space as the database uses.">
          <Facts
            facts={[
              { name: 'Database', value: database.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL' },
              { name: 'Size', value: formatBytes(database.bytes) },
              { name: 'Free on the disk', value: disk && `${formatBytes(disk.free)} of ${formatBytes(disk.size)}` },
              {
                name: 'Old messages deleted',
                value: retention && (
                  <>
                    {retention.resolved} resolved, {retention.spam} spam, on <LocalDate iso={retention.at} />
                  </>
                ),
              },
            ]}
          />
        </Panel>
        <Panel title="Program" lead="Give this information when you ask for help.">
          <Facts
            facts={[
              { name: 'Version', value: data.version },
              { name: 'Running since', value: <LocalDateTime iso={data.startedAt} /> },
              { name: 'Public address', value: <span className="break-all">{data.publicUrl}</span> },
              { name: 'Server time', value: <LocalDateTime iso={clock.now} /> },
              { name: 'Company time zone', value: clock.timeZone },
            ]}
          />
        </Panel>
        <div className="lg:col-span-2">
          <ChecksPanel />
        </div>
        <ApiDocsPanel />
      </div>
    </>
  )
}

/** The link to the API documentation, which loads the description with this browser's session. */
const ApiDocsPanel = () => (
  <Panel title="For developers" lead="Read about and try out every call of the website and the back office.">
    <a
      href="/api/docs"
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-6 items-center gap-1.5 pointer-coarse:min-h-11 text-small text-primary underline-offset-4 hover:underline"
    >
      API documentation
      <ExternalLink aria-hidden="true" className="size-4" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  </Panel>
)

const Sentences = ({ tone, sentences }: { tone: 'error' | 'warning'; sentences: string[] }) => (
  <Alert tone={tone} className="mt-4">
    <ul className="grid gap-1">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  </Alert>
)

/** Why backups were made, in the order in which they are shown. */
const reasons = [
  ['nightly', 'nightly'],
  ['upgrade', 'before an upgrade'],
  ['migration', 'before a migration'],
  ['replaced', 'before a restore'],
  ['manual', 'manual'],
] as const

function StoredBackups({ stored }: Pick<System['backup'], 'stored'>) {
  const shown = reasons.flatMap(([reason, name]) => {
    const found = stored.find((one) => one.reason === reason)
    return found ? [`${found.count} ${name}, ${formatBytes(found.bytes)}`] : []
  })
  return (
    <ul>
      {shown.map((line) => (
        <li key={line}>{line}</li>
      ))}
      {stored.some(({ reason }) => reason === 'manual') && (
        <li className="text-muted">Manual backups stay until you delete them.</li>
      )}
    </ul>
  )
}

function backupLead({ at, copied }: System['backup']): string {
  if (at === undefined) return 'Automatic backups are off (BACKUP_AT=off).'
  const where = copied
    ? 'and copied elsewhere by BACKUP_COMMAND'
    : 'They stay on this machine until BACKUP_COMMAND is set'
  return copied ? `Made and verified each night, ${where}.` : `Made and verified each night. ${where}.`
}
