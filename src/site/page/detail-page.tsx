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
  const { params, location } = useRouter()
  const slug = list.path === '' ? wholePathOf(location.pathname) : (params['slug'] ?? '')
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

/** The path of a record in the address of its page, in any letter case: without the slash at its start. */
export const wholePathOf = (pathname: string) => pathname.replace(/^\/+|\/+$/g, '').toLowerCase()

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
