import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { adminQuery } from '#admin/api/admin-calls.ts'
import { FilterButtons } from '#admin/lists/filter-buttons.tsx'
import { ListBody, ListFrame } from '#admin/lists/list-frame.tsx'
import { useMay } from '#admin/session/use-auth.ts'
import { formatDayOfYear } from '#admin/time.tsx'
import { formatDate } from '#ui/date.tsx'
import { TextInput } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { EmptyState } from '#ui/states.tsx'
import { listPath } from '#web/api-query.ts'
import { type Analytics, countingFacts } from './analytics.contract.ts'
import { type AnalyticsState, type Filter, filterNames, useAnalyticsState } from './analytics-state.admin.ts'
import { Tables } from './analytics-tables.admin.tsx'
import { broughtLine, earliestDay, hasBefore, pageName, ranges } from './analytics-words.shared.admin.ts'
import { Overview } from './overview.admin.tsx'

/** Shows which pages and sources brought enquiries: one range compared with that before, filtered by a page, a source or a campaign. */
export default function AnalyticsScreen() {
  const state = useAnalyticsState()
  const { from, to, filters, tile } = state
  const asked = { from, to, ...filters, sort: tile.value }
  const query = useQuery({
    ...adminQuery<Analytics>(listPath('/api/analytics', asked)),
    placeholderData: keepPreviousData,
  })
  const { before, first } = query.data ?? {}
  const isKnown = query.data !== undefined && hasBefore(query.data)
  return (
    <ListFrame
      title="Analytics"
      intro={
        <>
          {spanOf(from, to)}
          {before && isKnown && `, compared with ${spanOf(before.from, before.to)}`}
          {first !== undefined &&
            !isKnown &&
            `. Counted since ${formatDate(first)}, so there is no previous period yet.`}
        </>
      }
      filters={<Filters state={state} figures={query.data} />}
    >
      <ListBody query={query} failure="Failed to fetch analytics" empty={() => null}>
        {(figures) => (
          <div aria-busy={query.isPlaceholderData} className="grid gap-8">
            <NotCounting {...figures} />
            {figures.first !== undefined && (
              <>
                <p className="text-pretty font-[530] tabular-nums empty:hidden">{broughtLine(figures, filters)}</p>
                <Overview figures={figures} asked={asked} state={state} />
                <Tables figures={figures} asked={asked} state={state} />
              </>
            )}
            <Facts />
          </div>
        )}
      </ListBody>
    </ListFrame>
  )
}

/** '25 Oct to 23 Nov 2026'. */
const spanOf = (from: string, to: string) =>
  from === to
    ? formatDate(to)
    : `${from.slice(0, 4) === to.slice(0, 4) ? formatDayOfYear(from) : formatDate(from)} to ${formatDate(to)}`

function Filters({ state, figures }: { state: AnalyticsState; figures: Analytics | undefined }) {
  const { range, from, to, filters, change } = state
  const nameOf = (filter: Filter) => {
    const value = filters[filter]
    if (filter === 'page') return pageName(figures?.pages?.find(({ path }) => path === value) ?? { path: value })
    const newsletter = filter === 'campaign' && figures?.newsletters?.find(({ code }) => code === value)
    return newsletter ? newsletter.subject : value
  }
  return (
    <>
      <FilterButtons
        label="Range"
        options={[...ranges, { value: 'own', label: 'Custom' }]}
        value={range}
        onChoose={(value) => change({ range: value, ...(value === 'own' ? { from, to } : { from: '', to: '' }) })}
      />
      {range === 'own' && (
        <div className="flex flex-wrap items-center gap-2">
          <DayInput label="From" name="from" state={state} />
          <span className="text-small text-muted">to</span>
          <DayInput label="To" name="to" state={state} />
        </div>
      )}
      {filterNames
        .filter((filter) => filters[filter] !== '')
        .map((filter) => (
          <button
            key={filter}
            type="button"
            title="Remove this filter"
            onClick={() => {
              change({ [filter]: '' })
              // The focus would be lost with the button.
              document.getElementById('main')?.focus()
            }}
            className="inline-flex h-9 max-w-full min-w-0 items-center gap-2 rounded-control bg-primary-soft px-3 text-small text-primary-strong hover:bg-sunken"
          >
            <span className="truncate">
              <span className="font-[560]">
                {filter === 'page' ? 'Page' : filter === 'source' ? 'Source' : 'Campaign'}:
              </span>{' '}
              {nameOf(filter)}
            </span>
            <X aria-hidden="true" className="size-4 shrink-0" />
            <span className="sr-only">Remove this filter</span>
          </button>
        ))}
    </>
  )
}

type DayInputProps = { label: string; name: 'from' | 'to'; state: AnalyticsState }

/** A day of the own range. A date that is being typed is none yet, and changes nothing. */
const DayInput = ({ label, name, state: { typed, today, change } }: DayInputProps) => (
  <TextInput
    label={label}
    hideLabel
    type="date"
    value={typed[name]}
    min={earliestDay(today)}
    max={today}
    onChange={({ target }) => target.value && change({ [name]: target.value }, { replace: true })}
  />
)

/** Instead of figures, or above those of the time when the site counted. */
function NotCounting({ off, first }: Analytics) {
  const mayWrite = useMay('writeSite')
  const settings = mayWrite && (
    <Link to="/admin/settings/counting" className="link">
      {off ? 'Turn it on in Settings' : 'Analytics settings'}
    </Link>
  )
  if (first !== undefined)
    return off ? (
      <p role="status" className="rounded-control bg-accent-soft px-3 py-2 text-small text-accent-ink">
        Analytics is off. {settings}
      </p>
    ) : null
  return (
    <EmptyState title={off ? 'Analytics is off' : 'No visits yet'}>
      {!off && <p>The first visit appears here a few seconds after somebody opens a page.</p>}
      {settings && <p className="mt-2">{settings}</p>}
    </EmptyState>
  )
}

/** The facts in the shipped privacy text, behind one link. */
const Facts = () => (
  <details className="border-t border-line pt-4 text-small">
    <summary className="link w-fit cursor-pointer">How we measure</summary>
    <div className="mt-3 grid gap-x-10 gap-y-4 text-muted md:grid-cols-2">
      <FactList title="Included" facts={countingFacts.counted} />
      <FactList title="Left out" facts={countingFacts.notCounted} />
      <p className="max-w-measure">{countingFacts.sourceNotKnown}</p>
      <p className="max-w-measure">{countingFacts.lawyer}</p>
    </div>
  </details>
)

const FactList = ({ title, facts }: { title: string; facts: string[] }) => (
  <div>
    <h2 className="text-h3 text-ink">{title}</h2>
    <ul className="mt-1 grid max-w-measure list-disc gap-1 pl-4">
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  </div>
)
