import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { Spinner } from '#ui/spinner.tsx'
import { Head } from '#web/head.tsx'

type MovedProps = {
  /** The clean path where the page is now. */
  to: string
  title: string
  /** What was already fetched, so that the new address need not ask again: the query's key and its answer. */
  known: { key: readonly unknown[]; data: unknown }
}

/** Stands at an old address: the server answers 301, the client goes on without a trace in the history. */
export function Moved({ to, title, known }: MovedProps) {
  const navigate = useNavigate()
  const client = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: one move an address
  useEffect(() => {
    client.setQueryData(known.key, known.data)
    navigate(to, { replace: true })
  }, [to])
  return (
    <>
      <Head title={title} movedTo={to} />
      <Spinner />
    </>
  )
}
