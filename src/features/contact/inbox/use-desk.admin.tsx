import type * as z from 'zod/mini'
import { adminFetch, conflictIn } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { confirm } from '#admin/dialogs/confirm.tsx'
import { FormDialog, OptionalSelect, useSmallForm } from '#admin/fields/small-form.tsx'
import { createStore, useStore } from '#admin/hooks.ts'
import { TextInput } from '#ui/field.tsx'
import { type ContactRequest, deskChange } from '../ground/contact.contract.ts'
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
  const { act, busy } = useAct({ reload: '/api/contact' })

  const send = (json: DeskChange, ifMatch: number | undefined) =>
    adminFetch<ContactRequest>(`/api/contact/${request._id}/desk`, { method: 'PATCH', json, ifMatch })

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
    await act(() => store(chosen, request.version), {
      done: (changed) =>
        changed && changed.version !== request.version
          ? {
              done: 'Saved',
              detail: `“${request.subject}”: ${described(changed)}.`,
              undo: () => act(() => send(valuesOf(request), changed.version)),
            }
          : undefined,
    })
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
  return question && <DeskDialog {...question} />
}

/** The value that all rows have. */
const shared = (values: (string | undefined)[]) => (new Set(values).size === 1 ? (values[0] ?? '') : '')

function DeskDialog({ rows, only, answer }: Question) {
  const colleagues = useColleagues()
  const form = useSmallForm({
    contract: deskChange,
    defaults: {
      ownerId: shared(rows.map(({ owner }) => owner?._id)),
      followUpOn: shared(rows.map((row) => row.followUpOn)),
    },
    toInput: ({ ownerId, followUpOn }): DeskChange => ({
      ...(only !== 'followUpOn' && { ownerId: ownerId || null }),
      ...(only !== 'ownerId' && { followUpOn: followUpOn || null }),
    }),
    submit: async (change) => answer(change),
  })
  const { ownerId } = form.values
  const names = new Map(colleagues.map(({ _id, name }) => [_id, name]))
  // A colleague who may no longer answer requests stays their owner until someone changes it.
  for (const { owner } of rows) if (owner && owner._id === ownerId) names.set(owner._id, owner.name)
  return (
    <FormDialog
      title={only === 'ownerId' ? 'Owner' : only === 'followUpOn' ? 'Follow-up' : 'Owner and follow-up'}
      description={rows.length === 1 ? rows[0]?.subject : `${rows.length} requests`}
      form={form}
      action="Save"
      onClose={() => answer(undefined)}
    >
      {only !== 'followUpOn' && (
        <OptionalSelect
          label="Owner"
          none="Nobody"
          options={[...names]}
          value={ownerId}
          onChoose={(id) => form.set('ownerId', id)}
        />
      )}
      {only !== 'ownerId' && (
        <TextInput
          {...form.field('followUpOn')}
          label="Follow up on"
          hint="If empty, there is no reminder."
          type="date"
        />
      )}
    </FormDialog>
  )
}
