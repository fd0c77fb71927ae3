import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Offer, offerUndo } from '#admin/dialogs/undo.tsx'
import { notify } from '#ui/toasts.ts'
import { ApiError, failureOf } from '#web/http.ts'
import { invalidateAdmin } from './queries.ts'

/** The sentence of a toast, or a bar that offers to undo the act. */
type Told = string | Offer

type Usual = {
  /** The paths of the calls whose answers are loaded again afterwards, also after a failure that the server answered; '' for all. */
  reload?: string | string[] | undefined
  /** The screen shows `failure` itself, so no toast does. */
  inPlace?: boolean
}

export type ActOptions<Answer> = Usual & {
  /** The report of a success; nothing is said without it. */
  done?: Told | undefined | ((answer: Answer) => Told | undefined)
  /** The message of a failure, by default that of its error. A function that returns nothing has dealt with the failure. */
  failed?: Failed | undefined
}

type Failed = string | ((error: Error) => string | undefined)

/**
 * The work of buttons. `act` does it, reports in a toast how it ended, and loads again what it may have changed.
 * `busy` is true until then; `failure` is the message of the last act.
 * @param usual the options of each `act` that has no others
 */
export function useAct(usual: Usual = {}) {
  const client = useQueryClient()
  const [running, setRunning] = useState(0)
  const [failure, setFailure] = useState<string>()

  /** @returns the answer of the work, or undefined when it failed */
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

/**
 * The message of a failed act: the given one, unless the server has a reason that the person must know, such as a role that has changed.
 * @param reasons the statuses of such answers
 */
export function failureInWords(error: Error, failed: Failed = error.message, reasons = [403]): string | undefined {
  if (typeof failed === 'function') return failed(error)
  return error instanceof ApiError && reasons.includes(error.status) ? error.message : failureOf(error, failed)
}
