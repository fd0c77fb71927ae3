import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { adminQuery } from '#admin/api/queries.ts'
import { Dialog } from '#admin/dialogs/dialog.tsx'
import { createStore, useStore } from '#admin/hooks.ts'
import { may, type Role } from '#contract/roles.ts'
import { Button } from '#ui/button.tsx'
import { Select, TextInput } from '#ui/field.tsx'
import type { ContactRequest, DeskChange } from '../contact.contract.ts'

type Colleague = { _id: string; name: string; active: boolean; role: Role }

/** The colleagues who may own a request. */
function useColleagues(): Colleague[] {
  const { data = [] } = useQuery(adminQuery<Colleague[]>('/api/users'))
  return data.filter(({ active, role }) => active && may(role, 'writeContacts'))
}

type Question = {
  rows: Pick<ContactRequest, 'subject' | 'owner' | 'followUpOn'>[]
  /** Only one of the fields, for many requests. */
  only?: keyof DeskChange
  answer: (change: DeskChange | undefined) => void
}

const asked = createStore<Question | null>(null)

/** Asks for the owner of requests and the day to follow up. @returns the change, or undefined when the person gives up */
export const askForDesk = (rows: Question['rows'], only?: keyof DeskChange): Promise<DeskChange | undefined> =>
  new Promise((resolve) => {
    const answer = (change: DeskChange | undefined) => {
      asked.set(null)
      resolve(change)
    }
    asked.set({ rows, ...(only && { only }), answer })
  })

/** Renders the dialog of `askForDesk`. A screen has one of it. */
export function DeskDialogHost() {
  const question = useStore(asked)
  if (!question) return null
  const { rows, only, answer } = question
  const title = only === 'ownerId' ? 'Owner' : only === 'followUpOn' ? 'Follow-up' : 'Owner and follow-up'
  const subject = rows.length === 1 ? rows[0]?.subject : `${rows.length} requests`
  return (
    <Dialog open onClose={() => answer(undefined)} title={title} description={subject}>
      <DeskForm {...question} />
    </Dialog>
  )
}

/** The value that all rows have. */
const shared = (values: (string | undefined)[]) => (new Set(values).size === 1 ? (values[0] ?? '') : '')

function DeskForm({ rows, only, answer }: Question) {
  const colleagues = useColleagues()
  const [ownerId, setOwner] = useState(() => shared(rows.map(({ owner }) => owner?._id)))
  const [followUpOn, setDay] = useState(() => shared(rows.map((row) => row.followUpOn)))
  const save = (event: FormEvent) => {
    event.preventDefault()
    answer({
      ...(only !== 'followUpOn' && { ownerId: ownerId || null }),
      ...(only !== 'ownerId' && { followUpOn: followUpOn || null }),
    })
  }
  const names = new Map(colleagues.map(({ _id, name }) => [_id, name]))
  // A colleague who may no longer answer requests stays their owner until someone changes it.
  for (const { owner } of rows) if (owner && owner._id === ownerId) names.set(owner._id, owner.name)
  return (
    <form onSubmit={save} className="grid gap-4">
      {only !== 'followUpOn' && (
        <Select label="Owner" value={ownerId} onChange={({ target }) => setOwner(target.value)}>
          <option value="">Nobody</option>
          {[...names].map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
      {only !== 'ownerId' && (
        <TextInput
          label="Follow up on"
          hint="If empty, there is no reminder."
          type="date"
          value={followUpOn}
          onChange={({ target }) => setDay(target.value)}
        />
      )}
      <div className="flex justify-end gap-2">
        <Button variant="quiet" size="small" onClick={() => answer(undefined)}>
          Cancel
        </Button>
        <Button type="submit" size="small">
          Save
        </Button>
      </div>
    </form>
  )
}
