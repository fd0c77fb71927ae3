import { useQueries } from '@tanstack/react-query'
import { createContext } from 'react'
import { adminCall } from '#admin/api/admin-calls.ts'
import { adminPageQuery } from '#admin/api/queries.ts'
import type { AdminScreen } from './screen.ts'

/** Milliseconds between two counts. A count is shown at most this late, also in a tab in the background, whose title has it. */
export const waitingInterval = 20_000

/** The number of pending records by the path of the screen. */
export type WaitingCounts = Record<string, number>
export const WaitingContext = createContext<WaitingCounts>({})

/** Counts the pending records of screens with a `waiting` call. */
export function useWaitingCounts(screens: AdminScreen[]): WaitingCounts {
  const counted = screens.filter(({ waiting }) => waiting !== undefined)
  const counts = useQueries({
    queries: counted.map(({ waiting = '' }) => ({
      ...adminPageQuery<unknown>(waiting),
      // Quiet: a count in the background must not open the sign-in dialog.
      queryFn: ({ signal }: { signal: AbortSignal }) => adminCall<unknown>(waiting, { signal, quiet: true }),
      refetchInterval: waitingInterval,
      refetchIntervalInBackground: true,
    })),
  })
  return Object.fromEntries(counted.map(({ path }, index) => [path, counts[index]?.data?.total ?? 0]))
}
