import { confirm, type Question } from '#admin/dialogs/confirm.tsx'
import { capitalised } from '#admin/format.ts'
import { listPath } from '#web/api-query.ts'
import { adminFetch } from './admin-calls.ts'
import { type ActOptions, failureInWords, useAct } from './use-act.ts'

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

/** The changes that screens make to records of a kind. The list is loaded again after each. */
export function useResource({ api, one, trash, copied = 'Visitors do not see the copy yet.' }: Resource) {
  const { act, busy } = useAct({ reload: api })
  return {
    act,
    busy,
    patch: (id: string, json: object, options: ActOptions<unknown>) =>
      act(() => adminFetch(`${api}/${id}`, { method: 'PATCH', json }), options),
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
      const restore = () =>
        act(() => adminFetch(`/api/trash/${trash}/${id}/restore`, { method: 'POST' }), {
          done: `${capitalised(one)} restored`,
          failed: `Failed to restore ${one}`,
        })
      const deleted = await act(() => adminFetch(listPath(`${api}/${id}`, query?.() ?? {}), { method: 'DELETE' }), {
        done: trash ? { done, detail: `“${name}” is in the trash.`, time: undoTime, undo: restore } : done,
        failed: unlessRefused(`Failed to delete ${one}`),
      })
      // The pressed button is gone, so the focus goes to the main content.
      if (deleted && document.activeElement === document.body)
        document.getElementById('main')?.focus({ preventScroll: true })
      return deleted !== undefined
    },
    /** Copies a record. @returns the id of the copy, or undefined when that failed */
    async duplicate(id: string): Promise<string | undefined> {
      const copy = await act(() => adminFetch<{ _id: string }>(`${api}/${id}/duplicate`, { method: 'POST' }), {
        done: `${capitalised(one)} copied. ${copied}`,
      })
      return copy?.answer._id
    },
  }
}

/** The message of a failed deletion: the server says why a record cannot be deleted. */
export const unlessRefused = (failed: string) => (error: Error) => failureInWords(error, failed, [403, 409, 422])
