import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { adminFetch, adminQuery } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { FormDialog, OptionalSelect, useSmallForm } from '#admin/fields/small-form.tsx'
import { formatCount } from '#admin/format.ts'
import { mostInBulk } from '#contract/lists.ts'
import { may, type Role } from '#contract/roles.ts'
import { type HandOverAnswer, handOverInput, type OwnerChoice } from '../ground/desk.contract.ts'

type Colleague = { _id: string; name: string; active: boolean; role: Role }

/** The colleagues who may own a request. @param but the id of one who is left out */
export function useColleagues(but?: string): Colleague[] {
  const { data = [] } = useQuery(adminQuery<Colleague[]>('/api/users'))
  return data.filter(({ _id, active, role }) => active && may(role, 'writeContacts') && _id !== but)
}

/** The choice that nobody gets the requests, also in calls. */
const nobody = 'none'

type ColleagueSelectProps = Omit<ComponentProps<typeof OptionalSelect>, 'options'> & {
  but: string
  unassigned?: boolean | undefined
}

/** A choice of the colleague who gets the requests of another one. @param props `unassigned` offers that nobody does */
export const ColleagueSelect = ({ but, unassigned, ...select }: ColleagueSelectProps) => (
  <OptionalSelect
    {...select}
    options={[
      ...useColleagues(but).map(({ _id, name }): [string, string] => [_id, name]),
      ...(unassigned ? [[nobody, 'Unassigned'] as const] : []),
    ]}
  />
)

type HandOverDialogProps = { owner: OwnerChoice; onClose: () => void }

/** Gives all open requests of a colleague to another one, or to nobody, with an undo for one who is still here. */
export function HandOverDialog({ owner: { _id: from, name, open, former }, onClose }: HandOverDialogProps) {
  const { act } = useAct({ reload: '/api/contact' })
  const giveBack = (ids: string[]) =>
    act(
      () =>
        adminFetch('/api/contact/bulk', {
          method: 'POST',
          json: { action: 'owner', ownerId: from, records: ids.map((_id) => ({ _id })) },
        }),
      { done: `${formatCount(ids.length, 'request')} assigned to ${name} again` },
    )
  const form = useSmallForm({
    contract: handOverInput,
    defaults: { from, to: '' },
    toInput: ({ to, ...input }: { from: string; to: string }) => ({ ...input, to: to === nobody ? null : to }),
    submit: (json) => adminFetch<HandOverAnswer>('/api/contact/hand-over', { method: 'POST', json }),
    done({ given, ids }) {
      const done = `${formatCount(given, 'request')} reassigned`
      return former || given === 0 || given > mostInBulk ? done : { done, undo: () => giveBack(ids) }
    },
    reload: '/api/contact',
    onDone: onClose,
  })
  return (
    <FormDialog
      title={`Reassign requests of ${name}`}
      description={`All ${formatCount(open, 'open request')} of ${name} get a new owner, who receives one email that lists them.`}
      form={form}
      action="Reassign"
      onClose={onClose}
    >
      <ColleagueSelect
        label="New owner"
        none="Choose a colleague"
        but={from}
        unassigned={!former}
        {...form.field('to')}
        value={form.values.to}
        onChoose={(to) => form.set('to', to)}
      />
    </FormDialog>
  )
}
