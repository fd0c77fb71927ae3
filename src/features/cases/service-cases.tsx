import { useQuery } from '@tanstack/react-query'
import { Link } from '#ui/link.tsx'
import { serviceCasesQuery } from './cases.queries.ts'

/** Links from a service to the case studies that used it; nothing where there are none. */
export default function ServiceCases({ serviceId }: { serviceId: string }) {
  const all = useQuery(serviceCasesQuery()).data ?? []
  const used = all.filter(({ serviceIds }) => serviceIds.includes(serviceId)).slice(0, 3)
  if (used.length === 0) return null
  return (
    <p className="mt-5 text-small text-muted">
      {used.map(({ _id, slug, title, client }) => (
        <Link key={_id} to={`/work/${slug}`} className="link-quiet block py-1 wrap-anywhere pointer-coarse:py-2.5">
          {`${client}: `}
          <span dir="auto" className="font-[560] text-primary">
            {title}
          </span>
        </Link>
      ))}
    </p>
  )
}
