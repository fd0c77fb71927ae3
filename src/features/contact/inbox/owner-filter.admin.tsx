import { useQuery } from '@tanstack/react-query'
import { ArrowRightLeft } from 'lucide-react'
import { useState } from 'react'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { adminQuery } from '#admin/api/queries.ts'
import { OptionalSelect } from '#admin/fields/optional-select.tsx'
import { FormDialog } from '#admin/fields/small-form.tsx'
import { useSmallForm } from '#admin/fields/use-small-form.ts'
import { formatCount } from '#admin/format.ts'
import { FilterButtons } from '#admin/lists/filter-buttons.tsx'
import { useReadOnly } from '#admin/session/permissions.ts'
import { Button } from '#ui/button.tsx'
import { handOverInput, type OwnerChoice } from '../ground/desk.contract.ts'
import { ColleagueSelect } from './colleagues.shared.admin.tsx'

const shortcuts = [
  { value: '', label: 'Everyone’s' },
  { value: 'me', label: 'Mine' },
  { value: 'none', label: 'Nobody’s' },
]

type OwnerFilterProps = { value: string; onChoose: (owner: string) => void }

/** Whose requests the list shows. Those of one person can be handed over. */
export function OwnerFilter({ value, onChoose }: OwnerFilterProps) {
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

function HandOver({ owner }: { owner: OwnerChoice }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setAsking(true)}>
        <ArrowRightLeft aria-hidden="true" className="size-4" />
        Hand over {owner.open}…
      </Button>
      {asking && <HandOverDialog owner={owner} onClose={() => setAsking(false)} />}
    </>
  )
}

function HandOverDialog({ owner: { _id: from, name, open }, onClose }: { owner: OwnerChoice; onClose: () => void }) {
  const form = useSmallForm({
    contract: handOverInput,
    defaults: { from, to: '' },
    submit: (json) => adminFetch<{ given: number }>('/api/contact/hand-over', { method: 'POST', json }),
    done: ({ given }) => `${formatCount(given, 'request')} handed over`,
    reload: '/api/contact',
    onDone: onClose,
  })
  return (
    <FormDialog
      title={`Hand over the requests of ${name}`}
      description={`${formatCount(open, 'open request')} will change hands, whatever the other filters show. The new owner gets one email that lists them.`}
      form={form}
      action="Hand over"
      onClose={onClose}
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
  )
}
