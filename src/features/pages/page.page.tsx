import { DetailPage } from '#site/page/detail-page.tsx'
import { NotFoundScreen } from '#site/page/not-found.tsx'
import { Still } from '#site/page/still.tsx'
import { wholePathOf } from '#ui/router.ts'
import { breadcrumbData, Head } from '#web/head.tsx'
import type { PageRequest } from '#web/page-route.ts'
import { PageSections } from './page-sections.tsx'
import { pageQuery } from './pages.queries.ts'

/** The answers to the forms of a page. */
export const search = (given: URLSearchParams) => ({
  sent: /^\w{1,10}$/.exec(given.get('sent') ?? '')?.[0],
  place: /^\d{1,6}$/.exec(given.get('place') ?? '')?.[0],
  confirm: given.get('confirm') && 1,
})

export const queries = ({ path }: PageRequest) => [pageQuery(wholePathOf(path))]

/** A page that staff have built. */
export default function BuiltPage() {
  return (
    <DetailPage
      query={pageQuery}
      list={{ path: '', heading: 'Page' }}
      failure="Failed to load the page"
      missing={<NotFoundScreen />}
    >
      {(page, path) => (
        <Still path={path}>
          <Head
            title={page.title}
            path={path}
            noIndex={!page.listed}
            jsonLd={[breadcrumbData([{ name: page.title, path }])]}
          />
          <PageSections page={page} />
        </Still>
      )}
    </DetailPage>
  )
}
