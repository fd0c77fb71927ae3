import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { tokenKey } from '#contract/token-key.ts'
import { useRouter } from '#ui/router.ts'
import { Spinner } from '#ui/spinner.tsx'
import type { apiQuery } from '#web/api-query.ts'
import { Head } from '#web/head.tsx'
import { QueryState } from '#web/query-state.tsx'
import { useScrollToHash } from './anchors.tsx'

type DetailPageProps<Found> = {
  /** Loads the record of a slug; null where there is none. */
  query: (slug: string) => ReturnType<typeof apiQuery<Found | null>>
  /** The list of these records: its path, and its heading until the record is there. */
  list: { path: `/${string}`; heading: string }
  failure: string
  failureAction?: ReactNode
  /** Loads the screen that shows a draft to staff. Visitors never download it. */
  draft?: () => Promise<{ default: DraftScreen }>
  missing: ReactNode
  children: (found: Found, path: string) => ReactNode
}

/** The page of the record whose slug is in the address. A former slug leads to the current one. */
export function DetailPage<Found extends { slug: string; title?: string; ended?: true }>({
  query: queryOf,
  list,
  draft,
  missing,
  children,
  ...failure
}: DetailPageProps<Found>) {
  const { slug = '' } = useRouter().params
  const query = useQuery(queryOf(slug))
  useScrollToHash(query.isSuccess)
  return (
    <>
      {!query.data && <Head title={list.heading} />}
      <QueryState query={query} {...failure} whole>
        {(found) => {
          const path = `${list.path}/${found?.slug}`
          if (!found || found.ended) {
            const instead = found ? children(found, path) : missing
            return draft ? <DraftFallback key={slug} load={draft} instead={instead} /> : instead
          }
          if (found.slug === slug) return children(found, path)
          return (
            <Redirect
              to={path}
              title={found.title ?? ''}
              keep={(client) => client.setQueryData(queryOf(found.slug).queryKey, found)}
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

export type DraftScreen = ComponentType<{ /** Shown when staff find nothing either. */ children: ReactNode }>

type DraftFallbackProps = { load: () => Promise<{ default: DraftScreen }>; instead: ReactNode }

/** Shows staff a draft where visitors find nothing. Its screen loads only in a browser with a token. */
function DraftFallback({ load, instead }: DraftFallbackProps) {
  const [Screen, setScreen] = useState<DraftScreen | null>(null)
  const onMount = useEffectEvent(() => {
    if (hasToken()) load().then((module) => setScreen(() => module.default))
  })
  useEffect(() => onMount(), [])
  return Screen ? <Screen>{instead}</Screen> : instead
}

function hasToken(): boolean {
  try {
    return localStorage.getItem(tokenKey) !== null
  } catch {
    return false
  }
}
