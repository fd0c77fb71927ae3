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

/** The answers to the forms of a page. */
export const search = (given: URLSearchParams) => ({
  sent: /^\w{1,10}$/.exec(given.get('sent') ?? '')?.[0],
  place: /^\d{1,6}$/.exec(given.get('place') ?? '')?.[0],
  confirm: given.get('confirm') && 1,
})

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
