import '#admin/shell/admin.css'
import { useQuery } from '@tanstack/react-query'
import { PencilLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { adminQuery } from '#admin/api/admin-calls.ts'
import { Badge } from '#ui/badge.tsx'
import { Container } from '#ui/layout.tsx'
import { Link } from '#ui/link.tsx'
import { useSlug } from '#ui/router.ts'
import { Spinner } from '#ui/spinner.tsx'
import { Head } from '#web/head.tsx'

type DraftPageProps<Stored> = {
  /** The path of the call, below which a record is read by its slug or path. It answers visitors with 404. */
  api: `/api/${string}`
  list: string
  note: string
  /** Shown when staff find nothing either, or are no longer signed in. */
  otherwise: ReactNode
  children: (stored: Stored) => ReactNode
}

/** A record that is not public on its own page, as staff see it. */
export function DraftPage<Stored extends { _id: string; title: string }>({
  api,
  list,
  note,
  otherwise,
  children,
}: DraftPageProps<Stored>) {
  const slug = useSlug()
  const query = useQuery({ ...adminQuery<Stored>(`${api}/${encodeURIComponent(slug)}`), retry: false })
  if (query.isPending) return <Spinner />
  if (!query.data) return otherwise
  const { _id, title } = query.data
  return (
    <>
      <Head title={title} noIndex />
      <div role="status" className="border-b border-line bg-accent-soft py-2.5 text-small text-accent-ink">
        <Container className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <Badge tone="plain" className="border-current! text-current!">
            Draft
          </Badge>
          <p className="order-last w-full sm:order-none sm:w-auto">{note}</p>
          <Link
            to={`${list}/edit/${_id}`}
            className="ml-auto inline-flex items-center gap-1.5 font-[560] underline underline-offset-4"
          >
            <PencilLine aria-hidden="true" className="size-4" />
            Edit
          </Link>
        </Container>
      </div>
      {children(query.data)}
    </>
  )
}
