import { useState } from 'react'
import type * as z from 'zod/mini'
import { adminFetch, conflictIn } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { confirm } from '#admin/dialogs/confirm.tsx'
import { FormDialog, OptionalSelect, useSmallForm } from '#admin/fields/small-form.tsx'
import { createStore, useStore } from '#admin/hooks.ts'
import { formatDate } from '#ui/date.tsx'
import { TextInput } from '#ui/field.tsx'
import { type ContactRequest, deskChange } from '../ground/contact.contract.ts'
import { useColleagues } from './colleagues.shared.admin.tsx'

type DeskChange = z.input<typeof deskChange>

const wordsOf = {
  ownerId: ({ owner }: ContactRequest) => (owner ? `Assigned to ${owner.name}` : 'Unassigned'),
  followUpOn: ({ followUpOn }: ContactRequest) =>
    followUpOn ? `Follow-up on ${formatDate(followUpOn)}` : 'No follow-up',
}

/** Stores the owner of a request or its day to follow up at once, and offers to undo it. `chosen` is the value that is being stored. */
export function useDeskChange(request: ContactRequest, field: keyof DeskChange) {
  const { act } = useAct({ reload: '/api/contact' })
  const [chosen, setChosen] = useState<string>()
  const before = field === 'ownerId' ? request.owner?._id : request.followUpOn

  const send = (value: string | undefined, ifMatch: number | undefined) =>
    adminFetch<ContactRequest>(`/api/contact/${request._id}/desk`, {
      method: 'PATCH',
      json: { [field]: value || null } satisfies DeskChange,
      ifMatch,
    })

  /** @returns undefined when the person has left it as a colleague has changed it */
  async function store(value: string): Promise<ContactRequest | undefined> {
    try {
      return await send(value, request.version)
    } catch (error) {
      const conflict = conflictIn<ContactRequest>(error)
      if (!conflict) throw error
      const { changedBy, current } = conflict
      const anyway = await confirm({
        question: `${changedBy} has changed this in the meantime.`,
        detail: `${wordsOf[field](current)}. Save yours anyway?`,
        action: 'Save mine',
        cancel: 'Keep theirs',
        harmless: true,
      })
      return anyway ? send(value, current.version) : undefined
    }
  }

  async function choose(value: string): Promise<void> {
    if (chosen !== undefined || value === (before ?? '')) return
    setChosen(value)
    await act(() => store(value), {
      done: (changed) =>
        changed && {
          done: wordsOf[field](changed),
          detail: `“${request.subject}”`,
          undo: () => act(() => send(before, changed.version)),
        },
    })
    setChosen(undefined)
  }

  return { choose, chosen }
}

type Question = {
  rows: Pick<ContactRequest, 'owner' | 'followUpOn'>[]
  field: keyof DeskChange
  answer: (change: DeskChange | undefined) => void
}

const asked = createStore<Question | null>(null)

/** Asks for the owner of many requests, or their day to follow up. @returns the change, or undefined when the person gives up */
export const askForDesk = (rows: Question['rows'], field: Question['field']): Promise<DeskChange | undefined> =>
  new Promise((resolve) => {
    const answer = (change: DeskChange | undefined) => {
      asked.set(null)
      resolve(change)
    }
    asked.set({ rows, field, answer })
  })

/** Renders the dialog of `askForDesk`. A screen has one of it. */
export function DeskDialogHost() {
  const question = useStore(asked)
  return question && <DeskDialog {...question} />
}

/** The value that all rows have. */
const shared = (values: (string | undefined)[]) => (new Set(values).size === 1 ? (values[0] ?? '') : '')

function DeskDialog({ rows, field, answer }: Question) {
  const colleagues = useColleagues()
  const ofOwner = field === 'ownerId'
  const form = useSmallForm({
    contract: deskChange,
    defaults: { [field]: shared(rows.map(({ owner, followUpOn }) => (ofOwner ? owner?._id : followUpOn))) },
    toInput: (values: Record<string, string>): DeskChange => ({ [field]: values[field] || null }),
    submit: async (change) => answer(change),
  })
  return (
    <FormDialog
      title={ofOwner ? 'Assign' : 'Follow up'}
      description={rows.length === 1 ? '1 request' : `${rows.length} requests`}
      form={form}
      action={ofOwner ? 'Assign' : 'Save'}
      onClose={() => answer(undefined)}
    >
      {ofOwner ? (
        <OptionalSelect
          label="Owner"
          none="Unassigned"
          options={withOwners(colleagues, rows)}
          value={form.values[field] ?? ''}
          onChoose={(id) => form.set(field, id)}
        />
      ) : (
        <TextInput {...form.field(field)} label="Follow up on" hint="Leave blank for none." type="date" />
      )}
    </FormDialog>
  )
}

/** The colleagues to choose from. An owner who may no longer reply stays one until someone changes it. */
export function withOwners(
  colleagues: { _id: string; name: string }[],
  rows: Pick<ContactRequest, 'owner'>[],
): [id: string, name: string][] {
  const owners = rows.flatMap(({ owner }) => owner ?? [])
  return [...new Map([...colleagues, ...owners].map(({ _id, name }) => [_id, name]))]
}
