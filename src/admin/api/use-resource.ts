import { useQueryClient } from '@tanstack/react-query'
import { confirm } from '#admin/dialogs/confirm.tsx'
import { capitalised } from '#admin/format.ts'
import { notify } from '#ui/toasts.ts'
import { adminFetch } from './client.ts'
import type { AdminCall } from './http.ts'
import { invalidateAdmin } from './queries.ts'

/** A kind of record: where its calls are, and what one of them is called. */
export type Resource = {
  /** '/api/products' */
  api: string
  /** 'product' */
  one: string
}

type Messages = { success?: string; failure: string }

/** What list screens do to a record, each with its toast; afterwards the list is loaded again. */
export function useResource({ api, one }: Resource) {
  const client = useQueryClient()

  /** Makes a change and says how it went. @returns true when it was made */
  async function change(path: string, call: AdminCall, { success, failure }: Messages): Promise<boolean> {
    try {
      await adminFetch(path, call)
    } catch {
      notify('error', failure)
      return false
    }
    if (success) notify('success', success)
    await invalidateAdmin(client, api)
    return true
  }

  return {
    change,
    /** Changes some fields of one record. */
    patch: (id: string, fields: object, messages: Messages) =>
      change(`${api}/${id}`, { method: 'PATCH', json: fields }, messages),
    /** Asks, then deletes. */
    async remove(id: string) {
      if (!(await confirm({ question: `Are you sure you want to delete this ${one}?`, action: 'Delete' }))) return
      const deleted = await change(
        `${api}/${id}`,
        { method: 'DELETE' },
        {
          success: `${capitalised(one)} deleted successfully`,
          failure: `Failed to delete ${one}`,
        },
      )
      // The button that was pressed is gone; the keyboard goes on from the list's beginning.
      if (deleted && document.activeElement === document.body)
        document.getElementById('main')?.focus({ preventScroll: true })
    },
    reload: () => invalidateAdmin(client, api),
  }
}
