import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { confirm, type Question } from '#admin/dialogs/confirm.tsx'
import { type Offer, offerUndo } from '#admin/dialogs/undo.tsx'
import { capitalised } from '#admin/format.ts'
import { keepFocus } from '#admin/hooks.ts'
import { reviewNeeded } from '#contract/reviews.ts'
import { notify } from '#ui/toasts.ts'
import { listPath } from '#web/api-query.ts'
import { ApiError, failureOf } from '#web/http.ts'
import { adminFetch, invalidateAdmin } from './admin-calls.ts'

type Report = string | Offer

type SharedOptions = {
  /** The paths of the calls whose answers are loaded again afterwards, also after a failure that the server answered; '' for all. */
  reload?: string | string[] | undefined
  /** The screen shows `failure` itself, so no toast does. */
  inPlace?: boolean
}

export type ActOptions<Answer> = SharedOptions & {
  /** The report of a success; nothing is said without it. */
  done?: Report | undefined | ((answer: Answer) => Report | undefined)
  /** The message of a failure, by default that of its error. A function that returns nothing has dealt with the failure. */
  failed?: FailureText | undefined
}

type FailureText = string | ((error: Error) => string | undefined)

/**
 * The work of buttons. `act` does it, reports in a toast how it ended, and loads again what it may have changed.
 * `busy` is true until then; `failure` is the message of the last act.
 * @param usual the options of each `act` that has no others
 */
export function useAct(usual: SharedOptions = {}) {
  const client = useQueryClient()
  const [running, setRunning] = useState(0)
  const [failure, setFailure] = useState<string>()

  async function act<Answer>(
    work: () => Promise<Answer>,
    own: ActOptions<Answer> = {},
  ): Promise<{ answer: Answer } | undefined> {
    const { done, failed, reload = [], inPlace } = { ...usual, ...own }
    let isAnswered = true
    setRunning((count) => count + 1)
    setFailure(undefined)
    try {
      const answer = await work()
      const told = typeof done === 'function' ? done(answer) : done
      if (typeof told === 'string') notify('success', told)
      else if (told) offerUndo(told)
      return { answer }
    } catch (cause) {
      const error = cause as Error
      isAnswered = !(error instanceof ApiError && error.status === 0)
      const message = failureInWords(error, failed)
      setFailure(message)
      if (message && !inPlace) notify('error', message)
      return undefined
    } finally {
      if (isAnswered) await Promise.all([reload].flat().map((path) => invalidateAdmin(client, path)))
      setRunning((count) => count - 1)
    }
  }

  return { act, busy: running > 0, failure }
}

/** The message of a failed act: the given one, unless the server has a reason that the person must know. @param reasons the statuses of such answers */
export function failureInWords(error: Error, failed: FailureText = error.message, reasons = [403]): string | undefined {
  if (typeof failed === 'function') return failed(error)
  const isReason = error instanceof ApiError && (reasons.includes(error.status) || error.code === reviewNeeded)
  return isReason ? error.message : failureOf(error, failed)
}

export type Resource = {
  api: string
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
      if (deleted) keepFocus()
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
