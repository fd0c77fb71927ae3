import { OptionalSelect } from '#admin/fields/small-form.tsx'
import { formatNumber } from '#admin/format.ts'
import type { Column } from '#admin/lists/data-table.tsx'
import { type Status, StatusFilter } from '#admin/lists/filter-buttons.tsx'
import { SearchField } from '#admin/lists/list-frame.tsx'
import { ListRows } from '#admin/lists/list-screen.tsx'
import { usePagedList } from '#admin/lists/list-state.ts'
import { StateMark } from '#admin/lists/record-badges.tsx'
import { RecordLink, recordName } from '#admin/lists/rows.tsx'
import { LocalDate } from '#admin/time.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { type ContentItem, itemKinds, outcomes } from '../ground/transfer.contract.ts'
import type { NoteCount } from './import-losses.admin.tsx'
import { importCall } from './import-parts.admin.tsx'
import { type Counts, kindNames, noteKindNames, outcomeNames, screenOf, type Time } from './import-words.admin.ts'

type Item = ContentItem & { _id: string }

const titleId = 'import-items'

function goToItems() {
  const title = document.getElementById(titleId)
  title?.focus({ preventScroll: true })
  title?.scrollIntoView({ block: 'start' })
}

/** The items of an import, a page at a time. `showNote` shows those with one note, `showFailed` those that failed. */
export function useImportItems(id: string) {
  const list = usePagedList({
    api: `${importCall(id)}/items`,
    rowsOf: ({ items }: { items: ContentItem[] }): Item[] =>
      items.map((item) => ({ ...item, _id: String(item.place) })),
    filters: ['outcome', 'noted', 'kind', 'note', 'subject'],
  })
  const showNote = ({ kind, subject }: NoteCount) => {
    list.change({ outcome: '', noted: '', kind: '', note: kind, subject })
    goToItems()
  }
  const showFailed = () => {
    list.change({ outcome: 'failed', noted: '', kind: '', note: '', subject: '' })
    goToItems()
  }
  return { ...list, showNote, showFailed }
}

type ImportItemsProps = { list: ReturnType<typeof useImportItems>; counts: Counts; time: Time }

export function ImportItems({ list, counts, time }: ImportItemsProps) {
  const { note = '', subject } = list.shown
  const kinds = itemKinds.filter((kind) => counts.some((count) => count.kind === kind && count.count > 0))
  const kind = list.filter('kind')
  return (
    <section aria-labelledby={titleId} className="min-w-0">
      <h2 id={titleId} tabIndex={-1} className="w-fit scroll-mt-20 text-h2">
        Items
        {typeof list.total === 'number' && (
          <span className="ml-2 font-text text-body font-normal text-muted tabular-nums">
            {formatNumber(list.total)}
          </span>
        )}
      </h2>
      <div className="mt-3 mb-4 flex flex-wrap items-center gap-3">
        <SearchField placeholder="Search items..." {...list.search} />
        {kinds.length > 1 && (
          <OptionalSelect
            label="Kind"
            hideLabel
            className="min-w-40 max-sm:flex-1"
            value={kind.value}
            none="All kinds"
            options={kinds.map((one) => [one, kindNames[one].title] as const)}
            onChoose={kind.onChoose}
          />
        )}
        <StatusFilter list={list} label="Result" statuses={statusesOf(time)} />
      </div>
      {note !== '' && (
        <p className="mb-3 flex flex-wrap items-center gap-2 text-small">
          <span className="wrap-anywhere">
            Only items with: {noteKindNames[note as NoteCount['kind']]} <bdi>{subject}</bdi>
          </span>
          <Button variant="secondary" size="small" onClick={() => list.change({ note: '', subject: '' })}>
            Show all items
          </Button>
        </p>
      )}
      <ListRows<Item>
        list={list}
        title="Items"
        what="items"
        columns={columnsOf(time)}
        summary={(item) => (
          <>
            {kindOf(item)}
            {(item.date || item.status === 'draft') && (
              <>
                {' '}
                · <Publication item={item} />
              </>
            )}
          </>
        )}
      />
    </section>
  )
}

const statusesOf = (time: Time): Status[] => [
  { value: '', label: 'All' },
  ...outcomes.map((outcome) => ({
    value: outcome,
    label: outcomeNames[time][outcome],
    rare: true,
    asks: { outcome },
  })),
  { value: 'noted', label: 'Look different', rare: true, asks: { noted: 'true' } },
]

const tones = { new: undefined, changed: 'amber', here: 'plain', leftOut: 'plain', failed: 'red' } as const

const columnsOf = (time: Time): Column<Item>[] => [
  {
    header: 'Title',
    className: 'md:w-full',
    cell: (item) => (
      <>
        <ItemTitle item={item} />
        <ItemDetails item={item} />
      </>
    ),
  },
  { header: 'Kind', className: 'md:whitespace-nowrap', cell: kindOf },
  { header: 'Published', className: 'md:whitespace-nowrap', cell: (item) => <Publication item={item} /> },
  {
    header: 'Result',
    className: 'md:whitespace-nowrap',
    cell: ({ outcome }) => <StateMark label={outcomeNames[time][outcome]} tone={tones[outcome]} />,
  },
]

const kindOf = ({ kind, called }: Item) => called ?? kindNames[kind].one.replace(/^./, (first) => first.toUpperCase())

function Publication({ item: { status, date } }: { item: Item }) {
  if (status === 'draft') return <Badge tone="plain">Draft</Badge>
  if (!date) return null
  return (
    <>
      <LocalDate iso={date} />
      {status === 'scheduled' && ', scheduled'}
    </>
  )
}

function ItemTitle({ item: { title, record } }: { item: Item }) {
  const shown = title.trim() || 'Untitled'
  const to = record && screenOf(record)
  if (to !== undefined) return <RecordLink to={to}>{shown}</RecordLink>
  return (
    <span dir="auto" title={shown} className={recordName}>
      {shown}
    </span>
  )
}

function ItemDetails({ item }: { item: Item }) {
  const { reason, notes, from, to, outcome } = item
  if (!reason && notes.length === 0 && !from && !to) return null
  const summary = reason ?? (notes.length > 0 ? (notes[0]?.sentence ?? '') : (to ?? from ?? ''))
  const more = notes.length - (reason ? 0 : 1)
  // An address is one word, which would leave the line of its marker.
  const breaks = summary.includes(' ') ? 'wrap-anywhere' : 'break-all'
  return (
    <details className="group relative z-1 max-w-full text-small">
      <summary className="min-h-6 cursor-pointer text-muted pointer-coarse:py-3">
        <span dir="auto" className={outcome === 'failed' ? 'text-danger' : undefined}>
          <span className={`${breaks} group-open:hidden`}>{shortened(summary)}</span>
          <span className="not-group-open:hidden">Details</span>
        </span>
        {more > 0 && <span className="whitespace-nowrap group-open:hidden"> +{formatNumber(more)}</span>}
      </summary>
      <div className="mt-1 grid gap-2 border-l border-line pl-3">
        {(reason || notes.length > 0) && (
          <ul className="grid gap-1">
            {[...(reason ? [reason] : []), ...notes.map(({ sentence }) => sentence)].map((sentence, index) => (
              <li key={index} dir="auto" className="wrap-anywhere">
                {sentence}
              </li>
            ))}
          </ul>
        )}
        {(from || to) && (
          <dl className="grid gap-x-3 gap-y-0.5 sm:grid-cols-[auto_minmax(0,1fr)]">
            {from && <Address name="Old address" address={from} />}
            {to && <Address name="New address" address={to} />}
          </dl>
        )}
      </div>
    </details>
  )
}

const longest = 90
const shortened = (text: string) => (text.length > longest ? `${[...text].slice(0, longest).join('')}…` : text)

const Address = ({ name, address }: { name: string; address: string }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="wrap-anywhere">
      <bdi>{address}</bdi>
    </dd>
  </>
)
