import { useQuery } from '@tanstack/react-query'
import { adminQuery } from '#admin/api/queries.ts'
import { formatCount } from '#admin/format.ts'
import { LocalDateTime } from '#admin/lists/date-time.tsx'
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

/** How the site runs: backups, mail, disk, clock and version. */
export default function SystemScreen() {
  const query = useQuery(adminQuery<System>('/api/system'))
  const { data } = query
  if (query.isPending) return <Spinner />
  if (data === undefined)
    return <ErrorState message="The state of the system could not be loaded." onRetry={() => query.refetch()} />
  const { backup, mail, disk, database, clock } = data
  return (
    <>
      <h1 className="text-h1">System</h1>
      {data.warnings.length > 0 && <Sentences tone="error" sentences={data.warnings} />}
      {data.lacks.length > 0 && <Sentences tone="warning" sentences={data.lacks} />}
      {data.warnings.length + data.lacks.length === 0 && <p className="mt-2 text-muted">All is well.</p>}
      <div className="mt-6 grid gap-5 lg:grid-cols-2">
        <Panel title="Backups" lead={backupLead(backup)}>
          <Facts
            facts={[
              { name: 'Last good one', value: backup.good ? <LocalDateTime iso={backup.good.at} /> : 'None yet' },
              {
                name: 'It holds',
                value: backup.good && `${formatCount(backup.good.rows, 'row')}, ${formatBytes(backup.good.bytes)}`,
              },
              { name: 'File', value: backup.good && <span className="break-all">{backup.good.name}</span> },
              {
                name: 'Kept on the server',
                value: backup.stored.length > 0 && <StoredBackups stored={backup.stored} />,
              },
              { name: 'Next one', value: backup.nextAt && <LocalDateTime iso={backup.nextAt} /> },
              { name: 'Last attempt failed', value: backup.failed && <LocalDateTime iso={backup.failed.at} /> },
              { name: 'Because', value: backup.failed && <span className="break-words">{backup.failed.reason}</span> },
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
              { name: 'Leaving now', value: formatCount(mail.due, 'message') },
              { name: 'Waiting since', value: mail.dueSince && <LocalDateTime iso={mail.dueSince} /> },
              { name: 'For later', value: formatCount(mail.later, 'message') },
              { name: 'Given up in seven days', value: formatCount(mail.failed, 'message') },
            ]}
          />
          <MailTestButton />
        </Panel>
        <Panel title="Storage" lead="A backup and its trial need about as much free space as the database has.">
          <Facts
            facts={[
              { name: 'Database', value: database.kind === 'sqlite' ? 'SQLite, a file' : 'PostgreSQL' },
              { name: 'Its size', value: formatBytes(database.bytes) },
              { name: 'Free on the disk', value: disk && `${formatBytes(disk.free)} of ${formatBytes(disk.size)}` },
            ]}
          />
        </Panel>
        <Panel title="Program" lead="What to say when you ask for help.">
          <Facts
            facts={[
              { name: 'Version', value: data.version },
              { name: 'Running since', value: <LocalDateTime iso={data.startedAt} /> },
              { name: 'Public address', value: <span className="break-all">{data.publicUrl}</span> },
              { name: 'Clock of the server', value: <LocalDateTime iso={clock.now} /> },
              { name: 'Time zone of the company', value: clock.timeZone },
            ]}
          />
        </Panel>
        <div className="lg:col-span-2">
          <ChecksPanel />
        </div>
      </div>
    </>
  )
}

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
  ['manual', 'made by hand'],
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
        <li className="text-muted">Those made by hand stay until you delete them.</li>
      )}
    </ul>
  )
}

function backupLead({ at, copied }: System['backup']): string {
  if (at === undefined) return 'The site makes none by itself (BACKUP_AT=off).'
  const where = copied
    ? 'and copied elsewhere by BACKUP_COMMAND'
    : 'They stay on this machine until BACKUP_COMMAND is set'
  return copied ? `Made each night, restored on trial, ${where}.` : `Made each night and restored on trial. ${where}.`
}
