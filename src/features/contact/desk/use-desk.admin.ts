import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminFetch, conflictIn } from '#admin/api/admin-calls.ts'
import { invalidateAdmin } from '#admin/api/queries.ts'
import { confirm } from '#admin/dialogs/confirm.tsx'
import { offerUndo } from '#admin/dialogs/undo.tsx'
import { notify } from '#ui/toasts.ts'
import type { ContactRequest, DeskChange } from '../contact.contract.ts'
import { askForDesk } from './desk-dialog.admin.tsx'

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
        detail: `${described(current)}. Save yours all the same?`,
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
