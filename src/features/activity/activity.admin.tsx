import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { adminQuery } from '#admin/api/admin-calls.ts'
import { OptionalSelect } from '#admin/fields/small-form.tsx'
import { formatNumber } from '#admin/format.ts'
import type { Column } from '#admin/lists/data-table.tsx'
import { ExportButton } from '#admin/lists/download-button.tsx'
import { ListScreen } from '#admin/lists/list-screen.tsx'
import { useListState } from '#admin/lists/list-state.ts'
import { dayAfter, LocalDateTime, LocalTime, useTimeZone } from '#admin/time.tsx'
import type { ActivityKind } from '#contract/activity.ts'
import { lookup } from '#contract/lookup.ts'
import { fromWallTime } from '#contract/zoned-format.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { listPath } from '#web/api-query.ts'
import type { ActivityEntry, ActivityPage } from './activity.contract.ts'

const kindLabels: Record<ActivityKind, string> = {
  create: 'Created',
  change: 'Changed',
  delete: 'Deleted',
  restore: 'Restored',
  export: 'Export',
  account: 'Account',
  settings: 'Settings',
  'sign-in': 'Sign-in',
  refusal: 'Refused',
}

const names = ['person', 'kind', 'entity', 'record', 'day', 'before'] as const

export default function ActivityScreen() {
  const state = useListState<(typeof names)[number]>(names)
  const { day, before, ...chosen } = state.filters
  const filter = { ...chosen, ...daySpan(day, useTimeZone()) }
  const filtered = day !== '' || Object.values(chosen).some((value) => value !== '')
  const query = useQuery({
    ...adminQuery<ActivityPage>(listPath('/api/activity', { ...filter, before })),
    placeholderData: keepPreviousData,
  })
  const choose = (changes: Partial<typeof state.filters>) => state.change({ before: '', ...changes })
  const filterBy = (name: 'person' | 'kind') => ({
    value: state.filters[name],
    onChoose: (value: string) => choose({ [name]: value }),
  })
  const { entries, next } = query.data ?? {}
  const clear = () => choose({ person: '', kind: '', entity: '', record: '', day: '' })
  return (
    <ListScreen
      title="Activity log"
      what="activity"
      failure="Failed to fetch the activity"
      list={{ query, rows: entries, shown: { day, ...chosen }, clear }}
      actions={
        <ExportButton
          list={{ filtered: false, total: undefined, shownPath: (path) => listPath(path, filter) }}
          path="/api/activity.csv"
          fileName="activity.csv"
          failure="Failed to export the activity"
        />
      }
      filters={
        <>
          <OptionalSelect
            label="Person"
            hideLabel
            className="w-full sm:w-52"
            none="Everyone"
            options={(query.data?.people ?? []).map(({ _id, name, former }) => [_id, former ? `${name} (left)` : name])}
            {...filterBy('person')}
          />
          <OptionalSelect
            label="Type"
            hideLabel
            className="w-full sm:w-44"
            none="Everything"
            options={Object.entries(kindLabels)}
            {...filterBy('kind')}
          />
          <TextInput
            type="date"
            label="Day"
            hideLabel
            className="w-full sm:w-44"
            value={day}
            onChange={({ target }) => choose({ day: target.value })}
          />
          {filtered && (
            <Button variant="quiet" size="small" onClick={clear}>
              Show all
            </Button>
          )}
        </>
      }
      columns={columns}
      // The changes of an entry have this line as their title.
      summary={(entry) => !hasChanges(entry) && <ActivityOrigin entry={entry} />}
      below={
        entries &&
        entries.length > 0 && (
          <nav aria-label="Pages" className="mt-5 flex gap-3">
            {before !== '' && (
              <Button variant="secondary" size="small" onClick={() => choose({})}>
                Newest
              </Button>
            )}
            {next && (
              <Button variant="secondary" size="small" onClick={() => state.change({ before: next })}>
                Older
              </Button>
            )}
          </nav>
        )
      }
    >
      <p className="mb-4 text-small text-muted">Entries are kept for a year. They cannot be changed or deleted.</p>
    </ListScreen>
  )
}

/** The beginning and the end of a day in the company's time. @param day YYYY-MM-DD; '' for all days */
function daySpan(day: string, zone: string): { from?: string; until?: string } {
  const from = fromWallTime(`${day}T00:00`, zone)
  return from === '' ? {} : { from, until: fromWallTime(`${dayAfter(day, 1)}T00:00`, zone) }
}

const columns: Column<ActivityEntry>[] = [
  { header: 'Event', className: 'md:w-full', cell: (entry) => <ActivityDetails entry={entry} /> },
  {
    header: 'User',
    className: 'whitespace-nowrap',
    cell: ({ by }) => by ?? <span className="text-muted">Unknown</span>,
  },
  {
    header: 'From',
    className: 'max-lg:md:hidden',
    cell: ({ address, device }) => (
      <span className="grid py-1 text-small md:min-w-36">
        {device && <span>{device}</span>}
        {address && <span className="text-muted wrap-anywhere">{address}</span>}
      </span>
    ),
  },
  {
    header: 'Date',
    className: 'max-md:hidden',
    cell: ({ at, lastAt, count }) => (
      <span className="grid py-1 md:min-w-44">
        <LocalDateTime iso={at} />
        {count > 1 && (
          <span className="text-small whitespace-nowrap text-muted">
            {formatNumber(count)} times, last <LocalTime iso={lastAt} />
          </span>
        )}
      </span>
    ),
  },
]

/** The act, its record, and the values before and after. The row is a link to all activity of the record. */
export const ActivityDetails = ({ entry }: { entry: ActivityEntry }) => (
  <div className="grid gap-1 md:py-1.5">
    <p className="wrap-anywhere max-md:line-clamp-2">
      <RecordLink entry={entry}>{entry.what}</RecordLink>
      {entry.kind === 'refusal' && (
        <Badge tone="amber" className="ml-2 h-6! px-2!">
          Refused
        </Badge>
      )}
    </p>
    {hasChanges(entry) && <Changes entry={entry} />}
  </div>
)

/** A link that covers its row, except where something else in the row can be pressed. */
const RecordLink = ({ entry: { entity, recordId }, children }: { entry: ActivityEntry; children: ReactNode }) =>
  entity && recordId ? (
    <Link to={listPath('/admin/activity', { entity, record: recordId })} className="link-quiet link-cover">
      {children}
    </Link>
  ) : (
    children
  )

const hasChanges = ({ changes = [] }: ActivityEntry) => changes.length > 0

const Changes = ({ entry }: { entry: ActivityEntry }) => (
  <details className="relative z-1 w-fit max-w-full text-small">
    <summary className="min-h-6 cursor-pointer text-muted max-md:truncate pointer-coarse:py-3">
      <span className="md:hidden">
        <ActivityOrigin entry={entry} /> ·{' '}
      </span>
      {entry.changes?.map(({ field }) => fieldLabel(field)).join(', ')}
    </summary>
    <dl className="mt-1 grid gap-2 border-l border-line pl-3">
      {entry.changes?.map(({ field, before, after }) => (
        <div key={field}>
          <dt className="font-[550]">{fieldLabel(field)}</dt>
          <dd className="text-muted wrap-anywhere line-through">{before ?? 'empty'}</dd>
          <dd className="wrap-anywhere">{after ?? 'empty'}</dd>
        </div>
      ))}
    </dl>
  </details>
)

const ActivityOrigin = ({ entry: { by = 'Unknown', at, count } }: { entry: ActivityEntry }) => (
  <>
    {by} · <LocalDateTime iso={at} />
    {count > 1 && ` · ${formatNumber(count)} times`}
  </>
)

const labels: Record<string, string> = {
  imageAlt: 'Alternative text',
  cover: 'Drawn cover',
  publishAt: 'Appears',
  unpublishAt: 'Ends',
  seoTitle: 'Meta title',
  seoDescription: 'Meta description',
  socialImage: 'Social image',
  joinUrl: 'Joining link',
  joinText: 'Joining details',
  trainerIds: 'Trainers',
  remindAt: 'Reminders',
  thankAfter: 'Thanks',
}

/** A field as its form labels it: 'Discounted price' for `discountedPrice`, 'Author' for `authorId`. */
export function fieldLabel(field: string): string {
  const words = field
    .replace(/(?<=.)(Id|Url)$/, '')
    .replaceAll(/(?<=[a-z\d])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return lookup(labels, field) ?? words.charAt(0).toUpperCase() + words.slice(1)
}
