import { ListFilter } from 'lucide-react'
import { useState } from 'react'
import { useMedia } from '#admin/hooks.ts'
import { type Status, StatusFilter } from '#admin/lists/filter-buttons.tsx'
import type { usePagedList } from '#admin/lists/list-state.ts'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import type { ContactRequest } from '../ground/contact.contract.ts'
import { OwnerFilter } from './owner-filter.admin.tsx'

/** The parameters of the list for the lead desk. */
export const deskFilters = ['owner', 'waits', 'overdue', 'followUp', 'from', 'to', 'source'] as const
const detailed = ['from', 'to', 'source'] as const

/** The choices of who writes next. Not everyone plans to follow up. */
const turns: Status[] = [
  { value: '', label: 'Answered or not', asks: {} },
  { value: 'waits', label: 'To answer', asks: { waits: 'us' } },
  { value: 'overdue', label: 'Overdue', asks: { overdue: 'true' } },
  { value: 'followUp', label: 'Follow up', asks: { followUp: 'due' }, rare: true },
]

/**
 * The second row of filters. In a narrow window a button opens it, as it opens the days and the source everywhere.
 * @param list of all states: the counts are of all too
 */
export function DeskFilters({ list }: { list: ReturnType<typeof usePagedList<ContactRequest>> }) {
  const { shown } = list
  const wide = useMedia('(min-width: 40rem)')
  const used = (names: readonly string[]) => names.filter((name) => shown[name]).length
  const [open, setOpen] = useState(used(detailed) > 0)
  const folded = used(wide ? detailed : deskFilters)
  const toggle = (
    <Button
      variant="quiet"
      size="small"
      className="px-2.5! pointer-coarse:h-11"
      aria-expanded={open}
      onClick={() => setOpen(!open)}
    >
      <ListFilter aria-hidden="true" className="size-4" />
      {wide ? 'Days and source' : 'Filter'}
      {folded > 0 && <span className="tabular-nums">{folded}</span>}
    </Button>
  )
  return (
    <div className="flex min-w-0 basis-full flex-wrap items-center gap-3">
      {!wide && <div className="basis-full">{toggle}</div>}
      {(wide || open) && (
        <>
          <OwnerFilter {...list.filter('owner')} />
          <StatusFilter label="Answer" list={list} statuses={turns} />
        </>
      )}
      {wide && toggle}
      {open && (
        <div className="grid min-w-0 basis-full grid-cols-2 gap-3 max-[24rem]:grid-cols-1 sm:flex sm:items-end">
          <TextInput
            label="From"
            type="date"
            value={shown['from'] ?? ''}
            max={shown['to']}
            onChange={({ target }) => list.filter('from').onChoose(target.value)}
          />
          <TextInput
            label="To"
            type="date"
            value={shown['to'] ?? ''}
            min={shown['from']}
            onChange={({ target }) => list.filter('to').onChoose(target.value)}
          />
          <SourceField key={shown['source']} {...list.filter('source')} />
        </div>
      )}
    </div>
  )
}

/** Searches when the field is left, or with Enter: each change would be a new entry in the history. */
function SourceField({ value, onChoose }: { value: string; onChoose: (value: string) => void }) {
  const [typed, setTyped] = useState(value)
  const choose = () => typed.trim() !== value && onChoose(typed.trim())
  return (
    <TextInput
      label="Source"
      type="search"
      placeholder="A page, site or campaign"
      className="col-span-full sm:w-64"
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={choose}
      onKeyDown={({ key }) => key === 'Enter' && choose()}
    />
  )
}
