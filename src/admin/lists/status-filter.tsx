import { useQueries, useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { adminPageQuery } from '#admin/api/queries.ts'
import { formatNumber } from '#admin/format.ts'
import { ButtonLink } from '#ui/button.tsx'
import { listPath } from '#web/api-query.ts'
import { FilterButtons } from './filter-buttons.tsx'

type Status = { value: string; label: string; count?: number | undefined; rare?: boolean }

type StatusFilterProps = {
  /** A `rare` one is shown only where it has rows. */
  statuses: Status[]
  value: string
  onChoose: (value: string) => void
  /** The name of the records in the calls of the trash. */
  trash?: string | undefined
}

/** The states of a list's records as buttons with their counts, and the way to those in the trash. */
export const StatusFilter = ({ statuses, value, onChoose, trash }: StatusFilterProps) => (
  <>
    <FilterButtons
      label="Status"
      options={statuses.filter(({ rare, count, value: own }) => !rare || count || own === value)}
      value={value}
      onChoose={onChoose}
    />
    {trash && <TrashLink entity={trash} />}
  </>
)

/** The counts of a paged list's states, each with the search that the list has now. */
export function useStatusCounts(api: string, search: string, statuses: Status[]): Status[] {
  const counts = useQueries({
    queries: statuses.map(({ value: status }) => adminPageQuery<unknown>(listPath(api, { limit: 1, search, status }))),
  })
  return statuses.map((status, index) => ({ ...status, count: counts[index]?.data?.total ?? undefined }))
}

/** Leads from a list to its deleted records in the trash, and says how many there are. */
export function TrashLink({ entity }: { entity: string }) {
  const { data } = useQuery(adminPageQuery<unknown>(listPath('/api/trash', { limit: 1, entity })))
  return (
    <ButtonLink to={`/admin/trash?entity=${entity}`} variant="quiet" size="small">
      <Trash2 aria-hidden="true" className="size-4" />
      Trash
      {data?.total ? <span className="font-normal text-muted tabular-nums">{formatNumber(data.total)}</span> : null}
    </ButtonLink>
  )
}
