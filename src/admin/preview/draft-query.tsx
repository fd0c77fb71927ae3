import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { adminQuery } from '#admin/api/queries.ts'
import { Spinner } from '#ui/spinner.tsx'

type UnpublishedProps<Stored> = {
  /** The call that visitors get 404 from. */
  path: string
  /** What to show when staff get nothing either, or are signed in no more. */
  otherwise: ReactNode
  children: (stored: Stored) => ReactNode
}

/** A record that is not public, for whoever may see it. */
export function Unpublished<Stored>({ path, otherwise, children }: UnpublishedProps<Stored>) {
  const query = useQuery({ ...adminQuery<Stored>(path), retry: false })
  if (query.isPending) return <Spinner />
  return query.data ? children(query.data) : otherwise
}
