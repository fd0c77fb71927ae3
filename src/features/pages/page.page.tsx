import { useQuery } from '@tanstack/react-query'
import { NotFoundScreen } from '#site/page/not-found.tsx'
import { Still } from '#site/page/still.tsx'
import { useRouter } from '#ui/router.ts'
import { Head } from '#web/head.tsx'
import type { PageRequest } from '#web/page-route.ts'
import { QueryState } from '#web/query-state.tsx'
import { PageSections } from './page-sections.tsx'
import { pageQuery } from './pages.queries.ts'

const pathOf = ({ first, second }: PageRequest['params']) => [first, second].filter(Boolean).join('/')

/** The section whose form was sent without scripts. */
export const search = (given: URLSearchParams) => ({ sent: /^\d{1,2}$/.exec(given.get('sent') ?? '')?.[0] })

export const queries = ({ params }: PageRequest) => [pageQuery(pathOf(params))]

/** A page that staff have built. */
export default function BuiltPage() {
  const path = pathOf(useRouter().params)
  const query = useQuery(pageQuery(path))
  return (
    <QueryState query={query} failure="Failed to load the page" whole>
      {(page) =>
        page ? (
          <Still path={`/${path}`}>
            <Head title={page.title} path={`/${page.path}`} noIndex={!page.listed} />
            <PageSections page={page} />
          </Still>
        ) : (
          <NotFoundScreen />
        )
      }
    </QueryState>
  )
}
