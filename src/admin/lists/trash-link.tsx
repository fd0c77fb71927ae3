import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { adminPageQuery } from '#admin/api/queries.ts'
import { formatNumber } from '#admin/format.ts'
import { ButtonLink } from '#ui/button.tsx'
import { listPath } from '#web/api-query.ts'

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
