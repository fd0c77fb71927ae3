import { useQuery } from '@tanstack/react-query'
import { ArrowRightLeft, ListFilter } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { adminQuery } from '#admin/api/admin-calls.ts'
import { OptionalSelect } from '#admin/fields/small-form.tsx'
import type { usePagedList } from '#admin/lists/list-state.ts'
import { useReadOnly } from '#admin/session/use-auth.ts'
import { Button } from '#ui/button.tsx'
import { Select, TextInput } from '#ui/field.tsx'
import type { ContactRequest } from '../ground/contact.contract.ts'
import type { DeskFigures, OwnerChoice } from '../ground/desk.contract.ts'
import { HandOverDialog } from './colleagues.shared.admin.tsx'

export const deskFilters = ['owner', 'turn', 'overdue', 'followUp', 'from', 'to', 'source'] as const
/** The filters behind the button. A view can have an owner of its own. */
const detailed = ['owner', 'from', 'to', 'source'] as const
const ofViews = ['owner', 'turn', 'overdue', 'followUp'] as const

type View = { label: string; asks: Partial<Record<(typeof ofViews)[number], string>>; count?: keyof DeskFigures }

/** The views of the list. */
const views: Record<string, View> = {
  '': { label: 'All', asks: {} },
  mine: { label: 'Mine', asks: { owner: 'me' } },
  unassigned: { label: 'Unassigned', asks: { owner: 'none' } },
  reply: { label: 'Needs reply', asks: { turn: 'us' }, count: 'waiting' },
  customer: { label: 'Waiting for customer', asks: { turn: 'them' } },
  overdue: { label: 'Overdue', asks: { overdue: 'true' }, count: 'overdue' },
  followUp: { label: 'Follow-up due', asks: { followUp: 'due' }, count: 'followUps' },
}

/** The view whose filters are set: of several, the last one. */
const viewOf = (shown: Record<string, string>): string =>
  Object.keys(views).findLast((name) =>
    Object.entries(views[name]?.asks ?? {}).every(([filter, value]) => shown[filter] === value),
  ) ?? ''

/** The view, and a button that opens the other filters. */
export function DeskFilters({ list }: { list: ReturnType<typeof usePagedList<ContactRequest>> }) {
  const { shown, change } = list
  const view = viewOf(shown)
  const used = detailed.filter((name) => shown[name] && shown[name] !== views[view]?.asks.owner).length
  const [open, setOpen] = useState(used > 0)
  const { data: figures } = useQuery(adminQuery<DeskFigures>('/api/contact/figures'))
  const labelOf = ({ label, count }: View) => {
    const number = count && figures?.[count]
    return number ? `${label} (${number})` : label
  }
  const choose = (name: string) => {
    const { asks = {} } = views[name] ?? {}
    // Only pending requests wait for anybody.
    const status = Object.keys(asks).some((filter) => filter !== 'owner') && { status: '' }
    change({ ...Object.fromEntries(ofViews.map((filter) => [filter, ''])), ...asks, ...status })
  }
  return (
    <>
      <Select
        label="View"
        hideLabel
        // The label is inside, since the first view has the name of the first status.
        className="relative w-60 before:absolute before:top-1/2 before:left-3.5 before:z-1 before:-translate-y-1/2 before:text-muted before:content-['View:'] max-sm:flex-1 [&_select]:pl-14"
        value={view}
        onChange={({ target }) => choose(target.value)}
      >
        {Object.entries(views).map(([name, one]) => (
          <option key={name} value={name}>
            {labelOf(one)}
          </option>
        ))}
      </Select>
      <Button
        variant="quiet"
        size="small"
        className="px-2.5! pointer-coarse:h-11"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <ListFilter aria-hidden="true" className="size-4" />
        Filters
        {used > 0 && <span className="tabular-nums">{used}</span>}
      </Button>
      {open && (
        <div className="grid min-w-0 basis-full grid-cols-2 gap-3 max-[24rem]:grid-cols-1 sm:flex sm:flex-wrap sm:items-end">
          <OwnerFilter {...list.filter('owner')} />
          <DayField label="From" max={shown['to']} {...list.filter('from')} />
          <DayField label="To" min={shown['from']} {...list.filter('to')} />
          <SourceField key={shown['source']} {...list.filter('source')} />
        </div>
      )}
    </>
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

/** Whose requests the list shows. Those of one person can be handed over. */
function OwnerFilter({ value, onChoose }: FilterProps) {
  const { data: owners = [] } = useQuery(adminQuery<OwnerChoice[]>('/api/contact/owners'))
  const readOnly = useReadOnly()
  const chosen = owners.find(({ _id }) => _id === value)
  return (
    <>
      <OptionalSelect
        label="Owner"
        className="col-span-full sm:w-52"
        none="Anyone"
        options={[
          ['me', 'Me'],
          ['none', 'Unassigned'],
          ...owners.map(({ _id, name, former }): [string, string] => [_id, former ? `Former: ${name}` : name]),
        ]}
        value={value}
        onChoose={onChoose}
      />
      {chosen && chosen.open > 0 && !readOnly && <HandOver key={chosen._id} owner={chosen} />}
    </>
  )
}

function HandOver({ owner }: { owner: OwnerChoice }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setAsking(true)}>
        <ArrowRightLeft aria-hidden="true" className="size-4" />
        Reassign {owner.open}…
      </Button>
      {asking && <HandOverDialog owner={owner} onClose={() => setAsking(false)} />}
    </>
  )
}
