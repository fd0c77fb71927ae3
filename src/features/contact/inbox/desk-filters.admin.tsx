import { useQuery } from '@tanstack/react-query'
import { ArrowRightLeft, ListFilter } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { adminFetch, adminQuery } from '#admin/api/admin-calls.ts'
import { FormDialog, OptionalSelect, useSmallForm } from '#admin/fields/small-form.tsx'
import { formatCount } from '#admin/format.ts'
import { useMedia } from '#admin/hooks.ts'
import { FilterButtons, type Status, StatusFilter } from '#admin/lists/filter-buttons.tsx'
import type { usePagedList } from '#admin/lists/list-state.ts'
import { useReadOnly } from '#admin/session/use-auth.ts'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import type { ContactRequest } from '../ground/contact.contract.ts'
import { handOverInput, type OwnerChoice } from '../ground/desk.contract.ts'
import { ColleagueSelect } from './colleagues.shared.admin.tsx'

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
          <DayField label="From" max={shown['to']} {...list.filter('from')} />
          <DayField label="To" min={shown['from']} {...list.filter('to')} />
          <SourceField key={shown['source']} {...list.filter('source')} />
        </div>
      )}
    </div>
  )
}

type FilterProps = { value: string; onChoose: (value: string) => void }

const DayField = ({
  onChoose,
  ...input
}: FilterProps & { label: string } & Pick<ComponentProps<'input'>, 'min' | 'max'>) => (
  <TextInput {...input} type="date" onChange={({ target }) => onChoose(target.value)} />
)

/** Searches when the field is left, or with Enter: each change would be a new entry in the history. */
function SourceField({ value, onChoose }: FilterProps) {
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

const shortcuts = [
  { value: '', label: 'Everyone’s' },
  { value: 'me', label: 'Mine' },
  { value: 'none', label: 'Nobody’s' },
]

/** Whose requests the list shows. Those of one person can be handed over. */
function OwnerFilter({ value, onChoose }: FilterProps) {
  const { data: owners = [] } = useQuery(adminQuery<OwnerChoice[]>('/api/contact/owners'))
  const readOnly = useReadOnly()
  const chosen = owners.find(({ _id }) => _id === value)
  return (
    <>
      <FilterButtons label="Owner" options={shortcuts} value={value} onChoose={onChoose} />
      {(owners.length > 1 || chosen) && (
        <OptionalSelect
          label="Requests of"
          hideLabel
          className="w-44"
          none="A colleague’s"
          options={owners.map(({ _id, name, former }) => [_id, former ? `${name} (left)` : name])}
          value={chosen ? value : ''}
          onChoose={onChoose}
        />
      )}
      {chosen && chosen.open > 0 && !readOnly && <HandOver key={chosen._id} owner={chosen} />}
    </>
  )
}

function HandOver({ owner: { _id: from, name, open } }: { owner: OwnerChoice }) {
  const [asking, setAsking] = useState(false)
  const close = () => {
    setAsking(false)
    form.reset()
  }
  const form = useSmallForm({
    contract: handOverInput,
    defaults: { from, to: '' },
    submit: (json) => adminFetch<{ given: number }>('/api/contact/hand-over', { method: 'POST', json }),
    done: ({ given }) => `${formatCount(given, 'request')} handed over`,
    reload: '/api/contact',
    onDone: close,
  })
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setAsking(true)}>
        <ArrowRightLeft aria-hidden="true" className="size-4" />
        Hand over {open}…
      </Button>
      <FormDialog
        open={asking}
        title={`Hand over the requests of ${name}`}
        description={`${formatCount(open, 'open request')} will change hands, whatever the other filters show. The new owner gets one email that lists them.`}
        form={form}
        action="Hand over"
        onClose={close}
      >
        <ColleagueSelect
          label="Give them to"
          none="Choose a colleague"
          but={from}
          {...form.field('to')}
          value={form.values.to}
          onChoose={(to) => form.set('to', to)}
        />
      </FormDialog>
    </>
  )
}
