import { useState } from 'react'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { formatCount } from '#admin/format.ts'
import { DownloadButton } from '#admin/lists/download-button.tsx'
import { Panel } from '#admin/shell/screen.tsx'
import { LocalDateTime } from '#admin/time.tsx'
import { formatBytes } from '#contract/labels.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Facts } from '#ui/feature-list.tsx'
import type { System } from './system.contract.ts'

type Backup = System['backup']

export const BackupsPanel = ({ backup }: { backup: Backup }) => (
  <Panel title="Backups" lead={backupLead(backup)}>
    <Facts
      facts={[
        {
          name: 'Last verified backup',
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
        {
          name: backup.failed?.onlyCopy ? 'Copy failed' : 'Last attempt failed',
          value: backup.failed && <LocalDateTime iso={backup.failed.at} />,
        },
        { name: 'Reason', value: backup.failed && <span className="break-words">{backup.failed.reason}</span> },
      ]}
    />
    <BackupButtons backup={backup} />
  </Panel>
)

function BackupButtons({ backup }: { backup: Backup }) {
  const { act, busy, failure } = useAct({ inPlace: true, reload: '/api/system' })
  /** The times of the last results when the button was pressed: a later one is that of the new backup. */
  const [before, setBefore] = useState<{ good?: string | undefined; failed?: string | undefined }>()
  const backUp = () => {
    setBefore({ good: backup.good?.at, failed: backup.failed?.at })
    return act(() => adminFetch('/api/system/backups', { method: 'POST', json: {} }))
  }
  const { newest, good, failed, running } = backup
  const isOver = before !== undefined && !busy && !running
  return (
    <div className="mt-4 grid justify-items-start gap-3">
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" busy={busy || running} onClick={backUp}>
          {running ? 'Making a backup…' : 'Back up now'}
        </Button>
        {newest && (
          <DownloadButton
            size="medium"
            path="/api/system/backups/newest"
            fileName={newest.name}
            failure="The backup could not be downloaded."
          >
            Download latest backup
          </DownloadButton>
        )}
      </div>
      {newest && (
        <p className="text-small text-muted">
          <span className="break-all">{newest.name}</span>, {formatBytes(newest.bytes)}. It includes personal data and
          password hashes. Keep it safe.
        </p>
      )}
      {failure && <Alert tone="error">{failure}</Alert>}
      {isOver && good && good.at !== before.good && (
        <Alert tone="success">The backup was made and verified: {formatCount(good.rows, 'row')}.</Alert>
      )}
      {isOver && !failure && failed && failed.at !== before.failed && <Alert tone="error">{failed.reason}</Alert>}
    </div>
  )
}

/** Why backups were made, in the order in which they are shown. */
const reasons = {
  nightly: 'nightly',
  request: 'on request',
  upgrade: 'before an upgrade',
  migration: 'before a migration',
  replaced: 'before a restore',
  manual: 'manual',
}

function StoredBackups({ stored }: Pick<System['backup'], 'stored'>) {
  return (
    <ul>
      {Object.entries(reasons).map(([reason, name]) => {
        const found = stored.find((one) => one.reason === reason)
        return found && <li key={reason}>{`${found.count} ${name}, ${formatBytes(found.bytes)}`}</li>
      })}
      {stored.some(({ reason }) => reason === 'manual') && (
        <li className="text-muted">Manual backups stay until you delete them.</li>
      )}
    </ul>
  )
}

function backupLead({ at, copied }: System['backup']): string {
  if (at === undefined) return 'Automatic backups are off (BACKUP_AT=off).'
  return copied
    ? 'Made and verified every night, then copied elsewhere by BACKUP_COMMAND.'
    : 'Made and verified every night. They stay on this server until BACKUP_COMMAND is set.'
}
