import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useRouter } from '#ui/router.ts'
import { trustedHtml, useTrustedHtml } from '#ui/trusted-html.ts'
import type { PageRequest } from '#web/page-route.ts'
import { QueryState } from '#web/query-state.tsx'
import { DraftFallback, type DraftScreen } from './draft-fallback.tsx'
import { useLiveParts } from './live-parts.tsx'
import { NotFoundScreen } from './not-found.tsx'
import { useSiteLinks } from './rendered-content.tsx'
import { stillId } from './still.tsx'

type StillContent = { path: string; html: string; title: string }

/** The server's markup of a page without state, if this document contains it. */
function readStill(document: Document, path: string): StillContent | undefined {
  const frame = document.getElementById(stillId)
  return frame?.dataset['path'] === path ? { path, html: frame.innerHTML, title: document.title } : undefined
}

const stillQuery = (path: string) =>
  queryOptions<StillContent | null>({
    queryKey: [`document ${path}`],
    queryFn: async ({ signal }) => {
      const ask = (redirect: RequestRedirect) => fetch(path, { headers: { accept: 'text/html' }, signal, redirect })
      let answer = await ask('manual')
      // The page may have moved. A script cannot follow to another site: the page for nothing found does.
      if (answer.type === 'opaqueredirect') answer = await ask('follow').catch(() => Response.error())
      if (answer.status === 404 || answer.status === 410 || answer.type === 'error') return null
      const text = trustedHtml(await answer.text()) as string
      const { pathname } = new URL(answer.url)
      const content = readStill(new DOMParser().parseFromString(text, 'text/html'), pathname)
      if (content) return content
      // An old address leads to a page that is no still one.
      if (answer.redirected) return { path: pathname, html: '', title: document.title }
      throw new Error(`The document of ${path} has no content`)
    },
  })

export const queries = ({ path }: PageRequest) => [stillQuery(path)]

type StillPageProps = {
  /** Loads the screen that shows a draft to staff. */
  draft?: () => Promise<{ default: DraftScreen }>
}

/** A page without state in the client: the markup of the document that is open, or that of the page's own document. */
export default function StillPage({ draft }: StillPageProps) {
  const { pathname } = useRouter().location
  const query = useQuery({ ...stillQuery(pathname), initialData: () => readStill(document, pathname) })
  return (
    <QueryState query={query} failure="Failed to load the page" whole>
      {(content) => {
        if (content) return <StillFrame content={content} />
        return draft ? <DraftFallback key={pathname} load={draft} instead={<NotFoundScreen />} /> : <NotFoundScreen />
      }}
    </QueryState>
  )
}

/** Puts the address of a page that has moved in place of the former one. */
function useFollow(content: StillContent) {
  const { location, navigate } = useRouter()
  const client = useQueryClient()
  const { path } = content
  const follow = useEffectEvent((path: string) => {
    if (path === location.pathname) return
    client.setQueryData(stillQuery(path).queryKey, content)
    navigate(path + location.search + location.hash, { replace: true })
  })
  useEffect(() => follow(path), [path])
}

function StillFrame({ content }: { content: StillContent }) {
  const { path, html, title } = content
  const frame = useRef<HTMLDivElement>(null)
  useSiteLinks(frame)
  useFollow(content)
  useEffect(() => {
    document.title = title
  }, [title])
  const markup = useTrustedHtml(html)
  useLiveParts(frame, html)
  return (
    <div
      ref={frame}
      id={stillId}
      data-path={path}
      dangerouslySetInnerHTML={markup}
      // The boot script lays out one part after the other, which may happen between reading and hydration.
      suppressHydrationWarning
    />
  )
}
