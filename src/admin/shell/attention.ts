import { useQueries } from '@tanstack/react-query'
import { createContext } from 'react'
import { adminPageQuery, adminQuery } from '#admin/api/admin-calls.ts'
import type { AdminScreen } from './screen.tsx'

/** Milliseconds between two counts, also in a tab in the background, which shows the count in its title. */
export const waitingInterval = 20_000
/** Milliseconds between two requests for warnings. */
const warningInterval = 300_000

/** The pending work, by the path of its screen: the number of records, and the first warning, in a sentence. */
export type Attention = Record<string, { count?: number; warning?: string | undefined }>
export const AttentionContext = createContext<Attention>({})

/** Counts the pending records of screens with a `waiting` call, and reads the warnings of those with a `warnings` call. */
export function useAttention(screens: AdminScreen[]): Attention {
  // A call in the background must not open the sign-in dialog.
  const quiet = true
  const counted = screens.filter(({ waiting }) => waiting !== undefined)
  const counts = useQueries({
    queries: counted.map(({ waiting = '' }) => ({
      ...adminPageQuery<unknown>(waiting, { quiet }),
      refetchInterval: waitingInterval,
      refetchIntervalInBackground: true,
    })),
  })
  const warned = screens.filter(({ warnings }) => warnings !== undefined)
  const states = useQueries({
    queries: warned.map(({ warnings = '' }) => ({
      ...adminQuery<{ warnings: string[] }>(warnings, { quiet }),
      refetchInterval: warningInterval,
    })),
  })
  return Object.fromEntries([
    ...counted.map(({ path }, index) => [path, { count: counts[index]?.data?.total ?? 0 }]),
    ...warned.map(({ path }, index) => [path, { warning: states[index]?.data?.warnings[0] }]),
  ])
}
