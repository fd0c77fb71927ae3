import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useRouter, useSlug } from '#ui/router.ts'
import { Spinner } from '#ui/spinner.tsx'
import type { apiQuery } from '#web/api-query.ts'
import { Head } from '#web/head.tsx'
import { QueryState } from '#web/query-state.tsx'
import { useScrollToHash } from './anchors.tsx'
import { DraftFallback, type DraftScreen } from './draft-fallback.tsx'

type DetailPageProps<Found> = {
  /** Loads the record of a slug or a path; null where there is none. */
  query: (slug: string) => ReturnType<typeof apiQuery<Found | null>>
  /** The list of these records: its path, which is '' for records with their whole paths, and its heading until the record is there. */
  list: { path: `/${string}` | ''; heading: string }
  failure: string
  failureAction?: ReactNode
  /** Loads the screen that shows a draft to staff. Visitors never download it. */
  draft?: () => Promise<{ default: DraftScreen }>
  missing: ReactNode
  children: (found: Found, path: string) => ReactNode
}

type Detail = ({ slug: string; path?: never } | { path: string; slug?: never }) & { title?: string; ended?: true }

/** The page of the record whose slug or path is in the address. A former one leads to the current one. */
export function DetailPage<Found extends Detail>({
  query: queryOf,
  list,
  draft,
  missing,
  children,
  ...failure
}: DetailPageProps<Found>) {
  const slug = useSlug()
  const query = useQuery(queryOf(slug))
  useScrollToHash(query.isSuccess)
  return (
    <>
      {!query.data && <Head title={list.heading} />}
      <QueryState query={query} {...failure} whole>
        {(found) => {
          const current = found?.slug ?? found?.path ?? ''
          const path = `${list.path}/${current}`
          if (!found || found.ended) {
            const instead = found ? children(found, path) : missing
            return draft ? <DraftFallback key={slug} load={draft} instead={instead} /> : instead
          }
          if (current === slug) return children(found, path)
          return (
            <Redirect
              to={path}
              title={found.title ?? ''}
              keep={(client) => client.setQueryData(queryOf(current).queryKey, found)}
            />
          )
        }}
      </QueryState>
    </>
  )
}

type RedirectProps = { to: string; title: string; keep: (client: QueryClient) => void }

/**
 * Shown at a former address: the server answers 301, the client replaces the entry in its history.
 * @param keep stores the fetched answer, so that the new address does not fetch it again
 */
function Redirect({ to, title, keep }: RedirectProps) {
  const { navigate } = useRouter()
  const client = useQueryClient()
  const go = useEffectEvent((to: string) => {
    keep(client)
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
