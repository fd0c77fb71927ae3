import { Link } from '#ui/link.tsx'
import { listPath } from '#web/api-query.ts'
import type { ActivityEntry } from './activity.contract.ts'

/** The act, its record, and the values before and after. */
export const ActivityDetails = ({ entry }: { entry: ActivityEntry }) => (
  <div className="grid gap-1 py-1.5">
    <p className="wrap-anywhere">
      <span className="font-[550]">{entry.what}</span>
      {entry.recordName && `: ${entry.recordName}`}
    </p>
    {entry.changes && entry.changes.length > 0 && <Changes changes={entry.changes} />}
    {entry.entity && entry.recordId && (
      <Link
        to={listPath('/admin/activity', { entity: entry.entity, record: entry.recordId })}
        className="inline-flex min-h-6 w-fit pointer-coarse:min-h-11 items-center text-small text-primary underline-offset-4 hover:underline"
      >
        All activity of this record
      </Link>
    )}
  </div>
)

const Changes = ({ changes }: { changes: NonNullable<ActivityEntry['changes']> }) => (
  <details className="text-small">
    <summary className="min-h-6 cursor-pointer text-muted pointer-coarse:py-3">
      {changes.map(({ field }) => fieldLabel(field)).join(', ')}
    </summary>
    <dl className="mt-1 grid gap-2 border-l border-line pl-3">
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt className="font-[550]">{fieldLabel(field)}</dt>
          <dd className="text-muted wrap-anywhere line-through">{before ?? 'empty'}</dd>
          <dd className="wrap-anywhere">{after ?? 'empty'}</dd>
        </div>
      ))}
    </dl>
  </details>
)

/** Labels of the forms that a column's name does not give. */
const labels: Record<string, string> = {
  imageAlt: 'Alternative text',
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
  return labels[field] ?? words.charAt(0).toUpperCase() + words.slice(1)
}
