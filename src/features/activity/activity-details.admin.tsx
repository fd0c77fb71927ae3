import type { ReactNode } from 'react'
import { formatNumber } from '#admin/format.ts'
import { LocalDateTime } from '#admin/lists/date-time.tsx'
import { lookup } from '#contract/lookup.ts'
import { Badge } from '#ui/badge.tsx'
import { Link } from '#ui/link.tsx'
import { listPath } from '#web/api-query.ts'
import type { ActivityEntry } from './activity.contract.ts'

/** The act, its record, and the values before and after. The row is a link to all activity of the record. */
export const ActivityDetails = ({ entry }: { entry: ActivityEntry }) => (
  <div className="grid gap-1 md:py-1.5">
    <p className="wrap-anywhere max-md:line-clamp-1">
      <RecordLink entry={entry}>
        <span className="font-[550]">{entry.what}</span>
        {entry.recordName && `: ${entry.recordName}`}
      </RecordLink>
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

export const hasChanges = ({ changes = [] }: ActivityEntry) => changes.length > 0

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

/** Who did it and when, in one line. */
export const ActivityOrigin = ({ entry: { by = 'Unknown', at, count } }: { entry: ActivityEntry }) => (
  <>
    {by} · <LocalDateTime iso={at} />
    {count > 1 && ` · ${formatNumber(count)} times`}
  </>
)

/** Labels of the forms that a column's name does not give. */
const labels: Record<string, string> = {
  imageAlt: 'Alternative text',
  cover: 'Drawn cover',
  publishAt: 'Appears',
  unpublishAt: 'Ends',
  seoTitle: 'Search title',
  seoDescription: 'Search description',
  socialImage: 'Preview picture',
}

/** A field as its form labels it: 'Discounted price' for `discountedPrice`, 'Author' for `authorId`. */
export function fieldLabel(field: string): string {
  const words = field
    .replace(/(?<=.)(Id|Url)$/, '')
    .replaceAll(/(?<=[a-z\d])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return lookup(labels, field) ?? words.charAt(0).toUpperCase() + words.slice(1)
}
