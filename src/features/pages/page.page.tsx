import type { PageHead } from '#contract/page-head.ts'
import { DetailPage } from '#site/page/detail-page.tsx'
import { NotFoundScreen } from '#site/page/not-found.tsx'
import { Still } from '#site/page/still.tsx'
import { wholePathOf } from '#ui/router.ts'
import { Head } from '#web/head.tsx'
import type { PageRequest } from '#web/page-route.ts'
import { breadcrumbData } from '#web/structured-data.ts'
import { PageSections } from './page-sections.tsx'
import type { ShownPage } from './pages.contract.ts'
import { pageQuery } from './pages.queries.ts'

/** The answers to the forms of a page. */
export const search = (given: URLSearchParams) => ({
  sent: /^\w{1,10}$/.exec(given.get('sent') ?? '')?.[0],
  place: /^\d{1,6}$/.exec(given.get('place') ?? '')?.[0],
  confirm: given.get('confirm') && 1,
})

export const queries = ({ path }: PageRequest) => [pageQuery(wholePathOf(path))]

/** For search engines and link cards: the words and the picture of the opening, or else the first plain words. */
function beginningOf({ sections }: ShownPage): Pick<PageHead, 'description' | 'image' | 'imageAlt'> {
  const opening = sections.find((section) => section.kind === 'opening')
  const first = sections.find((section) => 'text' in section && section.text)
  return {
    description: opening?.text ?? (first && 'text' in first ? first.text : undefined),
    ...(opening && { image: opening.imageUrl, imageAlt: opening.imageAlt || undefined }),
  }
}

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
            {...beginningOf(page)}
            jsonLd={[breadcrumbData([{ name: page.title, path }])]}
          />
          <PageSections page={page} />
        </Still>
      )}
    </DetailPage>
  )
}
