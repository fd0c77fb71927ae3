import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import type { apiQuery } from '#web/api-query.ts'
import { Head } from '#web/head.tsx'
import { QueryState } from '#web/query-state.tsx'
import { DraftFallback, type DraftScreen } from './draft-fallback.tsx'
import { Redirect } from './redirect.tsx'
import { useScrollToHash } from './use-scroll-to-hash.ts'

type DetailPageProps<Found> = {
  /** Loads the record of a slug; null where there is none. */
  query: (slug: string) => ReturnType<typeof apiQuery<Found | null>>
  /** The list of these records: its path, and its heading until the record is there. */
  list: { path: `/${string}`; heading: string }
  /** The message of a failed load. */
  failure: string
  failureAction?: ReactNode
  /** Loads the screen that shows a draft to staff. */
  draft?: () => Promise<{ default: DraftScreen }>
  /** Shown at a slug without a record. */
  missing: ReactNode
  children: (found: Found, path: string) => ReactNode
}

/** The page of the record whose slug is in the address. A former slug leads to the current one. */
export function DetailPage<Found extends { slug: string; title: string }>({
  query: queryOf,
  list,
  draft,
  missing,
  children,
  ...failure
}: DetailPageProps<Found>) {
  const { slug = '' } = useParams()
  const query = useQuery(queryOf(slug))
  useScrollToHash(query.isSuccess)
  return (
    <>
      {!query.data && <Head title={list.heading} />}
      <QueryState query={query} {...failure} whole>
        {(found) => {
          if (!found) {
            if (!draft) return missing
            return (
              <DraftFallback key={slug} load={draft}>
                {missing}
              </DraftFallback>
            )
          }
          const path = `${list.path}/${found.slug}`
          if (found.slug === slug) return children(found, path)
          return <Redirect to={path} title={found.title} fetched={{ key: queryOf(found.slug).queryKey, data: found }} />
        }}
      </QueryState>
    </>
  )
}
