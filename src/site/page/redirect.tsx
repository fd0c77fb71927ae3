import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { Spinner } from '#ui/spinner.tsx'
import { Head } from '#web/head.tsx'

type RedirectProps = {
  /** The clean path of the page now. */
  to: string
  title: string
  /** The query key and the fetched answer, so that the new address does not fetch it again. */
  fetched: { key: readonly unknown[]; data: unknown }
}

/** Shown at a former address: the server answers 301, the client replaces the entry in its history. */
export function Redirect({ to, title, fetched }: RedirectProps) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const go = useEffectEvent((to: string) => {
    client.setQueryData(fetched.key, fetched.data)
    navigate(to, { replace: true })
  })
  useEffect(() => go(to), [to])
  return (
    <>
      <Head title={title} movedTo={to} />
      <Spinner />
    </>
  )
}
