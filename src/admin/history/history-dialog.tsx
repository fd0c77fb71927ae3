import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { Dialog } from '#admin/dialogs/dialog.tsx'
import { fieldLabels } from '#admin/fields/fields.ts'
import { Day, eventsOf, type ReviewEvent, reviewLooks } from '#admin/reviews/review-words.tsx'
import type { ReviewedRecord } from '#admin/reviews/reviewed-record.ts'
import { reviewsQuery } from '#admin/session/second-person.tsx'
import { useReadOnly } from '#admin/session/use-auth.ts'
import { LocalDateTime } from '#admin/time.tsx'
import type { RevisionList, RevisionSummary } from '#contract/revisions.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Spinner } from '#ui/spinner.tsx'
import { RevisionComparison, type RevisionComparisonProps } from './revision-comparison.tsx'

type HistoryDialogProps<Values extends object> = Omit<RevisionComparisonProps<Values>, 'revision'> & {
  /** The record, if it can be reviewed. */
  reviewed: ReviewedRecord | undefined
  /** The number of the version that is chosen at first. */
  compared?: number | undefined
  onClose: () => void
}

export default function HistoryDialog<Values extends object>({
  path,
  reviewed,
  compared,
  fields,
  values,
  onTake,
  onClose,
}: HistoryDialogProps<Values>) {
  const [chosen, setChosen] = useState<Pick<RevisionSummary, 'version'> | null>(
    compared === undefined ? null : { version: compared },
  )
  const readOnly = useReadOnly()
  return (
    <Dialog
      open
      wide
      grows
      title={compared === undefined ? 'History' : 'Compare versions'}
      description={
        readOnly ? 'Earlier versions of this record.' : 'Restoring fills the form. Nothing changes until you save.'
      }
      onClose={onClose}
    >
      <div className="grid gap-6 md:grid-cols-[19rem_minmax(0,1fr)]">
        <div
          className={classNames('md:sticky md:top-0 md:max-h-[70dvh] md:overflow-y-auto', chosen && 'max-md:hidden')}
        >
          <RevisionEntries
            path={path}
            reviewed={reviewed}
            fields={fields}
            chosen={chosen?.version}
            onChoose={setChosen}
          />
        </div>
        {chosen ? (
          <div className="min-w-0">
            <Button variant="quiet" size="small" className="mb-3 -ml-3.5 md:hidden" onClick={() => setChosen(null)}>
              <ArrowLeft aria-hidden="true" className="size-4" />
              All versions
            </Button>
            <RevisionComparison
              key={chosen.version}
              path={path}
              revision={chosen}
              fields={fields}
              values={values}
              onTake={(taken) => {
                onTake(taken)
                onClose()
              }}
            />
          </div>
        ) : (
          <p className="self-center text-center text-muted max-md:hidden">
            Select a version to compare it with the form.
          </p>
        )}
      </div>
    </Dialog>
  )
}

type RevisionEntriesProps<Values extends object> = Pick<HistoryDialogProps<Values>, 'path' | 'reviewed' | 'fields'> & {
  chosen: number | undefined
  onChoose: (revision: RevisionSummary) => void
}

function RevisionEntries<Values extends object>({
  path,
  reviewed,
  fields,
  chosen,
  onChoose,
}: RevisionEntriesProps<Values>) {
  const reviews = useQuery(reviewsQuery(reviewed))
  const query = useInfiniteQuery({
    queryKey: ['admin', path, 'revisions'],
    queryFn: ({ pageParam, signal }) =>
      adminFetch<RevisionList>(`${path}/revisions${pageParam ? `?before=${pageParam}` : ''}`, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ revisions, more }) => (more ? revisions.at(-1)?.version : undefined),
    gcTime: 0,
  })
  if (query.isPending) return <Spinner />
  if (query.isError) return <p className="text-danger">The history could not be loaded.</p>
  const revisions = query.data.pages.flatMap(({ revisions }) => revisions)
  if (revisions.length === 0)
    return <p className="text-muted">No versions yet. Your next save creates the first one.</p>
  const labels = new Map<string, string>(fieldLabels(fields).map(({ name, label }) => [name, label]))
  const newest = revisions.find(({ kind }) => kind !== 'copy')
  const oldest = (query.hasNextPage && revisions.at(-1)?.at) || ''
  const events = eventsOf(reviews.data?.reviews ?? []).filter(({ at }) => at >= oldest)
  const entries = [...revisions, ...events].toSorted((one, other) => other.at.localeCompare(one.at))
  return (
    <>
      <ol aria-label="Versions" className="grid gap-0.5">
        {entries.map((entry) =>
          'text' in entry ? (
            <EventEntry key={entry.key} event={entry} />
          ) : (
            <li key={entry.version}>
              <button
                type="button"
                aria-current={entry.version === chosen || undefined}
                onClick={() => onChoose(entry)}
                className={classNames(
                  'grid min-h-11 w-full gap-0.5 rounded-control px-3 py-2 text-left hover:bg-primary-soft',
                  entry.version === chosen && 'bg-primary-soft',
                )}
              >
                <span className="flex flex-wrap items-center justify-between gap-x-2">
                  <span className="font-[560]">
                    <LocalDateTime iso={entry.at} />
                  </span>
                  <State revision={entry} isNow={entry === newest} />
                </span>
                <span className="text-small text-muted">
                  {[entry.by, whatChanged(entry, labels)].filter(Boolean).join(' · ')}
                </span>
              </button>
            </li>
          ),
        )}
      </ol>
      {query.hasNextPage && (
        <Button
          variant="secondary"
          size="small"
          className="mt-3"
          busy={query.isFetchingNextPage}
          onClick={() => query.fetchNextPage()}
        >
          Older versions
        </Button>
      )}
    </>
  )
}

/** An event of a review. It is no version, so nothing can be restored. */
function EventEntry({ event: { at, state, text } }: { event: ReviewEvent }) {
  const { icon: Icon, look } = reviewLooks[state]
  return (
    <li className="flex items-baseline gap-2 px-3 py-1.5 text-small text-muted">
      <Icon aria-hidden="true" className={classNames('size-3.5 shrink-0 translate-y-0.5', look)} />
      <span className="min-w-0 flex-1">{text}</span>
      <Day iso={at} />
    </li>
  )
}

function State({ revision: { live, kind }, isNow }: { revision: RevisionSummary; isNow: boolean }) {
  const isCopy = kind === 'copy'
  if (!isCopy && !live && !isNow) return null
  return (
    <Badge tone={isCopy ? 'amber' : live ? 'green' : 'plain'} className="h-5.5! px-1.5!">
      {isCopy ? 'Saved as draft' : live ? (isNow ? 'Live' : 'Was live') : 'Current'}
    </Badge>
  )
}

const kinds = { publish: 'published', unpublish: 'unpublished', found: 'before the first change', save: '', copy: '' }

/** The changed fields by their names in the form; fields that no form shows are left out. */
function whatChanged({ version, kind, changed, alone }: RevisionSummary, labels: Map<string, string>): string {
  const names = [...labels].flatMap(([name, label]) => (changed.includes(name) ? [label] : []))
  if (kind === 'found') return kinds.found
  if (version === 1 && !alone) return 'created'
  const act = alone ? 'published without a second person' : kinds[kind]
  return [act, names.join(', ')].filter(Boolean).join(': ') || 'other details'
}
