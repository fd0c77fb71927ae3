import { useQueryClient } from '@tanstack/react-query'
import { confirm, type Question } from '#admin/dialogs/confirm.tsx'
import { offerUndo } from '#admin/dialogs/undo.tsx'
import { capitalised } from '#admin/format.ts'
import { notify } from '#ui/toasts.ts'
import { listPath } from '#web/api-query.ts'
import { ApiError, failureOf } from '#web/http.ts'
import { adminFetch } from './admin-calls.ts'
import type { AdminCall } from './http.ts'
import { invalidateAdmin } from './queries.ts'

/** Makes a call and shows in a toast whether it succeeded, with the message of a failure. @returns true when it did */
export async function callAndTell(path: string, call: AdminCall, success: string): Promise<boolean> {
  try {
    await adminFetch(path, call)
    notify('success', success)
    return true
  } catch (error) {
    notify('error', (error as Error).message)
    return false
  }
}

/** A kind of record: the path of its calls, and the name of one record. */
export type Resource = {
  /** '/api/products' */
  api: string
  /** 'product' */
  one: string
  /** Deleted records go to the trash, under this name in its calls: 'products'. */
  trash?: string
  /** The sentence after 'Post copied.', about the copy. */
  copied?: string
}

/** How long the list offers to undo a deletion, in ms. */
export const undoTime = 10_000

type Removal = {
  name: string
  consequence?: string | undefined
  query?: () => Record<string, string>
} & Pick<Question, 'field' | 'points' | 'links'>

/** Without `success`, the caller reports it. */
type Messages = { success?: string | undefined; failure: string }

/** The changes that list screens make, each with its toast; the list is loaded again afterwards. */
export function useResource({ api, one, trash, copied = 'Visitors do not see the copy yet.' }: Resource) {
  const client = useQueryClient()

  /** Makes a change and shows whether it succeeded. @returns true when it did */
  async function change(path: string, call: AdminCall, { success, failure }: Messages): Promise<boolean> {
    try {
      await adminFetch(path, call)
    } catch (error) {
      // The role has changed, a colleague was faster, or the record cannot be deleted: the server says why.
      const refusals = call.method === 'DELETE' || call.ifMatch !== undefined ? [403, 409, 422] : [403]
      notify(
        'error',
        error instanceof ApiError && refusals.includes(error.status) ? error.message : failureOf(error, failure),
      )
      if (call.ifMatch !== undefined) await invalidateAdmin(client, api)
      return false
    }
    if (success) notify('success', success)
    await invalidateAdmin(client, api)
    return true
  }

  return {
    change,
    patch: (id: string, fields: object, messages: Messages) =>
      change(`${api}/${id}`, { method: 'PATCH', json: fields }, messages),
    /**
     * Asks for confirmation, then deletes the record.
     * @param name the record's name, which the question shows
     * @param consequence a sentence on the consequences
     * @param further what the deletion concerns, the screens with acts that come first, and a field with a further choice
     * @param query the parameters of the call that follow from that choice
     * @returns whether it is deleted
     */
    async remove(id: string, { name, consequence, query, ...further }: Removal): Promise<boolean> {
      const question = `Are you sure you want to delete this ${one}?`
      const detail = [`“${name}”`, consequence].filter(Boolean).join('. ')
      if (!(await confirm({ ...further, question, detail, action: 'Delete' }))) return false
      const done = `${capitalised(one)} deleted successfully`
      const messages = { success: trash ? undefined : done, failure: `Failed to delete ${one}` }
      const deleted = await change(listPath(`${api}/${id}`, query?.() ?? {}), { method: 'DELETE' }, messages)
      if (deleted && trash)
        offerUndo({
          done,
          detail: `“${name}” is in the trash.`,
          time: undoTime,
          undo: () =>
            change(
              `/api/trash/${trash}/${id}/restore`,
              { method: 'POST' },
              { success: `${capitalised(one)} restored`, failure: `Failed to restore ${one}` },
            ),
        })
      // The pressed button is gone, so the focus goes to the main content.
      if (deleted && document.activeElement === document.body)
        document.getElementById('main')?.focus({ preventScroll: true })
      return deleted
    },
    /** Copies a record. @returns the id of the copy, or undefined when that failed */
    async duplicate(id: string): Promise<string | undefined> {
      try {
        const { _id } = await adminFetch<{ _id: string }>(`${api}/${id}/duplicate`, { method: 'POST' })
        notify('success', `${capitalised(one)} copied. ${copied}`)
        await invalidateAdmin(client, api)
        return _id
      } catch (error) {
        notify('error', (error as Error).message)
        return undefined
      }
    },
    reload: () => invalidateAdmin(client, api),
  }
}
