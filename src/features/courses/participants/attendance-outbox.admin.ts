import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { adminFetch, adminQuery } from '#admin/api/admin-calls.ts'
import { deleteDraft, findDrafts, lockDraft, storeDraft, storeDraftAtOnce } from '#admin/drafts/draft.ts'
import { createStore } from '#admin/hooks.ts'
import { signedInUid, useAuth } from '#admin/session/use-auth.ts'
import { notify } from '#ui/toasts.ts'
import { ApiError } from '#web/http.ts'
import {
  mergePresses,
  nextPresses,
  type Press,
  stillPossible,
  toAttendance,
  withoutSent,
  withPress,
} from './attendance-presses.ts'
import type { DateParticipants } from './participants.contract.ts'

export const participantsPath = (id: string) => `/api/cohorts/${id}/participants`
/** Without a network a date that was open is shown as long as the back office is. */
export const participantsQuery = (id: string) => ({
  ...adminQuery<DateParticipants>(participantsPath(id)),
  gcTime: Number.POSITIVE_INFINITY,
})

type Outbox = {
  presses: Press[]
  /** Whether the last attempt had no answer, so that the presses wait on this device. */
  waits: boolean
  /** Why the calls of a date are refused, by its id. */
  refused: ReadonlyMap<string, string>
}

/** The presses that the server does not have yet, of all dates. They are sent in their order, also after the screen was left. */
export const outbox = createStore<Outbox>({ presses: [], waits: false, refused: new Map() })

const key = 'attendance'
/** The pauses between two attempts, in ms. */
const pauses = { first: 1_000, longest: 30_000 }

let open: { owner: string; id: string; client: QueryClient; close: () => void } | undefined
let sending = false
let timer = 0
let pause = pauses.first

const change = (changes: Partial<Outbox>) => outbox.set({ ...outbox.get(), ...changes })

/** Sends what an earlier visit has left on this device. */
export function useOutbox(): void {
  const client = useQueryClient()
  const { state } = useAuth()
  const owner = typeof state === 'object' ? state.uid : undefined
  useEffect(() => {
    if (owner !== undefined) openOutbox(owner, client)
  }, [owner, client])
}

/** Opens the presses of a person on this device. @param owner the uid of the person */
async function openOutbox(owner: string, client: QueryClient): Promise<void> {
  if (open?.owner === owner) return void send(true)
  open?.close()
  const id = crypto.randomUUID()
  const release = lockDraft(id)
  const onReturn = () => {
    // The first call may still fail: the device says that it is online before its network is.
    pause = pauses.first
    send(true)
  }
  window.addEventListener('online', onReturn)
  document.addEventListener('visibilitychange', onReturn)
  const mine = {
    ...{ owner, id, client },
    close() {
      release()
      window.removeEventListener('online', onReturn)
      document.removeEventListener('visibilitychange', onReturn)
      window.clearTimeout(timer)
    },
  }
  open = mine
  outbox.set({ presses: [], waits: false, refused: new Map() })
  const found = await findDrafts<{ presses: Press[] }>(owner, key).catch(() => [])
  if (open !== mine) return
  keep(mergePresses([...found.map(({ value }) => value.presses), outbox.get().presses]))
  for (const draft of found) if (draft.id !== id) await deleteDraft(draft.id).catch(() => {})
  await send(true)
}

/** Stores the presses in this browser before anything is sent. */
function keep(presses: Press[]): void {
  change({ presses })
  if (!open) return
  const { id, owner } = open
  if (presses.length === 0) return void deleteDraft(id).catch(() => {})
  const draft = { id, key, owner, value: { presses }, keptAt: new Date().toISOString() }
  storeDraftAtOnce(draft)
  storeDraft(draft).catch(() => {})
}

export function pressAttendance(presses: Omit<Press, 'at'>[]): void {
  const at = Date.now()
  keep(presses.map((press) => ({ ...press, at })).reduce(withPress, outbox.get().presses))
  pause = pauses.first
  send()
}

/** Sends again what was refused. */
export function retryAttendance(date: string): void {
  change({ refused: new Map([...outbox.get().refused].filter(([id]) => id !== date)) })
  send()
}

export function discardAttendance(date: string): void {
  keep(outbox.get().presses.filter((press) => press.date !== date))
  retryAttendance(date)
}

/** Sends the presses, one call after the other, until none is left or a call has no answer. @param quiet no press of the person has started it */
async function send(quiet = false): Promise<void> {
  if (sending || !open) return
  const mine = open
  const { client } = mine
  sending = true
  window.clearTimeout(timer)
  try {
    for (;;) {
      const { presses, refused } = outbox.get()
      const next = nextPresses(presses, new Set(refused.keys()))
      const date = next[0]?.date
      // A colleague who signs in next sends nothing of this person.
      if (date === undefined || open !== mine || signedInUid() !== mine.owner) break
      const path = `/api/cohorts/${date}/attendance`
      try {
        const answer = await adminFetch<DateParticipants>(path, { method: 'PUT', json: toAttendance(next), quiet })
        if (open !== mine) break
        // An answer that was asked for earlier does not know these presses.
        await client.cancelQueries({ queryKey: participantsQuery(date).queryKey })
        client.setQueryData(participantsQuery(date).queryKey, answer)
        pause = pauses.first
        change({ waits: false })
        keep(withoutSent(outbox.get().presses, next))
      } catch (error) {
        if (open !== mine) break
        if (!(error instanceof ApiError) || !(await settle(error, date, client))) return waitAndSend()
      }
    }
  } finally {
    sending = false
  }
}

function waitAndSend(): void {
  change({ waits: true })
  timer = window.setTimeout(() => send(true), pause)
  pause = Math.min(pause * 2, pauses.longest)
}

/** Deals with a refusal: leaves out what the date does not have any more, or asks the person. @returns false for one that may end by itself */
async function settle(error: ApiError, date: string, client: QueryClient): Promise<boolean> {
  const { status, message } = error
  if (status === 0 || status === 401 || status === 408 || status === 429 || status >= 500) return false
  const known = await client.fetchQuery({ ...participantsQuery(date), staleTime: 0 }).catch(() => undefined)
  const { presses, refused } = outbox.get()
  const possible = known ? stillPossible(presses, date, known) : presses
  if (possible.length < presses.length) {
    notify('error', 'Some people or days are no longer part of this date. Their attendance was left out.')
    keep(possible)
  } else change({ refused: new Map([...refused, [date, message]]) })
  return true
}
