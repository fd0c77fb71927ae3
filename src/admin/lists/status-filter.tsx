import { useQueries } from '@tanstack/react-query'
import { adminPageQuery } from '#admin/api/queries.ts'
import { listPath } from '#web/api-query.ts'
import { FilterButtons } from './filter-buttons.tsx'

export type Status = {
  value: string
  label: string
  count?: number | undefined
  rare?: boolean
  /** The parameters that select its records, if they are not `status` with its value. */
  asks?: Record<string, string>
}

/** The parameters of a list that select the records of a status. */
export const asksFor = ({ value, asks = { status: value } }: Status) => asks

type StatusFilterProps = {
  label?: string
  /** A `rare` one is shown only where it has rows. */
  statuses: Status[]
  value: string
  onChoose: (value: string) => void
}

/** The states of a list's records as buttons with their counts. */
export const StatusFilter = ({ label = 'Status', statuses, value, onChoose }: StatusFilterProps) => (
  <FilterButtons
    label={label}
    options={statuses.filter(({ rare, count, value: own }) => !rare || count || own === value)}
    value={value}
    onChoose={onChoose}
  />
)

/**
 * The counts of a paged list's states.
 * @param shown the search and the other filters that the list has now
 * @param refetchInterval that of the list
 */
export function useStatusCounts(
  api: string,
  shown: Record<string, string>,
  statuses: Status[],
  refetchInterval: number | false = false,
): Status[] {
  const counts = useQueries({
    queries: statuses.map((status) => ({
      ...adminPageQuery<unknown>(listPath(api, { limit: 1, ...shown, ...asksFor(status) })),
      refetchInterval,
    })),
  })
  return statuses.map((status, index) => ({ ...status, count: counts[index]?.data?.total ?? undefined }))
}
