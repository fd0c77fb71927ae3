import { formatCount, formatNumber } from '#admin/format.ts'
import { Panel } from '#admin/shell/screen.tsx'
import { LocalDate, LocalDateTime } from '#admin/time.tsx'
import { Badge } from '#ui/badge.tsx'
import { Facts } from '#ui/feature-list.tsx'
import type { System } from './system.contract.ts'

type Job = System['jobs'][number]

export const JobsPanel = ({ jobs }: { jobs: Job[] }) => (
  <Panel title="Background tasks" lead="They run on their own. A task that failed is tried again.">
    <Facts facts={jobs.map((job) => ({ name: job.name, note: timesOf(job), value: <LastRun job={job} /> }))} />
  </Panel>
)

function LastRun({ job: { lastAt, failed } }: { job: Job }) {
  if (!failed) return lastAt ? <LocalDateTime iso={lastAt} /> : 'Not yet'
  return (
    <>
      <Badge tone="red">Failed</Badge> <LocalDateTime iso={failed.at} />
      <span className="mt-1 block text-muted wrap-anywhere">{failed.reason}</span>
    </>
  )
}

const units = [
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

function timesOf({ every, at }: Job): string {
  if (at !== undefined) return `Every night from ${at}:00`
  const [unit, length] = units.find(([, length]) => every >= length) ?? units[2]
  const count = Math.round(every / length)
  return count === 1 ? `Every ${unit}` : `Every ${formatCount(count, unit)}`
}

export const RetentionsPanel = ({ retentions }: Pick<System, 'retentions'>) => (
  <Panel
    title="Data retention"
    lead="Old data is deleted for good every night. Change how long messages are kept in Settings, under Personal data."
  >
    <Facts
      facts={retentions.map(({ name, keep, last }) => ({
        name,
        note: keep === undefined ? 'Kept until you delete them' : `Kept for ${keep}`,
        value: last ? (
          <>
            {formatNumber(last.count)} deleted, <LocalDate iso={last.at} />
          </>
        ) : (
          'None deleted yet'
        ),
      }))}
    />
  </Panel>
)
