import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { adminQuery } from '#admin/api/queries.ts'
import { Spinner } from '#ui/spinner.tsx'

type DraftQueryProps<Stored> = {
  /** The call that answers visitors with 404. */
  path: string
  /** Rendered when staff find nothing either, or are no longer signed in. */
  otherwise: ReactNode
  children: (stored: Stored) => ReactNode
}

/** Loads a record that is not public, for staff. */
export function DraftQuery<Stored>({ path, otherwise, children }: DraftQueryProps<Stored>) {
  const query = useQuery({ ...adminQuery<Stored>(path), retry: false })
  if (query.isPending) return <Spinner />
  return query.data ? children(query.data) : otherwise
}
