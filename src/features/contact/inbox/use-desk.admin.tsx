import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type * as z from 'zod/mini'
import { adminFetch, conflictIn } from '#admin/api/admin-calls.ts'
import { invalidateAdmin } from '#admin/api/queries.ts'
import { confirm } from '#admin/dialogs/confirm.tsx'
import { Dialog } from '#admin/dialogs/dialog.tsx'
import { offerUndo } from '#admin/dialogs/undo.tsx'
import { OptionalSelect } from '#admin/fields/optional-select.tsx'
import { FormButtons } from '#admin/fields/small-form.tsx'
import { createStore, useStore } from '#admin/hooks.ts'
import { TextInput } from '#ui/field.tsx'
import { notify } from '#ui/toasts.ts'
import type { ContactRequest, deskChange } from '../ground/contact.contract.ts'
import { useColleagues } from './colleagues.shared.admin.tsx'

type DeskChange = z.input<typeof deskChange>

const valuesOf = ({ owner, followUpOn }: ContactRequest): DeskChange => ({
  ownerId: owner?._id ?? null,
  followUpOn: followUpOn ?? null,
})

const described = ({ owner, followUpOn }: ContactRequest) =>
  [owner ? `Its owner is ${owner.name}` : 'It has no owner', followUpOn && `to follow up on ${followUpOn}`]
    .filter(Boolean)
    .join(', ')

/** Asks for the owner of a request and its day to follow up, stores them, and offers to undo it. */
export function useDeskChange(request: ContactRequest) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)

  const send = (change: DeskChange, version: number | undefined) =>
    adminFetch<ContactRequest>(`/api/contact/${request._id}/desk`, {
      method: 'PATCH',
      json: change,
      ifMatch: version,
    })

  /** @returns undefined when it failed, or the person has left it as a colleague has changed it */
  async function store(change: DeskChange, version: number | undefined): Promise<ContactRequest | undefined> {
    try {
      return await send(change, version)
    } catch (error) {
      const conflict = conflictIn<ContactRequest>(error)
      if (!conflict) throw error
      const { changedBy, current } = conflict
      const anyway = await confirm({
        question: `${changedBy} has changed this in the meantime.`,
        detail: `${described(current)}. Save yours anyway?`,
        action: 'Save mine',
        cancel: 'Keep theirs',
        harmless: true,
      })
      return anyway ? send(change, current.version) : undefined
    }
  }

  async function change(): Promise<void> {
    if (busy) return
    const chosen = await askForDesk([request])
    if (!chosen) return
    setBusy(true)
    try {
      const changed = await store(chosen, request.version)
      if (changed && changed.version !== request.version)
        offerUndo({
          done: 'Saved',
          detail: `“${request.subject}”: ${described(changed)}.`,
          undo: () =>
            send(valuesOf(request), changed.version).then(
              () => invalidateAdmin(client, '/api/contact'),
              (error: Error) => notify('error', error.message),
            ),
        })
    } catch (error) {
      notify('error', (error as Error).message)
    } finally {
      await invalidateAdmin(client, '/api/contact')
      setBusy(false)
    }
  }

  return { change, busy }
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
        <OptionalSelect label="Owner" none="Nobody" options={[...names]} value={ownerId} onChoose={setOwner} />
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
      <FormButtons action="Save" onCancel={() => answer(undefined)} />
    </form>
  )
}
