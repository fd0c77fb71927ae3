import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { adminQuery } from '#admin/api/queries.ts'
import type { System } from '#features/system/system.contract.ts'
import { Link } from '#ui/link.tsx'

/** A line for each thing that needs somebody, such as a backup that is overdue. Nothing at all when all is well. */
export function SystemWarnings() {
  const { data } = useQuery(adminQuery<System>('/api/system'))
  if (!data || data.warnings.length === 0) return null
  return (
    <Link
      to="/admin/system"
      className="mt-4 flex items-start gap-3 rounded-control border border-danger/25 bg-danger-soft px-4 py-3 text-small font-[530] text-danger hover:border-danger"
    >
      <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <span>
        {data.warnings.join(' ')} <span className="underline underline-offset-4">System</span>
      </span>
    </Link>
  )
}
